#!/usr/bin/python3
"""Small inputs for the programs of recipes.txt, which their checkouts do not have.

    inputs.py DIR [large]

Writes DIR/NAME for each name that needs something, as files that the programs find where they run; large ones take tenths of
seconds on a processor (tests/bench/programs.py). What is in them are numbers that a generator with
a fixed seed makes, in the form that each program reads, and mains of ours for libraries that have none.
"""
import pathlib
import random
import struct
import sys

DARKNET = """#include <stdio.h>
#include <stdlib.h>
#include "gemm.h"
#include "im2col.h"
#include "col2im.h"
#include "blas.h"

static float *
values (int n)
{
  float *x = malloc (n * sizeof *x);
  for (int i = 0; i < n; i++)
    x[i] = (rand () % 1000) / 500.0f - 1;
  return x;
}

static void
show (const char *name, const float *x, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * (i % 7 + 1);
  printf ("%s %.4f\\n", name, sum);
}

int
main (int argc, char **argv)
{
  int c = 3, h = argc > 1 ? atoi (argv[1]) : 12, w = h, n = 8, k = 3, size = h * w, rows = c * k * k, batch = 2;
  float *image = values (c * size), *columns = calloc (rows * size, sizeof *columns), *weights = values (n * rows);
  float *out = calloc (batch * n * size, sizeof *out), *more = values (batch * n * size);
  float *mean = calloc (n, sizeof *mean), *variance = calloc (n, sizeof *variance), *scales = values (n);

  im2col_cpu (image, c, h, w, k, 1, 1, columns);
  show ("im2col", columns, rows * size);
  for (int t = 0; t < 4; t++)
    {
      gemm_cpu (t / 2, t % 2, n, size, rows, 1, weights, t / 2 ? n : rows, columns, t % 2 ? rows : size, 1, out, size);
      show ("gemm", out, n * size);
    }
  copy_cpu (n * size, out, 1, out + n * size, 1);
  axpy_cpu (batch * n * size, 0.5f, more, 1, out, 1);
  mean_cpu (out, batch, n, size, mean);
  variance_cpu (out, mean, batch, n, size, variance);
  normalize_cpu (out, mean, variance, batch, n, size);
  shortcut_cpu (batch, w, h, n, more, w, h, n, 1, 1, out);
  show ("normalized", out, batch * n * size);
  mul_cpu (n, mean, 1, scales, 1);
  scal_cpu (batch * n * size, 0.25f, out, 1);
  softmax_cpu (out, n * size, batch, n * size, 1, 0, 1, 1, more);
  show ("softmax", more, batch * n * size);
  col2im_cpu (columns, c, h, w, k, 1, 1, image);
  show ("col2im", image, c * size);
  return 0;
}
"""

# What parboil.h asks of OpenCL's header, which a program on the processor does not use.
CL = """typedef void *cl_command_queue, *cl_kernel, *cl_event, *cl_mem;
typedef int cl_int;
typedef unsigned cl_uint;
typedef cl_uint cl_bool;
"""

COMD = ["VARIANT", "HOSTNAME", "KERNEL_NAME", "KERNEL_RELEASE", "PROCESSOR", "COMPILER", "COMPILER_VERSION", "CFLAGS", "LDFLAGS"]


def floats(numbers):
    return struct.pack(f"<{len(numbers)}f", *numbers)


def uniform(n, low=-1.0, high=1.0):
    return [random.uniform(low, high) for _ in range(n)]


def comd(_):
    return {"CoMD_info.h": "".join(f'#define CoMD_{word} "-"\n' for word in COMD)}


def d2q9(large):
    n, steps = (128, 300) if large else (32, 20)
    walls = [(x, y) for x in range(n) for y in range(n) if x in (0, n - 1) or y in (0, n - 1)]
    return {"small.params": f"{n}\n{n}\n{steps}\n10\n0.1\n0.005\n1.85\n",
            "small.dat": "".join(f"{x} {y} 1\n" for x, y in walls)}


def blackscholes(large):
    n = 5000 if large else 64

    def line():
        spot, strike, rate, vol, time = (random.uniform(*r) for r in [(20, 120), (20, 120), (.02, .1), (.1, .6), (.1, 1)])
        return f"{spot:.2f} {strike:.2f} {rate:.4f} 0.00 {vol:.2f} {time:.2f} {random.choice('PC')} 0.00 0.0\n"
    return {"small.txt": f"{n}\n" + "".join(line() for _ in range(n))}


def llmc(_, places=64, words=32, layers=2, heads=2, channels=16):
    head = struct.pack("<256i", 20240326, 3, places, words, layers, heads, channels, words, *[0] * 248)
    blocks = [4 * channels, 3 * channels * channels + 3 * channels, channels * channels + channels,
              4 * channels * channels + 4 * channels, 4 * channels * channels + channels]
    weights = uniform(words * channels + places * channels + layers * sum(blocks) + 2 * channels, -.1, .1)
    weights += uniform(layers * channels)
    tokens = [random.randrange(words) for _ in range(3000)]
    shard = struct.pack("<256i", 20240520, 1, len(tokens), *[0] * 253) + struct.pack(f"<{len(tokens)}H", *tokens)
    table = struct.pack("<256I", 20240328, 2, words, 1, *[0] * 252) + b"".join(bytes([2, 97 + i % 26, 32]) for i in range(words))
    return {"gpt2_124M.bin": head + floats(weights), "gpt2_tokenizer.bin": table, "dev/data/tinyshakespeare/tiny_shakespeare_train.bin": shard,
            "dev/data/tinyshakespeare/tiny_shakespeare_val.bin": shard}


