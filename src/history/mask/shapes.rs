//! Secrets that tell themselves by their shape: issuers' prefixes, tokens in parts, key blocks.
//!
//! The table holds one row an issuer's format. A prefix alone is never enough: its body has an alphabet, a length and,
//! where the prefix is a common word, a mix of signs.

/// The signs that a body is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// letters and digits
    Alnum,
    /// capitals and digits
    Upper,
    /// hexadecimal digits
    Hex,
    /// hexadecimal digits and hyphens
    HexHyphen,
    /// letters, digits, `-` and `_`
    Url,
    /// letters, digits, `-`, `_` and `.`
    UrlDot,
    /// letters, digits, `+`, `/`, `=`, `-` and `_`
    Base64,
    /// letters, digits, `.`, `/`, `$`, `=`, `,` and `+`, as in hashes of passwords
    Crypt,
}

impl Alphabet {
    /// Is the byte one of its signs?
    #[must_use]
    pub const fn has(self, byte: u8) -> bool {
        match self {
            Self::Alnum => byte.is_ascii_alphanumeric(),
            Self::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Self::Hex => byte.is_ascii_hexdigit(),
            Self::HexHyphen => byte.is_ascii_hexdigit() || byte == b'-',
            Self::Url => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'),
            Self::UrlDot => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'),
            Self::Base64 => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_'),
            Self::Crypt => {
                byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'/' | b'$' | b'=' | b',' | b'+')
            }
        }
    }
}

/// What a body must hold besides its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mix {
    /// nothing: the prefix tells enough
    Any,
    /// a digit
    Digit,
    /// a digit, a small letter and a capital
    Full,
}

/// One issuer's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What it begins with.
    pub prefix: &'static str,
    /// The signs of the rest.
    pub alphabet: Alphabet,
    /// The rest's length at least.
    pub least: usize,
    /// The rest's length at most; a longer run of the alphabet is something else.
    pub most: usize,
    /// What the rest must hold.
    pub mix: Mix,
}

const fn open(prefix: &'static str, alphabet: Alphabet, least: usize) -> Shape {
    Shape { prefix, alphabet, least, most: usize::MAX, mix: Mix::Any }
}

const fn mixed(prefix: &'static str, alphabet: Alphabet, least: usize, mix: Mix) -> Shape {
    Shape { prefix, alphabet, least, most: usize::MAX, mix }
}

const fn exact(prefix: &'static str, alphabet: Alphabet, length: usize, mix: Mix) -> Shape {
    Shape { prefix, alphabet, least: length, most: length, mix }
}

use Alphabet::{Alnum, Base64, Crypt, Hex, HexHyphen, Upper, Url, UrlDot};
use Mix::{Any, Digit, Full};

