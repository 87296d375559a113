//! The part of JSON Schema that the schemas under `docs/` use.

use serde_json::{Value, json};

/// Where `value` does not fit the rule `schema` of `root`; a panic on any keyword that this does not read.
pub fn mismatch(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    schema.as_object().unwrap().iter().find_map(|(keyword, rule)| {
        let fits = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" | "required" => true,
            "properties" => return object_mismatch(root, schema, value),
            "additionalProperties" => {
                let known = schema["properties"].as_object().unwrap();
                *rule == json!(false) && value.as_object()?.keys().all(|key| known.contains_key(key))
            }
            "$ref" => {
                let target = root.pointer(rule.as_str()?.strip_prefix('#')?).unwrap();
                return mismatch(root, target, value);
            }
            "oneOf" => {
                let fitting = rule.as_array()?.iter().filter(|rule| mismatch(root, rule, value).is_none());
                fitting.count() == 1
            }
            "type" => match rule {
                Value::Array(types) => types.iter().any(|name| has_type(name, value)),
                name => has_type(name, value),
            },
            "const" => rule == value,
            "enum" => rule.as_array()?.contains(value),
            "minimum" => value.as_i64() >= rule.as_i64(),
            "minItems" => value.as_array()?.len() as u64 >= rule.as_u64()?,
            "maxItems" => value.as_array()?.len() as u64 <= rule.as_u64()?,
            "minLength" => value.as_str()?.chars().count() as u64 >= rule.as_u64()?,
            "prefixItems" => {
                let mut pairs = rule.as_array()?.iter().zip(value.as_array()?);
                return pairs.find_map(|(rule, item)| mismatch(root, rule, item));
            }
            "items" => return value.as_array()?.iter().find_map(|item| mismatch(root, rule, item)),
            other => panic!("the schema uses `{other}`, which these tests do not read"),
        };
        (!fits).then(|| format!("{keyword} {rule} is not met by {value}"))
    })
}

fn object_mismatch(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    let object = value.as_object()?;
    let absent = |name: &&Value| !object.contains_key(name.as_str().unwrap());
    if let Some(name) = schema["required"].as_array().and_then(|names| names.iter().find(absent)) {
        return Some(format!("{name} is missing in {value}"));
    }
    let fields = schema["properties"].as_object()?;
    object.iter().find_map(|(name, value)| mismatch(root, fields.get(name)?, value))
}

fn has_type(name: &Value, value: &Value) -> bool {
    match name.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        other => panic!("unknown type {other}"),
    }
}
