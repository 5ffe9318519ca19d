"""As much of JSON Schema as data/schema uses: a sentence for each place that does not keep to it."""
import json
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data/schema"
KINDS = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool,
         "null": type(None)}


def resolve(rule, root):
    if "$ref" not in rule:
        return rule, root
    name, _, path = rule["$ref"].partition("#")
    root = json.loads((FOLDER / name).read_text()) if name else root
    for part in path.strip("/").split("/"):
        rule = root[part] if part == path.strip("/").split("/")[0] else rule[part]
    return rule, root


def problems(value, rule, root, where):
    rule, root = resolve(rule, root)
    kinds = rule.get("type", list(KINDS))
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if not any(isinstance(value, KINDS[kind]) for kind in kinds):
        return [f"{where}: {value!r} is no {' or '.join(kinds)}"]
    if value not in rule.get("enum", [value]) or value != rule.get("const", value):
        return [f"{where}: {value!r} is none of those listed"]
    found = []
    if isinstance(value, dict):
        found += [f"{where}: no {name}" for name in rule.get("required", []) if name not in value]
        known = rule.get("properties")
        for name, inner in value.items() if known is not None else ():
            found += problems(inner, known[name], root, f"{where}.{name}") if name in known \
                else [f"{where}: {name} is not in the schema"]
    if isinstance(value, list):
        for i, inner in enumerate(value):
            found += problems(inner, rule.get("items", {}), root, f"{where}[{i}]")
    return found


def check(document, name):
    """What is wrong with a document (parsed), by data/schema/NAME.schema.json."""
    root = json.loads((FOLDER / f"{name}.schema.json").read_text())
    return problems(document, root, root, "document")