/// Sorted by prefix. Sources: each issuer's own documentation of its token formats.
pub const SHAPES: &[Shape] = &[
    mixed("$1$", Crypt, 24, Any),
    mixed("$2a$", Crypt, 50, Digit),
    mixed("$2b$", Crypt, 50, Digit),
    mixed("$2y$", Crypt, 50, Digit),
    mixed("$5$", Crypt, 40, Any),
    mixed("$6$", Crypt, 60, Any),
    mixed("$apr1$", Crypt, 24, Any),
    mixed("$argon2i$", Crypt, 40, Digit),
    mixed("$argon2id$", Crypt, 40, Digit),
    mixed("$y$", Crypt, 40, Any),
    mixed("1//0", Url, 40, Any),
    mixed("A3T", Upper, 17, Digit),
    exact("ABIA", Upper, 16, Any),
    open("ABSK", Base64, 100),
    exact("ACCA", Upper, 16, Any),
    open("AGE-SECRET-KEY-1", Upper, 50),
    exact("AIza", Url, 35, Any),
    mixed("AKCp", Alnum, 60, Full),
    exact("AKIA", Upper, 16, Any),
    mixed("AKID", Alnum, 28, Full),
    mixed("AKLT", Base64, 30, Full),
    mixed("AQVN", Url, 32, Digit),
    exact("ASIA", Upper, 16, Any),
    open("ATATT3", Base64, 60),
    mixed("ATBB", Alnum, 20, Full),
    open("ATCTT3", Base64, 60),
    open("CCIPAT_", Url, 30),
    open("CCIPRJ_", Url, 30),
    open("CFPAT-", Url, 30),
    open("CLOJARS_", Hex, 60),
    mixed("EAA", Alnum, 80, Full),
    mixed("EAAA", Url, 56, Full),
    open("EZAK", Alnum, 50),
    open("EZTK", Alnum, 50),
    open("FLWSECK", Url, 30),
    open("FLWSECK_TEST-", Alnum, 12),
    mixed("FlyV1", Base64, 40, Any),
    open("GOCSPX-", Url, 24),
    open("GR1348941", Url, 20),
    open("HRKU-", Url, 30),
    exact("LTAI", Alnum, 20, Any),
    open("NRAK-", Alnum, 27),
    open("NRII-", Url, 32),
    open("NRIQ-", Url, 32),
    open("PMAK-", HexHyphen, 50),
    open("RGAPI-", HexHyphen, 36),
    open("SG.", UrlDot, 60),
    exact("SK", Hex, 32, Digit),
    open("access-development-", HexHyphen, 36),
    open("access-production-", HexHyphen, 36),
    open("access-sandbox-", HexHyphen, 36),
    open("access_token$production$", Alnum, 30),
    open("access_token$sandbox$", Alnum, 30),
    exact("aio_", Alnum, 28, Digit),
    open("api_org_", Alnum, 30),
    open("bb_live_", Url, 20),
    open("bkct_", Alnum, 32),
    open("bkua_", Hex, 40),
    exact("cio", Alnum, 32, Full),
    mixed("csk-", Alnum, 40, Digit),
    mixed("dapi", HexHyphen, 32, Digit),
    open("dckr_oat_", Url, 27),
    open("dckr_pat_", Url, 27),
    open("doo_v1_", Hex, 64),
    open("dop_v1_", Hex, 64),
    open("dor_v1_", Hex, 64),
    open("dp.audit.", Alnum, 40),
    open("dp.ct.", Alnum, 40),
    open("dp.pt.", Alnum, 40),
    open("dp.sa.", Alnum, 40),
    open("dp.scim.", Alnum, 40),
    open("dp.st.", UrlDot, 40),
    open("dt0c01.", UrlDot, 80),
    open("dt0s01.", UrlDot, 80),
    open("duffel_live_", Url, 40),
    open("duffel_test_", Url, 40),
    open("e2b_", Hex, 40),
    open("figd_", Url, 38),
    open("fio-u-", Url, 60),
    open("fm1a_", Base64, 40),
    open("fm1r_", Base64, 40),
    open("fm2_", Base64, 40),
    open("fo1_", Url, 40),
    exact("fw_", Alnum, 24, Digit),
    open("gho_", Alnum, 30),
    open("ghp_", Alnum, 30),
    open("ghr_", Alnum, 30),
    open("ghs_", UrlDot, 30),
    open("ghu_", Alnum, 30),
    open("github_pat_", Url, 22),
    open("glagent-", UrlDot, 20),
    open("glc_", Base64, 32),
    open("glcbt-", UrlDot, 20),
    open("gldt-", UrlDot, 20),
    open("glffct-", UrlDot, 20),
    open("glft-", UrlDot, 20),
    open("glimt-", UrlDot, 20),
    open("gloas-", UrlDot, 20),
    open("glpat-", UrlDot, 20),
    open("glptt-", UrlDot, 20),
    open("glrt-", UrlDot, 20),
    open("glsa_", Url, 32),
    open("glsoat-", UrlDot, 20),
    mixed("gsk_", Alnum, 40, Full),
    mixed("hf_", Alnum, 30, Any),
    open("hvb.", Url, 60),
    open("hvr.", Url, 60),
    open("hvs.", Url, 24),
    mixed("jina_", Url, 40, Full),
    exact("key-", Hex, 32, Digit),
    open("lin_api_", Alnum, 32),
    open("lin_oauth_", Alnum, 32),
    open("ls__", Hex, 32),
    open("lsv2_pt_", Url, 32),
    open("lsv2_sk_", Url, 32),
    open("mfa.", Url, 60),
    mixed("napi_", Alnum, 40, Digit),
    mixed("nfc_", Alnum, 32, Full),
    mixed("nfp_", Alnum, 32, Any),
    exact("npm_", Alnum, 36, Any),
    mixed("ntn_", Alnum, 40, Digit),
    mixed("nvapi-", Url, 50, Any),
    exact("oauth:", Alnum, 30, Digit),
    open("ops_eyJ", Base64, 100),
    exact("oy2", Alnum, 43, Digit),
    open("pat-eu1-", HexHyphen, 36),
    open("pat-na1-", HexHyphen, 36),
    open("pat-na2-", HexHyphen, 36),
    open("pcsk_", Url, 40),
    mixed("phx_", Alnum, 32, Digit),
    exact("pnb_", Alnum, 36, Any),
    exact("pnu_", Alnum, 36, Any),
    open("pplx-", Alnum, 40),
    open("pscale_oauth_", UrlDot, 32),
    open("pscale_pw_", UrlDot, 32),
    open("pscale_tkn_", UrlDot, 32),
    exact("pul-", Hex, 40, Digit),
    open("pypi-AgE", Url, 40),
    exact("r8_", Alnum, 37, Any),
    open("rdme_", Alnum, 60),
    mixed("re_", Url, 24, Full),
    open("rk_live_", Alnum, 16),
    open("rk_test_", Alnum, 16),
    mixed("rnd_", Alnum, 28, Full),
    mixed("rpa_", Alnum, 40, Digit),
    open("rubygems_", Hex, 48),
    open("rzp_live_", Alnum, 14),
    open("rzp_test_", Alnum, 14),
    exact("s.", Alnum, 24, Full),
    open("sb_secret_", Url, 20),
    open("sbp_", Hex, 40),
    exact("sdk-", HexHyphen, 36, Digit),
    exact("secret_", Alnum, 43, Full),
    open("sgp_", Url, 40),
    open("sha256~", Url, 43),
    open("shippo_live_", Hex, 40),
    open("shippo_test_", Hex, 40),
    open("shpat_", Hex, 32),
    open("shpca_", Hex, 32),
    open("shppa_", Hex, 32),
    open("shpss_", Hex, 32),
    open("shptka_", Hex, 32),
    open("signkey-prod-", Hex, 32),
    mixed("sk-", Alnum, 20, Full),
    open("sk-None-", Url, 40),
    open("sk-admin-", Url, 40),
    open("sk-ant-", Url, 40),
    open("sk-lf-", HexHyphen, 36),
    open("sk-or-v1-", Hex, 60),
    open("sk-proj-", Url, 40),
    open("sk-svcacct-", Url, 40),
    open("sk.eyJ", UrlDot, 60),
    exact("sk_", Hex, 48, Digit),
    open("sk_live_", Url, 16),
    open("sk_test_", Url, 16),
    mixed("sl.", Url, 60, Full),
    open("sntrys_", Base64, 60),
    open("sntryu_", Hex, 60),
    open("sq0atp-", Url, 22),
    open("sq0csp-", Url, 43),
    exact("sqa_", Hex, 40, Digit),
    exact("sqp_", Hex, 40, Digit),
    exact("sqst_", Hex, 40, Digit),
    exact("squ_", Hex, 40, Digit),
    open("tfp_", UrlDot, 40),
    open("tgp_v1_", Url, 40),
    open("tr_dev_", Alnum, 20),
    open("tr_prod_", Alnum, 20),
    open("tskey-", Url, 20),
    mixed("tvly-", Url, 28, Digit),
    open("v1.0-", HexHyphen, 100),
    mixed("vcp_", Alnum, 50, Full),
    open("whsec_", Base64, 24),
    mixed("xai-", Alnum, 60, Full),
    mixed("xapp-", Url, 20, Digit),
    open("xkeysib-", Url, 60),
    mixed("xoxa-", Url, 20, Digit),
    mixed("xoxb-", Url, 20, Digit),
    mixed("xoxc-", Url, 20, Digit),
    mixed("xoxd-", Base64, 20, Digit),
    mixed("xoxe-", Url, 20, Digit),
    open("xoxe.xoxb-", Url, 60),
    open("xoxe.xoxp-", Url, 60),
    mixed("xoxo-", Url, 20, Digit),
    mixed("xoxp-", Url, 20, Digit),
    mixed("xoxr-", Url, 20, Digit),
    mixed("xoxs-", Url, 20, Digit),
    mixed("xprv", Alnum, 100, Full),
    open("ya29.", Url, 20),
    open("zpka_", Url, 30),
];

