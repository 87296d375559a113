//! Times as people write them, in UTC, without a clock: milliseconds since 1970-01-01 from and to text.

const DAY: i64 = 86_400_000;

/// A time as `2026-11-30T13:55:07Z`.
///
/// ```
/// assert_eq!(willwrite::history::time::text(1_796_046_907_000), "2026-11-30T13:55:07Z");
/// ```
#[must_use]
pub fn text(at: i64) -> String {
    let (year, month, day) = civil(at.div_euclid(DAY));
    let second = at.rem_euclid(DAY) / 1000;
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

/// The day of a time as `2026-11-30`.
#[must_use]
pub fn day(at: i64) -> String {
    text(at).chars().take(10).collect()
}

/// The first millisecond of a day written `2026-11-30`; `None` if there is no such day.
#[must_use]
pub fn start_of_day(text: &str) -> Option<i64> {
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || year.len() != 4 || month.len() != 2 || day.len() != 2 {
        return None;
    }
    let (year, month, day) = (number(year)?, number(month)?, number(day)?);
    let days = days_from_civil(year, month, day);
    (civil(days) == (year, month, day)).then(|| days.saturating_mul(DAY))
}

/// A moment in the past: an age (`90s`, `30m`, `2h`, `3d`, `1w`), a day, or a day and time (`2026-11-30T13:55`, seconds
/// and `Z` may be there); seen from `now`.
#[must_use]
pub fn since(text: &str, now: i64) -> Option<i64> {
    if let Some(age) = age(text) {
        return Some(now.saturating_sub(age));
    }
    let (date, clock) = match text.split_once(['T', ' ']) {
        Some((date, clock)) => (date, clock),
        None => (text, "00:00"),
    };
    let mut total = 0;
    let mut fields = clock.trim_end_matches('Z').split(':');
    for (unit, below) in [(3_600_000, 24), (60_000, 60), (1000, 60)] {
        let Some(field) = fields.next() else { break };
        total += number(field).filter(|&value| value < below)? * unit;
    }
    fields.next().is_none().then_some(())?;
    Some(start_of_day(date)?.saturating_add(total))
}

/// A duration as people read it: `12 ms`, `3.4 s`, `2 min 5 s`.
#[must_use]
pub fn span(milliseconds: i64) -> String {
    match milliseconds {
        ..1000 => format!("{milliseconds} ms"),
        1000..60_000 => format!("{}.{} s", milliseconds / 1000, milliseconds % 1000 / 100),
        _ => format!("{} min {} s", milliseconds / 60_000, milliseconds / 1000 % 60),
    }
}

fn age(text: &str) -> Option<i64> {
    let (amount, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let unit = match unit {
        "s" => 1000,
        "m" => 60_000,
        "h" => 3_600_000,
        "d" => DAY,
        "w" => 7 * DAY,
        _ => return None,
    };
    number(amount)?.checked_mul(unit)
}

fn number(text: &str) -> Option<i64> {
    let digits = !text.is_empty() && text.len() <= 12 && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok())?
}

/// Year, month and day of a day number, in the proleptic Gregorian calendar, counted in eras of 400 years that begin
/// on the first of March.
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days.saturating_add(719_468);
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let shifted_month = if month > 2 { month - 3 } else { month + 9 };
    let day_of_year = (153 * shifted_month + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    // The numbers are those of `date -u -d TEXT +%s`.
    #[rstest]
    #[case("1970-01-01T00:00:00Z", 0)]
    #[case("2000-02-29T12:00:00Z", 951_825_600_000)]
    #[case("2026-03-01T00:00:00Z", 1_772_323_200_000)]
    #[case("1969-12-31T23:59:59Z", -1000)]
    #[case("2100-12-31T23:59:59Z", 4_133_980_799_000)]
    fn text_and_number_agree(#[case] written: &str, #[case] at: i64) {
        assert_eq!(text(at), written);
        assert_eq!(since(written, 0), Some(at));
    }

    #[rstest]
    #[case("2h", Some(1_000_000_000 - 7_200_000))]
    #[case("1w", Some(1_000_000_000 - 604_800_000))]
    #[case("2026-02-30", None)]
    #[case("2026-2-3", None)]
    #[case("2026-01-01T25:00", None)]
    #[case("yesterday", None)]
    #[case("", None)]
    #[case("é", None)]
    #[case("999999999999w", None)]
    fn moments_are_read_or_refused(#[case] written: &str, #[case] wanted: Option<i64>) {
        assert_eq!(since(written, 1_000_000_000), wanted);
    }

    #[test]
    fn durations_read_well() {
        assert_eq!(span(12), "12 ms");
        assert_eq!(span(3_456), "3.4 s");
        assert_eq!(span(125_000), "2 min 5 s");
    }
}
