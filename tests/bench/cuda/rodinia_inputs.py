"""Inputs for Rodinia's programs, from fixed seeds: the suite's own are a download of their own."""
import random
import subprocess


def graph(n):
    """A random graph in the form of bfs: out-edges of each node, the source, the edges."""
    degrees = [random.randint(2, 8) for _ in range(n)]
    starts = [0]
    for degree in degrees:
        starts.append(starts[-1] + degree)
    nodes = "".join(f"{starts[i]} {degrees[i]}\n" for i in range(n))
    edges = "".join(f"{random.randrange(n)} {random.randint(1, 10)}\n" for _ in range(starts[-1]))
    return f"{n}\n{nodes}\n0\n\n{starts[-1]}\n{edges}"


def domain(n):
    """Cells of cfd on a torus: an area, and for each of four neighbours its number (from 1) and the normal of the face."""
    side = n // 16
    faces = [(-1, 0), (1, 0), (0, -1), (0, 1)]
    lines = [str(n)]
    for i in range(n):
        words = ["0.01"]
        for dx, dy in faces:
            there = (i // side + dy) % 16 * side + (i % side + dx) % side
            words += [str(there + 1), f"{0.1 * dx:.3f}", f"{0.1 * dy:.3f}", "0.0"]
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def column(n, low, high):
    return "".join(f"{random.uniform(low, high):.6f}\n" for _ in range(n))


def storms(n):
    """Records of 49 bytes, latitude and longitude from the 29th on."""
    return "".join(f"{'storm':28}{random.uniform(0, 60):5.1f}{random.uniform(10, 99):5.1f}"[:38].ljust(48) + "\n" for _ in range(n))


def picture(w, h):
    return f"P2\n{w} {h}\n255\n" + "\n".join(str(random.randint(1, 255)) for _ in range(w * h)) + "\n"


FILM = r"""
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "avilib.h"
int main (int argc, char **argv)
{
  int w = atoi (argv[2]), h = atoi (argv[3]), frames = atoi (argv[4]);
  avi_t *film = AVI_open_output_file (argv[1]);
  AVI_set_video (film, w, h, 25, "DIB ");
  char *pixels = malloc ((size_t) w * h);
  for (int t = 0; t < frames; t++)
    {
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
          pixels[y * w + x] = (char) (128 + 60 * sin ((x + 2 * t) * 0.11) * cos ((y + t) * 0.07) + (x * 7 + y * 13) % 31);
      AVI_write_frame (film, pixels, (long) w * h, 1);
    }
  return AVI_close (film);
}
"""


def film(folder, library):
    """A film of moving waves, written by the suite's own library of films."""
    (folder / "film.c").write_text(FILM)
    subprocess.run(["gcc", "-w", "-D_FILE_OFFSET_BITS=64", f"-I{library}", "-o", folder / "film", folder / "film.c", library / "avilib.c", "-lm"], check=True)
    subprocess.run([folder / "film", folder / "film.avi", "656", "744", "10"], check=True)


def make(folder, checkout):
    random.seed(31)
    folder.mkdir(parents=True, exist_ok=True)
    made = {"numbers.txt": "100000\n" + "".join(f"{i}\n" for i in range(100000)), "queries.txt": "j 6000 3000\nk 10000\n", "graph.txt": graph(200000),
            "domain.txt": domain(8192), "temp.txt": column(512 * 512, 320, 340), "power.txt": column(512 * 512, 0, 1),
            "temp8.txt": column(256 * 256 * 8, 320, 340), "power8.txt": column(256 * 256 * 8, 0, 1),
            "storms.txt": "storms.db\n", "storms.db": storms(40000), "image.pgm": picture(458, 502)}
    for name, text in made.items():
        (folder / name).write_text(text)
    (folder / "picture.bmp").write_bytes(bytes(random.choices(range(256), k=3 * 512 * 512)))
    (folder / "words.in").write_bytes(bytes(min(255, int(random.expovariate(0.04))) for _ in range(1 << 20)))
    film(folder, checkout / "cuda/heartwall/AVI")
