//! The little HTML that the page is made of.

/// An element; without a class the attribute is left out. `content` is markup.
pub(super) fn tag(name: &str, class: &str, content: &str) -> String {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    format!("<{name}{class}>{content}</{name}>")
}

/// A list of items, each with its class and markup; nothing if there are none.
pub(super) fn list<'class>(class: &str, items: impl IntoIterator<Item = (&'class str, String)>) -> String {
    let items: String = items.into_iter().map(|(class, content)| tag("li", class, &content) + "\n").collect();
    if items.is_empty() { items } else { tag("ul", class, &items) }
}

/// A text as markup: signs of HTML escaped, control characters and those that turn the writing direction made visible.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(sign),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => out.push('\u{fffd}'),
            sign if sign.is_control() => out.push('\u{fffd}'),
            sign => out.push(sign),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_no_markup() {
        assert_eq!(escape("<b onclick='x'>&\u{1b}[0m"), "&lt;b onclick=&#39;x&#39;&gt;&amp;\u{fffd}[0m");
        assert_eq!(escape("a\u{202e}b"), "a\u{fffd}b");
    }

    #[test]
    fn no_items_make_no_list() {
        assert_eq!(list("rows", []), "");
        assert_eq!(list("rows", [("", "a".to_owned())]), "<ul class=\"rows\"><li>a</li>\n</ul>");
    }
}
