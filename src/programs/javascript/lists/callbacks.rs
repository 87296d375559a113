//! Methods of lists that hand their members to a function.

use crate::programs::javascript::{Evaluated, Run, Stop};
use crate::programs::value::Value;
use crate::span::Span;

/// Longer lists are not sorted by a program's own function (members).
const SORTED_CAP: usize = 32;

impl<'a, 'r: 'a> Run<'a, 'r> {
    pub(super) fn over_members(
        &mut self,
        list: &Value,
        name: &str,
        members: Vec<Value>,
        function: &Value,
        span: Span,
    ) -> Evaluated<'a> {
        let mut given = Vec::new();
        for (number, member) in members.iter().enumerate() {
            let at = Value::Int(i64::try_from(number).unwrap_or(0));
            let value = self.call_value(function, vec![member.clone(), at, list.clone()], None, span)?;
            let truth = self.truth(&value);
            given.push(value);
            if name == "find" && truth == Some(true) {
                // One in front of it may fit too.
                let truths: Vec<Option<bool>> = given.iter().map(|value| self.truth(value)).collect();
                let fit = members.iter().zip(truths).filter(|(_, truth)| *truth != Some(false));
                return Ok(fit.map(|(member, _)| member.clone()).reduce(Value::or).unwrap_or(Value::Nothing));
            }
        }
        let truths: Vec<Option<bool>> = given.iter().map(|value| self.truth(value)).collect();
        Ok(match name {
            "map" => self.new_list(given),
            "flatMap" => {
                let mut all = Vec::new();
                for value in given {
                    match self.elements(&value) {
                        Some(more) => all.extend(more),
                        None => all.push(value),
                    }
                }
                self.new_list(all)
            }
            "filter" => {
                if truths.contains(&None) {
                    let kept = members.into_iter().zip(&truths).filter(|(_, truth)| **truth != Some(false));
                    let kept = kept.map(|(member, _)| member).collect();
                    return Ok(self.some_of(kept));
                }
                let kept = members.into_iter().zip(&truths).filter(|(_, truth)| **truth == Some(true));
                let kept = kept.map(|(member, _)| member).collect();
                self.new_list(kept)
            }
            "some" if truths.contains(&Some(true)) => Value::Bool(true),
            "some" if !truths.contains(&None) => Value::Bool(false),
            "every" if truths.contains(&Some(false)) => Value::Bool(false),
            "every" if !truths.contains(&None) => Value::Bool(true),
            "find" if !truths.contains(&None) => Value::Nothing,
            "find" => self.any_element(list),
            "forEach" => Value::Nothing,
            _ => Value::unknown("what a list's method gives"),
        })
    }

    pub(super) fn reduce(
        &mut self,
        members: Vec<Value>,
        function: &Value,
        start: Option<Value>,
        span: Span,
    ) -> Evaluated<'a> {
        let mut members = members.into_iter();
        let Some(mut value) = start.or_else(|| members.next()) else { return Ok(Value::Nothing) };
        for member in members {
            value = self.call_value(function, vec![value, member], None, span)?;
        }
        Ok(value)
    }

    /// The members in the order that `sort` gives them: by their texts, or by what a function says of two of them.
    /// `None` where that is not known.
    pub(super) fn sorted(
        &mut self,
        members: Vec<Value>,
        function: Option<&Value>,
        span: Span,
    ) -> Result<Option<Vec<Value>>, Stop<'a>> {
        let Some(function) = function.filter(|function| **function != Value::Nothing) else {
            return Ok(self.sorted_by_text(members));
        };
        if members.len() > SORTED_CAP {
            self.handed_over(std::slice::from_ref(function), span)?;
            return Ok(None);
        }
        let mut sorted: Vec<Value> = Vec::with_capacity(members.len());
        for member in members {
            let mut place = sorted.len();
            while let Some(before) = place.checked_sub(1).and_then(|before| sorted.get(before)) {
                let pair = vec![before.clone(), member.clone()];
                match self.call_value(function, pair, None, span)?.number() {
                    Some(number) if number > 0 => place -= 1,
                    Some(_) => break,
                    None => return Ok(None),
                }
            }
            sorted.insert(place, member);
        }
        Ok(Some(sorted))
    }

    fn sorted_by_text(&self, members: Vec<Value>) -> Option<Vec<Value>> {
        let keyed = members.into_iter().map(|member| {
            let key: Vec<u16> = self.text_of(&member).known()?.encode_utf16().collect();
            Some((key, member))
        });
        let mut keyed = keyed.collect::<Option<Vec<_>>>()?;
        keyed.sort_by(|left, right| left.0.cmp(&right.0));
        Some(keyed.into_iter().map(|(_, member)| member).collect())
    }
}
