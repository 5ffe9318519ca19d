"""A text file as a C string literal: embed.py INPUT OUTPUT."""
import json
import sys

with open(sys.argv[1], encoding="ascii") as lines, open(sys.argv[2], "w") as out:
    for line in lines:
        out.write(json.dumps(line) + "\n")
