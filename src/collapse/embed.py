"""Text files as C string literals: embed.py OUTPUT INPUT..."""
import json
import sys

output, inputs = sys.argv[1], sys.argv[2:]
with open(output, "w") as out:
    lengths = []
    for number, name in enumerate(inputs):
        with open(name, encoding="ascii") as text:
            lines = text.readlines()
        lengths.append(sum(len(line) for line in lines))
        out.write(f"static const char ihop_emu_part_{number}[] =\n")
        out.writelines(json.dumps(line) + "\n" for line in lines)
        out.write(";\n")
    names = ", ".join(f"ihop_emu_part_{n}" for n in range(len(inputs)))
    out.write(f"static const char *const ihop_emu_parts[] = {{ {names} }};\n")
    out.write(f"static const int ihop_emu_lengths[] = {{ {', '.join(map(str, lengths))} }};\n")
