//! The byte classes: one table that says what a byte means to the scanning loops.
//!
//! Bytes above 0x7f belong to no class: Bash's metacharacters and quotes are all ASCII.

/// Ends an unquoted word: blanks, newline and the metacharacters (manual, section 2, "metacharacter").
const BREAK: u8 = 1;
/// Must be looked at inside an unquoted word: a break, a quote, an expansion, a pattern or brace character.
const WORD_STOP: u8 = 2;
/// Must be looked at inside double quotes and here-documents.
const DOUBLE_QUOTE_STOP: u8 = 4;
/// May stand in a name.
const NAME: u8 = 8;
/// May begin a name.
const NAME_START: u8 = 16;
/// Is a special parameter by itself.
const SPECIAL_PARAMETER: u8 = 32;
/// Must be looked at inside `${…}`, arithmetic and subscripts.
const OPERAND_STOP: u8 = 64;

static CLASSES: [u8; 256] = classes();

/// True for a space or a tab.
pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// True for a byte that ends an unquoted word.
pub(crate) fn is_break(byte: u8) -> bool {
    has(byte, BREAK)
}

/// True for a byte that the word loop must look at.
pub(crate) fn is_word_stop(byte: u8) -> bool {
    has(byte, WORD_STOP)
}

/// True for a byte that the double-quote loop must look at.
pub(crate) fn is_double_quote_stop(byte: u8) -> bool {
    has(byte, DOUBLE_QUOTE_STOP)
}

/// True for a byte that the operand loops must look at.
pub(crate) fn is_operand_stop(byte: u8) -> bool {
    has(byte, OPERAND_STOP)
}

/// True for a letter, a digit or `_`.
pub(crate) fn is_name(byte: u8) -> bool {
    has(byte, NAME)
}

/// True for a letter or `_`.
pub(crate) fn is_name_start(byte: u8) -> bool {
    has(byte, NAME_START)
}

/// True for one of `@ * # ? - $ !`.
pub(crate) fn is_special_parameter(byte: u8) -> bool {
    has(byte, SPECIAL_PARAMETER)
}

#[expect(clippy::indexing_slicing, reason = "a byte is below 256")]
fn has(byte: u8, class: u8) -> bool {
    CLASSES[byte as usize] & class != 0
}

#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn mark(mut table: [u8; 256], members: &[u8], class: u8) -> [u8; 256] {
    let mut index = 0;
    while index < members.len() {
        table[members[index] as usize] |= class;
        index += 1;
    }
    table
}

const fn classes() -> [u8; 256] {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    let table = mark([0; 256], b" \t\n()<>;|&", BREAK | WORD_STOP);
    let table = mark(table, b"\\'\"$`*?[{~", WORD_STOP);
    let table = mark(table, b"\\\"$`", DOUBLE_QUOTE_STOP);
    let table = mark(table, b"\\\"'$`}])([/:;?*<>~", OPERAND_STOP);
    let table = mark(table, LETTERS, NAME | NAME_START);
    let table = mark(table, b"0123456789", NAME);
    mark(table, b"@*#?-$!", SPECIAL_PARAMETER)
}