/// The length in bytes of a secret that begins at the start of `text`.
#[must_use]
pub fn length(text: &[u8]) -> Option<usize> {
    let first = *text.first()?;
    let from = SHAPES.partition_point(|shape| first_byte(shape) < first);
    let rows = SHAPES.get(from..)?.iter().take_while(|shape| first_byte(shape) == first);
    rows.filter_map(|shape| match_shape(shape, text)).max()
}

/// Is it the id of a key of Amazon's, which its secret often stands beside?
#[must_use]
pub fn is_amazon_key(text: &[u8]) -> bool {
    text.starts_with(b"AKIA") || text.starts_with(b"ASIA")
}

fn first_byte(shape: &Shape) -> u8 {
    shape.prefix.as_bytes().first().copied().unwrap_or(0)
}

fn match_shape(shape: &Shape, text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(shape.prefix.as_bytes())?;
    let run = rest.iter().take_while(|byte| shape.alphabet.has(**byte)).count();
    let body = rest.get(..run)?;
    // A full stop or a hyphen at the end belongs to the sentence.
    let trimmed =
        body.iter().rposition(|byte| !matches!(byte, b'.' | b'-' | b',')).map_or(0, |last| last + 1);
    let body = body.get(..trimmed)?;
    let fits = (shape.least..=shape.most).contains(&body.len()) && holds(body, shape.mix) && varied(body);
    let ends = rest.get(run).is_none_or(|byte| !byte.is_ascii_alphanumeric());
    (fits && ends).then_some(shape.prefix.len() + body.len())
}

