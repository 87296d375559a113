//! Lines and their fields: `read`, `mapfile`.

use crate::value::{AbstractString, Piece};

/// What `read` does with backslashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backslashes {
    /// they quote the next character
    Quote,
    /// they are characters (`-r`)
    Kept,
}

/// The records of a text, without their delimiters: what `mapfile -t` makes elements of. Behind the last delimiter
/// stands a record too, unless it is empty.
///
/// ```
/// use willwrite::analysis::text::records;
/// use willwrite::value::AbstractString;
/// let lines = records(&AbstractString::text("a\n\nb"), '\n');
/// assert_eq!(lines, ["a", "", "b"].map(AbstractString::text));
/// ```
#[must_use]
pub fn records(text: &AbstractString, delimiter: char) -> Vec<AbstractString> {
    let mut records = Vec::new();
    let mut record = text.with_pieces([]);
    let mut is_open = false;
    for piece in text.pieces() {
        let Piece::Text(known) = piece else {
            record.push(piece.clone());
            is_open = true;
            continue;
        };
        let mut rest: &str = known;
        while let Some((front, behind)) = rest.split_once(delimiter) {
            record.push_text(front);
            records.push(std::mem::replace(&mut record, text.with_pieces([])));
            is_open = false;
            rest = behind;
        }
        record.push_text(rest);
        is_open |= !rest.is_empty();
    }
    if is_open {
        records.push(record);
    }
    records
}

/// A character of a record: known (and perhaps quoted), or a hole.
#[derive(Clone, Debug)]
enum Unit {
    Char(char, bool),
    Hole(Piece),
}

/// The fields that `read` gives to `count` names: the last one takes the rest. Fewer come out if the record has fewer.
/// `separators` is IFS. What an unknown part may hide (separators) makes all fields from there on unknown.
///
/// ```
/// use willwrite::analysis::text::{Backslashes, split_record};
/// use willwrite::value::AbstractString;
/// let fields = split_record(&AbstractString::text(" a  b c "), 2, " \t\n", Backslashes::Kept);
/// assert_eq!(fields, ["a", "b c"].map(AbstractString::text));
/// ```
#[must_use]
pub fn split_record(
    record: &AbstractString,
    count: usize,
    separators: &str,
    backslashes: Backslashes,
) -> Vec<AbstractString> {
    let units = units(record, backslashes);
    let is_blank =
        |unit: &Unit| matches!(unit, Unit::Char(c @ (' ' | '\t' | '\n'), false) if separators.contains(*c));
    let is_separator = |unit: &Unit| matches!(unit, Unit::Char(c, false) if separators.contains(*c));
    let mut rest = units.as_slice();
    while let Some((first, behind)) = rest.split_first()
        && is_blank(first)
    {
        rest = behind;
    }
    let mut fields = Vec::new();
    while fields.len() + 1 < count && !rest.is_empty() {
        let end = rest.iter().position(is_separator).unwrap_or(rest.len());
        let (field, behind) = rest.split_at_checked(end).unwrap_or((rest, &[]));
        if let Some(Unit::Hole(piece @ Piece::Unknown(_))) =
            field.iter().find(|unit| matches!(unit, Unit::Hole(Piece::Unknown(_))))
        {
            fields.resize(count.min(fields.len() + 16), record.with_pieces([piece.clone()]));
            return fields;
        }
        fields.push(value(record, field));
        rest = behind;
        let mut has_separator = false;
        while let Some((first, behind)) = rest.split_first()
            && (is_blank(first) || (is_separator(first) && !has_separator))
        {
            has_separator |= !is_blank(first);
            rest = behind;
        }
    }
    if !rest.is_empty() || fields.is_empty() {
        fields.push(value(record, last_field(rest, is_blank, is_separator)));
    }
    fields
}