def llama2(large, layers=2, heads=4, words=300):
    dim, hidden, places = (128, 384, 128) if large else (32, 64, 32)
    head = struct.pack("<7i", dim, hidden, layers, heads, heads, words, places)
    n = words * dim + layers * (2 * dim + 4 * dim * dim + 3 * dim * hidden) + dim + places * (dim // heads)
    pieces = [b"<unk>", b"<s>", b"</s>"] + [b"<0x%02X>" % i for i in range(256)]
    pieces += [b" ", *(bytes([c]) for c in b"abc")]
    pieces += [b"w%d " % i for i in range(words - len(pieces))]
    table = b"".join(struct.pack("<fi", -float(i), len(piece)) + piece for i, piece in enumerate(pieces))
    return {"small.bin": head + floats(uniform(n, -.3, .3)), "tokenizer.bin": struct.pack("<i", 8) + table}


def sparse(n):
    places = sorted({(max(r, c), min(r, c)) for r in range(1, n + 1) for c in [r] + random.sample(range(1, n + 1), 3)})
    return f"%%MatrixMarket matrix coordinate real symmetric\n{n} {n} {len(places)}\n" + "".join(
        f"{r} {c} {random.uniform(-1, 1):.6f}\n" for r, c in places)


def image(width, height, high):
    return [random.randrange(high) for _ in range(width * height)]


def atoms(n):
    return "".join(f"ATOM {i:6d}  O   HOH {i:5d}    {' '.join(f'{x:8.3f}' for x in uniform(3, 0, n ** .4 * 2.4))} {q:7.4f} 1.0\n"
                   for i, q in enumerate(uniform(n)))


def gridding(n, size=16):
    keys = [("aquisition.numsamples", n), ("aquisition.kmax", "8.0 8.0 8.0"), ("aquisition.matrixSize", f"{size} {size} {size}"),
            ("reconstruction.matrixSize", f"{size} {size} {size}"), ("gridding.matrixSize", f"{size} {size} {size}"),
            ("gridding.oversampling", "1.5"), ("kernel.width", "4.0"), ("kernel.useLUT", 1)]
    samples = b"".join(floats(uniform(2) + uniform(3, -7.5, 7.5) + [1.0]) for _ in range(n))
    return {"small.uks": "".join(f"{key}={value}\n" for key, value in keys), "small.uks.data": samples}


def parboil(large):
    points, rows, samples, w, h = (600, 3000, 5000, 320, 240) if large else (60, 60, 300, 64, 48)
    grid = 64 ** 3 if large else 20 * 20 * 10
    sky = ["".join(f"{random.uniform(0, 360):.4f} {random.uniform(-90, 90):.4f}\n" for _ in range(points)) for _ in range(2)]
    frames = [struct.pack("<2H", w, h) + struct.pack(f"<{w * h}h", *image(w, h, 256)) for _ in range(2)]
    return {"include/CL/cl.h": CL, "stencil.bin": floats(uniform(grid)), "cutcp.pqr": atoms(points),
            "histo.bin": struct.pack("<4I", w, h, 64, 16) + struct.pack(f"<{w * h}I", *image(w, h, 1024)),
            "imghisto.bin": struct.pack(f"<{w * h}H", *image(w, h, 65536)), "sad1.bin": frames[0], "sad2.bin": frames[1],
            "tpacf1.txt": sky[0], "tpacf2.txt": sky[1], **gridding(samples), "spmv.mtx": sparse(rows), "spmv.vec": floats(uniform(rows)),
            "mri-q.bin": struct.pack("<2i", points, samples) + floats(uniform(5 * points + 3 * samples))}


def rodinia(large):
    points, cells, n = (5000, 64 * 64 * 8, 256) if large else (200, 16 * 16 * 4, 32)
    lines = [f"{i} {' '.join(f'{x:.3f}' for x in uniform(6))}\n" for i in range(points)]
    return {"kmeans.txt": "".join(lines), "power.txt": "".join(f"{x:.6f}\n" for x in uniform(cells, 0, 1)),
            "temp.txt": "".join(f"{x:.6f}\n" for x in uniform(cells, 320, 340)),
            "lud.txt": f"{n}\n" + "".join(f"{x + (n + 2 if i % (n + 1) == 0 else 0):.6f}\n" for i, x in enumerate(uniform(n * n)))}


MADE = {"comd": comd, "d2q9-bgk": d2q9, "parsec": blackscholes, "llmc": llmc, "llama2": llama2, "parboil": parboil,
        "rodinia": rodinia, "darknet": lambda _: {"small.c": DARKNET}}


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["large"]):
        sys.exit(__doc__)
    for name, make in MADE.items():
        random.seed(name)
        for file, what in make(len(sys.argv) > 2).items():
            path = pathlib.Path(sys.argv[1], name, file)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(what if isinstance(what, bytes) else what.encode())


if __name__ == "__main__":
    main()