fn holds(body: &[u8], mix: Mix) -> bool {
    let digit = || body.iter().any(u8::is_ascii_digit);
    let cases = || body.iter().any(u8::is_ascii_lowercase) && body.iter().any(u8::is_ascii_uppercase);
    match mix {
        Mix::Any => true,
        Mix::Digit => digit(),
        Mix::Full => digit() && cases(),
    }
}

/// Not a place holder such as `xxxxxxxx`.
fn varied(body: &[u8]) -> bool {
    let mut seen = [false; 256];
    for byte in body {
        if let Some(seen) = seen.get_mut(usize::from(*byte)) {
            *seen = true;
        }
    }
    seen.iter().filter(|seen| **seen).count() >= 4
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A body of the row's alphabet and least length, made of its signs in an order that mixes them.
    fn body(shape: &Shape) -> String {
        let signs: Vec<char> = "q7Wz3Rk9Lx2Vb8Mn4Tc6Yd1Gf5Hj0Ps"
            .chars()
            .map(|sign| if shape.alphabet == Upper { sign.to_ascii_uppercase() } else { sign })
            .filter(|sign| u8::try_from(*sign).is_ok_and(|byte| shape.alphabet.has(byte)))
            .collect();
        let hex: Vec<char> = "7b3e9f2a8c4d6051".chars().collect();
        let signs = if matches!(shape.alphabet, Hex | HexHyphen) { hex } else { signs };
        signs.into_iter().cycle().take(shape.least).collect()
    }

    #[test]
    fn rows_are_sorted_and_unique() {
        for pair in SHAPES.windows(2) {
            assert!(pair[0].prefix < pair[1].prefix, "{} {}", pair[0].prefix, pair[1].prefix);
        }
    }

    #[test]
    fn every_row_finds_its_own_and_leaves_what_is_too_short() {
        for shape in SHAPES {
            let secret = format!("{}{}", shape.prefix, body(shape));
            assert_eq!(length(secret.as_bytes()), Some(secret.len()), "{}", shape.prefix);
            let with_tail = format!("{secret} rest");
            assert_eq!(length(with_tail.as_bytes()), Some(secret.len()), "{}", shape.prefix);
            let short: String = body(shape).chars().take(3).collect();
            assert_eq!(length(format!("{}{short}", shape.prefix).as_bytes()), None, "{}", shape.prefix);
            let placeholder = format!("{}{}", shape.prefix, "x".repeat(shape.least));
            assert_eq!(length(placeholder.as_bytes()), None, "{}", shape.prefix);
        }
    }

    #[test]
    fn common_words_with_a_prefix_are_none() {
        let words = [
            "sk-circle-fade-dot-animation-container",
            "hf_hub_download_and_cache_everything_now",
            "npm_config_registry",
            "re_export_all_of_the_sources_here",
            "pul-request-template-for-contributors",
            "sl.something_long_with_words",
            "fc-list-of-fonts-and-their-families",
            "SKIP_EVERY_TEST_THAT_NEEDS_A_NETWORK",
            "pat-na1-guide",
            "glpat-",
            "xoxb-",
            "AKIA_IS_A_PREFIX",
            "s.replace_all_of_the_matches()",
            "pypi-AgEI",
        ];
        for word in words {
            assert_eq!(length(word.as_bytes()), None, "{word}");
        }
    }
}
