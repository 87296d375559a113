//! What the platform and well-known packages reach: names, as data (Node.js 20, Bun 1 and Deno 1 documentation).
//!
//! Owns the tables. What the functions that do something give stands in `natives`, `files` and `children`.

/// How far a module's functions reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// the platform's own module
    Platform,
    /// a package that writes no files by itself: what it is handed may run
    Harmless,
    /// a package with the functions of `fs`
    Files,
    /// a package with the functions of `child_process`
    Children,
    /// anything
    Unread,
}

/// Modules of the platform that are read here, sorted.
const PLATFORM: &[&str] = &[
    "assert",
    "assert/strict",
    "async_hooks",
    "buffer",
    "bun",
    "child_process",
    "console",
    "constants",
    "crypto",
    "diagnostics_channel",
    "dns",
    "dns/promises",
    "events",
    "fs",
    "fs/promises",
    "http",
    "http2",
    "https",
    "module",
    "net",
    "os",
    "path",
    "path/posix",
    "perf_hooks",
    "process",
    "punycode",
    "querystring",
    "readline",
    "readline/promises",
    "stream",
    "stream/promises",
    "string_decoder",
    "timers",
    "timers/promises",
    "tls",
    "tty",
    "url",
    "util",
    "util/types",
    "v8",
    "zlib",
];

/// Packages that only compute or speak over the network, sorted.
const HARMLESS: &[&str] = &[
    "@babel/parser",
    "@babel/traverse",
    "acorn",
    "ajv",
    "ansi-styles",
    "axios",
    "chalk",
    "cheerio",
    "colors",
    "commander",
    "csv-parse",
    "csv-parse/sync",
    "date-fns",
    "dayjs",
    "deepmerge",
    "diff",
    "dotenv",
    "ejs",
    "esprima",
    "fast-glob",
    "fast-xml-parser",
    "glob",
    "globby",
    "gray-matter",
    "handlebars",
    "htmlparser2",
    "immer",
    "ini",
    "js-yaml",
    "jsdom",
    "json5",
    "jsonc-parser",
    "jsonwebtoken",
    "kleur",
    "lodash",
    "luxon",
    "markdown-it",
    "marked",
    "micromatch",
    "minimatch",
    "minimist",
    "moment",
    "ms",
    "mustache",
    "mysql2",
    "nanoid",
    "node-fetch",
    "openai",
    "parse5",
    "pg",
    "picocolors",
    "picomatch",
    "postcss",
    "postgres",
    "prettier",
    "ramda",
    "redis",
    "semver",
    "slugify",
    "strip-ansi",
    "toml",
    "typescript",
    "undici",
    "uuid",
    "ws",
    "xml2js",
    "yaml",
    "yargs",
    "yargs-parser",
    "zod",
];

/// Globals that are read here, sorted.
const GLOBALS: &[&str] = &[
    "AbortController",
    "AbortSignal",
    "AggregateError",
    "Array",
    "ArrayBuffer",
    "Atomics",
    "BigInt",
    "Blob",
    "Boolean",
    "Buffer",
    "Bun",
    "DataView",
    "Date",
    "Deno",
    "Error",
    "EvalError",
    "Event",
    "EventTarget",
    "File",
    "Float32Array",
    "Float64Array",
    "FormData",
    "Function",
    "Headers",
    "Int16Array",
    "Int32Array",
    "Int8Array",
    "Intl",
    "JSON",
    "Map",
    "Math",
    "Number",
    "Object",
    "Promise",
    "Proxy",
    "RangeError",
    "ReferenceError",
    "Reflect",
    "RegExp",
    "Request",
    "Response",
    "Set",
    "SharedArrayBuffer",
    "String",
    "Symbol",
    "SyntaxError",
    "TextDecoder",
    "TextEncoder",
    "TypeError",
    "URIError",
    "URL",
    "URLSearchParams",
    "Uint16Array",
    "Uint32Array",
    "Uint8Array",
    "Uint8ClampedArray",
    "WeakMap",
    "WeakRef",
    "WeakSet",
    "WebAssembly",
    "WebSocket",
    "atob",
    "btoa",
    "clearImmediate",
    "clearInterval",
    "clearTimeout",
    "console",
    "crypto",
    "decodeURI",
    "decodeURIComponent",
    "encodeURI",
    "encodeURIComponent",
    "escape",
    "eval",
    "fetch",
    "isFinite",
    "isNaN",
    "navigator",
    "parseFloat",
    "parseInt",
    "performance",
    "process",
    "queueMicrotask",
    "setImmediate",
    "setInterval",
    "setTimeout",
    "structuredClone",
    "unescape",
];

/// Functions that reach further than their module, by their full names.
const FAR: &[&str] = &[
    "Bun.build",
    "Bun.plugin",
    "Bun.serve",
    "Deno.Command",
    "Deno.run",
    "Function",
    "WebAssembly",
    "eval",
    "module._load",
    "module.register",
    "module.runMain",
    "process.binding",
    "process.dlopen",
    "process.kill",
    "v8.setHeapSnapshotNearHeapLimit",
    "v8.writeHeapSnapshot",
];

/// How far a module reaches, by its name without `node:`.
pub(super) fn reach(name: &str) -> Reach {
    match name {
        "fs-extra" | "graceful-fs" | "original-fs" | "fs-jetpack" => Reach::Files,
        "cross-spawn" | "execa" => Reach::Children,
        _ if PLATFORM.binary_search(&name).is_ok() => Reach::Platform,
        _ if HARMLESS.binary_search(&name).is_ok() => Reach::Harmless,
        _ => Reach::Unread,
    }
}

/// Is it a global of the platform?
pub(super) fn is_global(name: &str) -> bool {
    GLOBALS.binary_search(&name).is_ok()
}

/// Does a function of the platform only compute, print, or speak over the network?
pub(super) fn is_harmless(name: &str) -> bool {
    if FAR.iter().any(|far| name == *far || name.strip_prefix(far).is_some_and(|rest| rest.starts_with('.')))
    {
        return false;
    }
    let module = name.split('.').next().unwrap_or(name);
    name.starts_with("pkg:")
        || PLATFORM.binary_search(&module).is_ok() && !matches!(module, "fs" | "child_process")
        || is_global(module)
        || matches!(module, "import" | "require" | "globalThis")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        for table in [PLATFORM, HARMLESS, GLOBALS, FAR] {
            assert!(table.is_sorted(), "{:?}", table.first());
        }
    }

    #[test]
    fn what_reaches_far_is_not_harmless() {
        for (name, expected) in [
            ("path.join", true),
            ("pkg:lodash.map", true),
            ("fs.unknown", false),
            ("eval", false),
            ("Deno.Command", false),
            ("Deno.readTextFile", true),
            ("process.dlopen", false),
        ] {
            assert_eq!(is_harmless(name), expected, "{name}");
        }
    }
}
