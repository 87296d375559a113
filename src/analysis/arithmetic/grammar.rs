//! The grammar of expressions, one method a level of binding, loosest first; each gives the value of what it reads.

use super::operator::{LEVELS, binary, connect, step};
use super::token::Token;
use super::{Answer, Evaluator, Failure, Mode, NESTING_CAP, Operand, Value, plain, syntax_error, too_deep};

impl Evaluator<'_, '_, '_> {
    pub(super) fn comma(&mut self, mode: Mode) -> Answer {
        let mut last = self.assignment(mode)?;
        while self.eat(",") {
            last = plain(self.assignment(mode)?.value);
        }
        Ok(last)
    }

    fn assignment(&mut self, mode: Mode) -> Answer {
        self.descend()?;
        let left = self.ternary(mode)?;
        let operator = self.operator();
        let is_assignment = operator == "="
            || (operator.len() > 1
                && operator.ends_with('=')
                && !matches!(operator, "==" | "!=" | "<=" | ">="));
        if !is_assignment {
            self.depth -= 1;
            return Ok(left);
        }
        let Some(place) = left.place else {
            return Err(Failure::Refused("an assignment to what is no variable".into()));
        };
        self.place += 1;
        let right = self.assignment(mode)?.value;
        let value = match operator.strip_suffix('=') {
            Some("") | None => right,
            Some(operation) => binary(operation, &left.value, &right, mode)?,
        };
        self.assign(&place, &value, mode);
        self.depth -= 1;
        Ok(plain(value))
    }

    fn ternary(&mut self, mode: Mode) -> Answer {
        let condition = self.logical(mode, 0)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let yes = self.comma(mode.behind(&condition.value, true))?.value;
        if !self.eat(":") {
            return Err(syntax_error());
        }
        let no = self.assignment(mode.behind(&condition.value, false))?.value;
        Ok(plain(match (condition.value, yes, no) {
            (Value::Known(0), _, no) => no,
            (Value::Known(_), yes, _) => yes,
            (Value::Unknown(_), Value::Known(yes), Value::Known(no)) if yes == no => Value::Known(yes),
            (unknown, ..) => unknown,
        }))
    }

    /// `||` (level 0) and `&&` (level 1), which may leave their right side out.
    fn logical(&mut self, mode: Mode, level: usize) -> Answer {
        let (operator, deciding) = if level == 0 { ("||", true) } else { ("&&", false) };
        let mut left = if level == 0 { self.logical(mode, 1)? } else { self.binary_level(mode, 0)? };
        while self.eat(operator) {
            let inner = mode.behind(&left.value, !deciding);
            let right = if level == 0 { self.logical(inner, 1)? } else { self.binary_level(inner, 0)? };
            left = plain(connect(&left.value, &right.value, deciding));
        }
        Ok(left)
    }

    fn binary_level(&mut self, mode: Mode, level: usize) -> Answer {
        let Some(operators) = LEVELS.get(level) else { return self.power(mode) };
        let mut left = self.binary_level(mode, level + 1)?;
        while operators.contains(&self.operator()) {
            let operator = self.operator();
            self.place += 1;
            let right = self.binary_level(mode, level + 1)?;
            left = plain(binary(operator, &left.value, &right.value, mode)?);
        }
        Ok(left)
    }

    /// `**` binds to the right, and looser than unary operators.
    fn power(&mut self, mode: Mode) -> Answer {
        let base = self.unary(mode)?;
        if !self.eat("**") {
            return Ok(base);
        }
        self.descend()?;
        let exponent = self.power(mode)?;
        self.depth -= 1;
        Ok(plain(binary("**", &base.value, &exponent.value, mode)?))
    }

    fn unary(&mut self, mode: Mode) -> Answer {
        let operator = self.operator();
        if !matches!(operator, "!" | "~" | "+" | "-" | "++" | "--") {
            return self.postfix(mode);
        }
        self.place += 1;
        self.descend()?;
        let operand = self.unary(mode)?;
        self.depth -= 1;
        let is_step = matches!(operator, "++" | "--");
        if let (true, Some(place)) = (is_step, &operand.place) {
            let value = step(&operand.value, operator);
            self.assign(place, &value, mode);
            return Ok(plain(value));
        }
        let Value::Known(value) = operand.value else { return Ok(plain(operand.value)) };
        Ok(plain(Value::Known(match operator {
            "!" => i64::from(value == 0),
            "~" => !value,
            "-" => value.wrapping_neg(),
            _ => value,
        })))
    }

    fn postfix(&mut self, mode: Mode) -> Answer {
        let operand = self.primary(mode)?;
        let operator = self.operator();
        if !matches!(operator, "++" | "--") {
            return Ok(operand);
        }
        let Some(place) = &operand.place else { return Ok(operand) };
        self.place += 1;
        self.assign(place, &step(&operand.value, operator), mode);
        Ok(plain(operand.value))
    }

    fn primary(&mut self, mode: Mode) -> Answer {
        let token = self.peek().clone();
        self.place += 1;
        match token {
            Token::Number(value) => Ok(plain(Value::Known(value))),
            Token::Hole(why) => Ok(plain(Value::Unknown(why))),
            Token::Name(name, subscript) => {
                let value = self.variable(&name, subscript.as_ref(), mode)?;
                Ok(Operand { value, place: Some((name, subscript)) })
            }
            Token::Operator("(") => {
                let inner = self.comma(mode)?;
                if self.eat(")") { Ok(plain(inner.value)) } else { Err(syntax_error()) }
            }
            Token::Error(why) => Err(Failure::Refused(why)),
            Token::Operator(_) | Token::End => Err(syntax_error()),
        }
    }

    pub(super) fn peek(&self) -> &Token {
        self.tokens.get(self.place).unwrap_or(&Token::End)
    }

    fn operator(&self) -> &'static str {
        if let Token::Operator(operator) = self.peek() { operator } else { "" }
    }

    fn eat(&mut self, operator: &str) -> bool {
        let is_here = self.operator() == operator;
        self.place += usize::from(is_here);
        is_here
    }

    /// Goes one level down; the caller comes up again.
    fn descend(&mut self) -> Result<(), Failure> {
        self.depth += 1;
        if self.depth > NESTING_CAP { Err(too_deep()) } else { Ok(()) }
    }
}
