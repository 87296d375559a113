//! What a change does to a file, as people read it: unified, three lines around each change.

use imara_diff::{Algorithm, BasicLineDiffPrinter, Diff, InternedInput, UnifiedDiffConfig};

/// Files larger than this are not compared line by line (bytes).
pub const SIZE_CAP: usize = 4 << 20;

/// The change from one text to another as a unified diff with its two head lines; empty if there is none. A missing file
/// is `None`.
#[must_use]
pub fn unified(path: &str, before: Option<&str>, after: Option<&str>) -> String {
    let (old, new) = (before.unwrap_or_default(), after.unwrap_or_default());
    if before == after {
        return String::new();
    }
    let side = |there: bool| if there { path } else { "/dev/null" };
    let head = format!("--- {}\n+++ {}\n", side(before.is_some()), side(after.is_some()));
    if old.len().max(new.len()) > SIZE_CAP {
        return format!("{head}(too large to compare)\n");
    }
    let input = InternedInput::new(old, new);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let printer = BasicLineDiffPrinter(&input.interner);
    format!("{head}{}", diff.unified_diff(&printer, UnifiedDiffConfig::default(), &input))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_the_change_and_nothing_else() {
        let told = unified("/f", Some("a\nb\nc\n"), Some("a\nc\nd\n"));
        assert_eq!(told, "--- /f\n+++ /f\n@@ -1,3 +1,3 @@\n a\n-b\n c\n+d\n");
        assert_eq!(unified("/f", Some("a\n"), Some("a\n")), "");
        assert!(unified("/f", None, Some("a\n")).starts_with("--- /dev/null\n+++ /f\n"));
    }
}