/// The rest without blanks at its end, and without a separator that ends its only field.
fn last_field(
    rest: &[Unit],
    is_blank: impl Fn(&Unit) -> bool,
    is_separator: impl Fn(&Unit) -> bool,
) -> &[Unit] {
    let trim = |units: &[Unit]| units.iter().rposition(|unit| !is_blank(unit)).map_or(0, |last| last + 1);
    let trimmed = rest.get(..trim(rest)).unwrap_or_default();
    match trimmed.split_last() {
        Some((last, front)) if is_separator(last) && !front.iter().any(&is_separator) => {
            front.get(..trim(front)).unwrap_or_default()
        }
        _ => trimmed,
    }
}

fn units(record: &AbstractString, backslashes: Backslashes) -> Vec<Unit> {
    let mut units = Vec::new();
    for piece in record.pieces() {
        let Piece::Text(text) = piece else {
            units.push(Unit::Hole(piece.clone()));
            continue;
        };
        let mut characters = text.chars();
        while let Some(c) = characters.next() {
            if c != '\\' || backslashes == Backslashes::Kept {
                units.push(Unit::Char(c, false));
            } else if let Some(quoted) = characters.next().filter(|c| *c != '\n') {
                units.push(Unit::Char(quoted, true));
            }
        }
    }
    units
}

fn value(record: &AbstractString, units: &[Unit]) -> AbstractString {
    let mut pieces = Vec::new();
    let mut text = String::new();
    for unit in units {
        match unit {
            Unit::Char(c, _) => text.push(*c),
            Unit::Hole(piece) => {
                pieces.push(Piece::Text(std::mem::take(&mut text).into()));
                pieces.push(piece.clone());
            }
        }
    }
    pieces.push(Piece::Text(text.into()));
    record.with_pieces(pieces)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    // What `read` of Bash 5.2 puts into one, two or three names, printed between brackets.
    #[rstest]
    #[case("a b c", 1, " \t\n", "[a b c]")]
    #[case("  a b  c  ", 1, " \t\n", "[a b  c]")]
    #[case("a b c d", 3, " \t\n", "[a][b][c d]")]
    #[case("a", 3, " \t\n", "[a]")]
    #[case("", 2, " \t\n", "[]")]
    #[case("a:b:c", 2, ":", "[a][b:c]")]
    #[case("a::c", 3, ":", "[a][][c]")]
    #[case("a:b:", 2, ":", "[a][b]")]
    #[case("a:b::", 2, ":", "[a][b::]")]
    #[case("a:", 1, ":", "[a]")]
    #[case("a::", 1, ":", "[a::]")]
    #[case(" a : b ", 2, ": ", "[a][b]")]
    #[case("a, b", 2, ",", "[a][ b]")]
    #[case("  a", 1, "", "[  a]")]
    #[case("=v", 2, "=", "[][v]")]
    fn splits_as_bash_does(
        #[case] record: &str,
        #[case] count: usize,
        #[case] separators: &str,
        #[case] expected: &str,
    ) {
        let fields = split_record(&AbstractString::text(record), count, separators, Backslashes::Kept);
        let shown: String = fields.iter().map(|field| format!("[{}]", field.known().unwrap())).collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn backslashes_quote_separators() {
        let record = AbstractString::text(r"a\ b c\d");
        let quoting = split_record(&record, 2, " ", Backslashes::Quote);
        assert_eq!(quoting, ["a b", "cd"].map(AbstractString::text));
        let kept = split_record(&record, 2, " ", Backslashes::Kept);
        assert_eq!(kept, [r"a\", r"b c\d"].map(AbstractString::text));
    }

    #[test]
    fn unknown_parts_hide_separators_and_names_do_not() {
        let line = |hole: Piece| {
            AbstractString::empty().with_pieces([Piece::Text("a ".into()), hole, Piece::Text(" b".into())])
        };
        let unknown = split_record(&line(Piece::Unknown("x".into())), 3, " ", Backslashes::Kept);
        let shapes: Vec<Option<&str>> = unknown.iter().map(AbstractString::known).collect();
        assert_eq!(shapes, [Some("a"), None, None]);
        let segment = split_record(&line(Piece::Segment("id".into())), 3, " ", Backslashes::Kept);
        assert_eq!(segment.len(), 3);
        assert_eq!(segment[1].pieces(), [Piece::Segment("id".into())]);
        assert_eq!(segment[2].known(), Some("b"));
    }
}
