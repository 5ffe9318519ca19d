"""As much of JSON Schema as data/schema and data/web/openapi.json use: a sentence for each place that does not keep to it."""
import json
import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "data/schema"
KINDS = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "null": type(None),
         "boolean": bool}


class Schema:
    """A document that describes others: #/… leads into itself, NAME#/… into a file of data/schema. is_strict: members
    of an object whose members are described must be among them."""

    def __init__(self, document, is_strict=False):
        self.document, self.is_strict = document, is_strict

    @classmethod
    def read(cls, name, is_strict=True):
        return cls(json.loads((FOLDER / name).read_text(encoding="utf-8")), is_strict)

    def resolve(self, schema):
        """The schema without references, and the document that its own references lead into."""
        home = self
        while "$ref" in schema:
            name, _, way = schema["$ref"].partition("#")
            home = Schema.read(name, self.is_strict) if name else home
            target = home.document
            for part in way.strip("/").split("/"):
                target = target[part]
            schema = {**target, **{k: v for k, v in schema.items() if k != "$ref"}}
        return schema, home

    def faults(self, value, schema=None, where="$"):
        schema, home = self.resolve(self.document if schema is None else schema)
        kinds = schema.get("type")
        if kinds:
            kinds = [kinds] if isinstance(kinds, str) else kinds
            if not any(isinstance(value, KINDS[kind]) and not (kind in ("integer", "number") and isinstance(value, bool))
                       for kind in kinds):
                yield f"{where}: {value!r} is no {kinds}"
                return
        if "enum" in schema and value not in schema["enum"]:
            yield f"{where}: {value!r} is none of {schema['enum']}"
        if "const" in schema and value != schema["const"]:
            yield f"{where}: {value!r} is not {schema['const']!r}"
        if "pattern" in schema and not re.search(schema["pattern"], value):
            yield f"{where}: {value!r} does not look like {schema['pattern']}"
        if "minimum" in schema and value is not None and value < schema["minimum"]:
            yield f"{where}: {value} is too small"
        for part in schema.get("allOf", []):
            some = Schema(home.document)  # a part describes only a part
            if "if" not in part or not list(some.faults(value, part["if"], where)):
                yield from some.faults(value, part.get("then", part), where)
        if "oneOf" in schema and sum(not list(home.faults(value, part, where)) for part in schema["oneOf"]) != 1:
            yield f"{where}: not one of those described"
        if isinstance(value, list):
            yield from home.in_list(value, schema, where)
        if isinstance(value, dict):
            yield from home.in_object(value, schema, where)

    def in_list(self, value, schema, where):
        if len(value) < schema.get("minItems", 0):
            yield f"{where}: too few"
        for i, element in enumerate(value):
            yield from self.faults(element, schema.get("items", {}), f"{where}[{i}]")

    def in_object(self, value, schema, where):
        for name in schema.get("required", []):
            if name not in value:
                yield f"{where}: {name} is missing"
        known, others = schema.get("properties", {}), schema.get("additionalProperties")
        for name, element in value.items():
            if name in known:
                yield from self.faults(element, known[name], f"{where}.{name}")
            elif others is False or (self.is_strict and "properties" in schema and others is None):
                yield f"{where}: {name} is not described"
            elif isinstance(others, dict):
                yield from self.faults(element, others, f"{where}.{name}")


def check(document, name):
    """What is wrong with a document (parsed), by data/schema/NAME.schema.json."""
    return list(Schema.read(f"{name}.schema.json").faults(document))
