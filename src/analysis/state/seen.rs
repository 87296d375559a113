//! Which intents a path has.

use std::rc::Rc;

/// A set of intents, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    low: u128,
    high: Option<Rc<Vec<u128>>>,
}

impl Seen {
    /// Adds one.
    pub fn insert(&mut self, number: usize) {
        let (word, bit) = (number / 128, 1_u128 << (number % 128));
        if word == 0 {
            self.low |= bit;
            return;
        }
        let high = Rc::make_mut(self.high.get_or_insert_default());
        if high.len() < word {
            high.resize(word, 0);
        }
        if let Some(slot) = high.get_mut(word - 1) {
            *slot |= bit;
        }
    }

    /// Is it there?
    #[must_use]
    pub fn contains(&self, number: usize) -> bool {
        let (word, bit) = (number / 128, 1_u128 << (number % 128));
        if word == 0 {
            return self.low & bit != 0;
        }
        self.high.as_ref().and_then(|high| high.get(word - 1)).is_some_and(|slot| slot & bit != 0)
    }

    /// Keeps what both have.
    pub fn intersect(&mut self, other: &Self) {
        self.low &= other.low;
        match (&mut self.high, &other.high) {
            (Some(mine), Some(others)) if !Rc::ptr_eq(mine, others) => {
                for (slot, other) in
                    Rc::make_mut(mine).iter_mut().zip(others.iter().chain(std::iter::repeat(&0)))
                {
                    *slot &= other;
                }
            }
            (Some(_), Some(_)) => {}
            (high, _) => *high = None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Seen;

    #[test]
    fn sets_of_intents() {
        let mut seen = Seen::default();
        for number in [0, 127, 128, 1000] {
            seen.insert(number);
        }
        assert!(seen.contains(127) && seen.contains(1000) && !seen.contains(999));
        let mut other = Seen::default();
        other.insert(1000);
        seen.intersect(&other);
        assert!(seen.contains(1000) && !seen.contains(0) && !seen.contains(128));
    }
}
