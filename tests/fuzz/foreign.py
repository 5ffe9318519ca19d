"""Random programs in words that mean something else in C++, in CUDA's headers or in those of the C library: the same
program, but for its names. Types stand in each other, and marks come out of macros."""
import random
import re

WORDS = ["new", "class", "template", "this", "private", "typename", "operator", "namespace", "virtual", "delete", "and", "or",
         "not", "bitand", "try", "catch", "export", "friend", "mutable", "using", "explicit", "decltype", "noexcept", "nullptr",
         "dim3", "float4", "int2", "uint3", "double2", "min", "max", "norm", "rsqrt", "threadIdx", "blockIdx", "blockDim", "gridDim",
         "warpSize", "atomicAdd", "cudaMalloc", "cudaMemcpy", "cudaError_t", "cudaSuccess", "make_float4", "__popc", "__sinf",
         "cudaMemcpyHostToDevice", "cudaFree", "all", "any", "M_PI", "y0", "jn"]
# Parameters, variables, functions and types of random programs, and of what is around them.
NAMES = ["A", "B", "C", "x", "y", "z", "idx", "perm", "n", "m", "s", "t", "i", "j", "k", "P", "T", "u", "v", "kept", "rows", "g",
         "weight", "table", "peek", "weighed", "mixed", "Pair", "element", "fill", "dump", "i1", "i2", "k1", "row_", "SECOND_"]
TOKEN = re.compile(r"""\"(?:[^"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|^[ \t]*#include.*$|\.?\d[\w.]*|[A-Za-z_]\w*""", re.M)


def words(text, seed):
    """The text with most of these names called otherwise; strings and names of files stay."""
    rng = random.Random(f"foreign {seed}")
    free = [word for word in WORDS if not re.search(rf"\b{word}\b", text)]
    names = rng.sample(NAMES, len(NAMES) * 2 // 3)
    instead = dict(zip(names, rng.sample(free, min(len(free), len(names)))))
    return TOKEN.sub(lambda found: instead.get(found[0], found[0]), text)


def marks(text, seed):
    """Marks in front of loops said by a macro or by _Pragma."""
    rng = random.Random(f"marks {seed}")
    ways = ["#pragma target", "_Pragma (\"target\")", "MARKED_"]
    return "#define MARKED_ _Pragma (\"target\")\n" + re.sub(r"^([ \t]*)#pragma target$", lambda found: found[1] + rng.choice(ways),
                                                             text, flags=re.M)


def types(text):
    """The pair stands in another struct, which nothing else names."""
    return text.replace("typedef struct { double x, y; } Pair;",
                        "struct around_ { struct pair_in_ { double x, y; } one; enum { MANY_ = 2 } many; };\n"
                        "typedef struct pair_in_ Pair;\nstatic enum { FEW_ = MANY_ } few_ = FEW_;")


def program(text, seed):
    return words(marks(types(text), seed), seed)
