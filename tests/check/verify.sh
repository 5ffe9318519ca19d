#!/bin/bash
# ihop verify on whole programs: what it says, and how it ends.
. "$(dirname "$0")/../cli/tap.sh"

cat > prog.c <<'END'
#include <stdio.h>
#define N 37
static void f (int n, double a[n][N], const double *b)
{
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = 2 * b[j] + i;
}
int main (void)
{
  static double a[N][N], b[N];
  for (int i = 0; i < N; i++)
    b[i] = i / 3.0;
  f (N, a, b);
  printf ("%g\n", a[3][4]);
  return 3;
}
END
ok "a program" says 0 "equal" "$ihop" verify prog.c --no-cuda
ok "  its arrays are compared in full" grep -q "2 arrays (11248 bytes) compared" out
ok "as JSON" code 0 "$ihop" verify prog.c --no-cuda --format json
ok "  is JSON" python3 -m json.tool out
ok "its kernels are proved" says 0 "1 of 1 kernel free of races" "$ihop" verify prog.c --cuda-compiler clang
ok "  whatever version of C it is in" says 0 "1 of 1 kernel free of races" "$ihop" verify prog.c --cuda-compiler clang -- -std=gnu17
ok "  but for a text that is not asked for" sh -c '! "$0" verify prog.c --no-cuda | grep "proof "' "$ihop"
sed 's/double a\[n\]\[N\]/double a[n][N], const int *at/; s/a\[i\]\[j\]/a[at[i]][j]/; s/f (N, a, b)/f (N, a, at, b)/; s/static double a/int at[N]; static double a/; s/b\[i\] = /at[i] = i, b[i] = /' \
  prog.c > perhaps.c
ok "  of rows that data name nothing is known" says 0 "unknown: line" "$ihop" verify perhaps.c --assume 'permutation at' --cuda-compiler clang
ok "faults are caught" says 0 "caught" "$ihop" verify prog.c --faults --no-cuda
ok "  some of them on request" says 0 "3 of 3 caught" "$ihop" verify prog.c --no-cuda --most-faults 3
ok "  all of them" sh -c '! grep -q missed out'

# The program's own input hides a wrong subscript of w: the other term is larger, always.
cat > fresh.c <<'END'
#define N 23
static double a[N][N], w[N][N], m[N][N];
static int at[N];
static void larger (int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      m[i][j] = a[i][j] > w[i][j] ? a[i][j] : w[i][j];
}
int main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
        a[i][j] = 100 + i * 31 % 17 - j;
        w[i][j] = (i * 7 + j) % 13;
        m[i][j] = -1;
        at[i] = i * 5 % N;
      }
  larger (N);
  return 0;
}
END
sed 's/w\[i\]/w[at[i]]/g' fresh.c > indices.c
ok "faults that the program's own input hides" says 0 "w[i][j] is w[j][i] in larger_kernel_1: with fresh values in the arrays" \
    "$ihop" verify fresh.c --faults --no-cuda --verbose
ok "  are caught to the last one" sh -c '! grep -q missed: out'
ok "indices keep their range" says 0 "in larger_kernel_1: with fresh real values in the arrays" \
    "$ihop" verify indices.c --faults --no-cuda --verbose
ok "  and again nothing is missed" sh -c '! grep -q missed: out'
cat > diagonal.c <<'END'
#define N 23
static double a[N][N], b[N][N];
static void copy (int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = i; j <= i; j++)
      a[i][j] = b[j][i];
}
int main (void)
{
  for (int i = 0; i < N * N; i++)
    b[i / N][i % N] = i / 3.0;
  copy (N);
  return 0;
}
END
ok "what changes nothing is no fault" says 0 "faults: " "$ihop" verify diagonal.c --faults --no-cuda --verbose
ok "  on a diagonal subscripts may be exchanged" sh -c '! grep -q "missed: \|a\[j\]\[i\]" out'

sed 's/int main (void)/int other (void)/' prog.c > lib.c
ok "a library is driven with random data" says 0 "equal" "$ihop" verify lib.c --no-cuda --sizes 1,5,40
echo 'int x;' > none.c
ok "nothing to run" says 2 "no main" "$ihop" verify none.c --no-cuda
sed 's/static void f/extern int absent (void); static void f/; s/return 3;/return absent ();/' prog.c > unlinked.c
ok "the original does not link" says 5 "original could not be built" "$ihop" verify unlinked.c --no-cuda
ok "no compiler" says 5 "no-such-compiler" "$ihop" verify prog.c --no-cuda --cc no-such-compiler
sed 's/return 3;/__builtin_trap ();/' prog.c > crash.c
ok "the original crashes" says 5 "nothing to compare" "$ihop" verify crash.c --no-cuda
sed 's/return 3;/for (;;) ;/' prog.c > hang.c
ok "the original hangs" says 5 "ran longer" "$ihop" verify hang.c --no-cuda --time-limit 1
# Killed, it takes the program with it that it runs, and what that has started.
killed () {
  local pids
  mkfifo begun
  sed "s|return 3;|FILE *file = fopen (\"$PWD/begun\", \"w\"); int child = fork (); if (child) { fprintf (file, \"%d %d\\\\n\", (int) getpid (), child); fclose (file); } for (;;) pause ();|; s|#include <stdio.h>|&\n#include <unistd.h>|" prog.c > endless.c
  "$ihop" verify endless.c --no-cuda --time-limit 600 &
  read -r pids < begun && kill -KILL $! && [ -n "$pids" ] || return 1
  for _ in $(seq 1200); do # an ended one may stand there until somebody has asked for it
    grep -sqv '^[0-9]* ([^)]*) [ZX]' $(printf '/proc/%s/stat ' $pids) || return 0
    sleep 0.1
  done
  echo "still there: $pids"
  kill -KILL $pids
  return 1
}
ok "killed, it leaves no program behind" killed
sed 's/int main (void)/int main (int argc, char **argv)/; s/return 3;/return argc;/' prog.c > args.c
ok "arguments" says 0 "equal" "$ihop" verify args.c --no-cuda --args "one 'two three'"
mkdir "odd place" && cp prog.c "odd place/my prog.c"
ok "a path with spaces" says 0 "equal" "$ihop" verify "odd place/my prog.c" --no-cuda
mkdir with-nvcc && printf '#!/bin/sh\nexit 1\n' > with-nvcc/nvcc && chmod +x with-nvcc/nvcc
# No C++ program can name what another file calls by a keyword of C++.
printf 'int template = 2;\n' > foreign.c
printf '#include <stdio.h>\nextern int template;\nstatic int a[300];\nint main (void)\n{\n#pragma target\n  for (int i = 0; i < 300; i++)\n    a[i] = i * template;\n  printf ("%%d\\n", a[7]);\n  return 0;\n}\n' > names.c
ok "a CUDA program that was not written is not called broken" says 1 "of names.c none could be written" \
    env PATH="$PWD/with-nvcc:$PATH" "$ihop" verify names.c foreign.c
sed 's/static void f/void f/; /^int main/,$d' prog.c > part1.c
printf '#include <stdio.h>\n#define N 37\nvoid f (int n, double a[n][N], const double *b);\n' > part2.c
sed -n '/^int main/,$p' prog.c >> part2.c
ok "a program of two files" says 0 "equal" "$ihop" verify part1.c part2.c --no-cuda
# The first one's product is C++, the second one's, which calls it, stays C.
ok "  and its CUDA program" says 0 "cuda-here equal" "$ihop" verify part1.c part2.c --cuda-compiler clang
sed 's/#include <stdio.h>/#include <stdio.h>\n#include <time.h>/; s/  return 3;/  printf ("address %p\\nclock %ld\\n", (void *) \&main, (long) clock ());\n  return 3;/' prog.c > clock.c
ok "what differs from run to run is left out" says 0 "not compared: lines 2, 3 of standard output" "$ihop" verify clock.c --no-cuda
ok "  faults are caught all the same" says 0 "3 of 3 caught" "$ihop" verify clock.c --no-cuda --most-faults 3
cat > sum.c <<'END'
#include <stdio.h>
#define N 20000
static double x[N];
static double residual (int n, double guess)
{
  double sum = 0;
#pragma target
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum - guess;
}
int main (void)
{
  for (int i = 0; i < N; i++)
    x[i] = 1 / (i + 1.7) - 0.3 / (i % 13 + 2.1);
  double backwards = 0;
  for (int i = N - 1; i >= 0; i--)
    backwards += x[i];
  printf ("%.5g\n", residual (N, backwards));
  return 0;
}
END
sed 's/%.5g/%.17g/; s/residual (N, backwards)/residual (N, 0)/; s/#include <stdio.h>/#include <stdio.h>\n#include <string.h>\n#include <unistd.h>/; s/^  return 0;$/  char me[500] = ""; if (readlink ("\/proc\/self\/exe", me, 400) < 0) return 1; puts (strstr (me, "emulated") ? "other" : "same"); return 0;/' sum.c > sum_and_word.c
ok "a line that rounding explains is not the one that differs" says 4 'line 2: "other" should be "same"' "$ihop" verify sum_and_word.c --no-cuda
ok "what only rounding shows is told from a fault" says 0 "when its arithmetic rounds up or down" "$ihop" verify sum.c --no-cuda
ok "  which is caught beside it" says 0 "3 of 3 caught" "$ihop" verify sum.c --no-cuda --most-faults 3

# What a program leaves behind, which tells here which program it was.
leaves () { # NAME: the statements come from standard input
  { printf '#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n#include <sys/stat.h>\n'
    printf 'static int a[99];\nstatic void f (int n)\n{\n#pragma target\n  for (int i = 0; i < n; i++)\n    a[i] = i;\n}\n'
    printf 'static void put (const char *path, const char *text)\n{\n  FILE *file = fopen (path, "a");\n  if (file)\n    {\n      fputs (text, file);\n      fclose (file);\n    }\n}\n'
    printf 'int main (void)\n{\n  char me[500] = "";\n  f (99);\n  if (readlink ("/proc/self/exe", me, 400) < 0)\n    return 1;\n  strcpy (me, strstr (me, "original") ? "original" : strstr (me, "/cpu/") ? "cpu" : "emulated");\n'
    cat; printf '}\n'; } > "$1.c"
}
mkdir -p place && echo before > place/old.txt
leaves folder <<'END'
  mkdir ("res", 0777);
  put ("res/out.txt", me);
  return 0;
END
ok "a file in a new folder" says 4 "the file res/out.txt that it wrote differs" "$ihop" verify folder.c --no-cuda
leaves link <<'END'
  return symlink (me, "here");
END
ok "a link" says 4 "the link here leads elsewhere" "$ihop" verify link.c --no-cuda
leaves more <<'END'
  if (strstr (me, "cpu"))
    put ("more.txt", "");
  return 0;
END
ok "a file that only the product leaves" says 4 "it left more.txt behind" "$ihop" verify more.c --no-cuda
leaves absolute <<END
  put ("$PWD/place/new.txt", me);
  put ("$PWD/place/old.txt", "more");
  return 0;
END
ok "a file at an absolute path" says 4 "the file $PWD/place/new.txt that it wrote differs" "$ihop" verify absolute.c --no-cuda
ok "  is put back as it was" sh -c 'test ! -e place/new.txt && test "$(cat place/old.txt)" = before'
leaves changed <<END
  put ("$PWD/place/old.txt", me);
  return 0;
END
ok "a file that was there before" says 4 "the file $PWD/place/old.txt that it wrote differs" "$ihop" verify changed.c --no-cuda
leaves moved <<END
  if (chdir ("$PWD/place") != 0)
    return 1;
  put ("new.txt", me);
  mkdir ("deep", 0777);
  put ("deep/er.txt", "x");
  return 0;
END
ok "a file after chdir" says 4 "$PWD/place/new.txt that it wrote differs" "$ihop" verify moved.c --no-cuda
ok "  its folder is not left" test ! -e place/deep
leaves beside <<'END'
  put ("../beside.txt", "same");
  return 0;
END
ok "a file beside its folder is the same one for all" says 0 "equal" "$ihop" verify beside.c --no-cuda
echo input > input.txt
leaves input <<'END'
  put ("input.txt", me);
  return 0;
END
ok "an input file that it changes" says 4 "the file input.txt that it wrote differs" "$ihop" verify input.c --copy input.txt --no-cuda
mkdir -p given/deep
echo 7 > given/deep/number.txt
leaves inputs <<'END'
  put ("out.txt", access ("given/deep/number.txt", R_OK) ? me : "given");
  return 0;
END
ok "a folder of inputs" says 0 "equal" "$ihop" verify inputs.c --copy given --no-cuda
leaves late <<'END'
  if (fork () == 0)
    {
      usleep (300000);
      put ("late.txt", me);
    }
  return 0;
END
ok "a child that outlives it" says 4 "the file late.txt that it wrote differs" "$ihop" verify late.c --no-cuda
leaves numbered <<'END'
  char name[100];
  sprintf (name, "out.%d", (int) getpid ());
  put (name, "");
  put ("same.txt", "x");
  return 0;
END
ok "names that change from run to run" says 0 "not compared: the file out" "$ihop" verify numbered.c --no-cuda
leaves code <<'END'
  return strstr (me, "original") ? 139 : 200;
END
ok "exit codes over 128 are exit codes" says 4 "it ended with status 200, the original ended with status 139" "$ihop" verify code.c --no-cuda
leaves same_code <<'END'
  return 200;
END
ok "  and equal if they are" says 0 "equal" "$ihop" verify same_code.c --no-cuda
leaves killed <<'END'
  if (strstr (me, "original"))
    return 139;
  abort ();
END
ok "  no signals" says 4 "it was killed by signal 6" "$ihop" verify killed.c --no-cuda
# A sum in another order, in a file: its last digits are no difference.
cat > sums.c <<'END'
#include <stdio.h>
static float a[5000];
int main (int argc, char **argv)
{
  float sum = 0;
  for (int i = 0; i < 5000; i++)
    a[i] = 1.0f / (i % 97 + 1);
#pragma target
  for (int i = 0; i < 5000; i++)
    sum += a[i];
  FILE *file = fopen ("sums.txt", "w");
  fprintf (file, "the sum is %.9g\n", sum);
  fclose (file);
  return 0;
}
END
ok "a sum in a file may round otherwise" says 0 "within" "$ihop" verify --pragma target sums.c --no-cuda
ok "  which is said" grep -q "differ in their last digits" out
ok "--keep leaves everything behind" code 0 "$ihop" verify prog.c --no-cuda --keep kept
ok "  really" test -x kept/original/program -a -x kept/emulated/program

# Objects that are compiled once serve where they fit, and nowhere else.
has_own() { nm kept/emulated/*.o | grep ' t ihop_emu_malloc'; }
ok "the emulator is linked to programs" sh -c 'nm kept/emulated/*.o | grep " U ihop_emu_malloc"'
for flag in -fshort-enums -DIHOP_EMU_RACE; do
    rm -rf kept
    ok "not with $flag" says 0 "equal" "$ihop" verify prog.c --no-cuda --keep kept "--cflags=$flag"
    ok "  then a program has its own" has_own
done
rm -rf kept
ok "nor behind such a compiler" says 0 "equal" "$ihop" verify prog.c --no-cuda --keep kept --cc "gcc -fshort-enums"
ok "  then a program has its own" has_own
# Another machine's compiler, as far as can be seen of what it makes of nothing.
cat > other-machine <<'END'
#!/bin/bash
cc "$@" || exit
case "$*" in
*probe.o*) printf '\7' | dd of="$(sed 's/.*-o \([^ ]*\).*/\1/' <<< "$*")" bs=1 seek=7 conv=notrunc status=none ;;
*runtime.c*) touch "$TOLD" ;;
esac
END
chmod +x other-machine
rm -rf kept
ok "nor on another machine" says 0 "equal" env TOLD="$PWD/told" "$ihop" verify prog.c --no-cuda --keep kept --cc "$PWD/other-machine"
ok "  then a program has its own" has_own
ok "  and the runtime is compiled, too" test -e told

# CUDA's headers as Clang has read them before: for products without flags of the owner's, and only if Clang agrees.
mkdir clang
cat > clang/clang-19 <<END
#!/bin/bash
case " \$* " in
*" -include-pch "*) echo ready >> "$PWD/passes"; [ ! -e "$PWD/refuse" ] || exit 1 ;;
*" -x cuda "*) echo read >> "$PWD/passes" ;;
esac
exec $(command -v clang-19) "\$@"
END
chmod +x clang/clang-19
passes() { # HOW… : both passes are made so
    test "$(sort passes | tr '\n' ' ')" = "$* "
}
cuda_equal() {
    rm -f passes
    says 0 "cuda-here equal" env PATH="$PWD/clang:$PATH" "$ihop" verify prog.c --cuda-compiler clang "$@"
}
if [ ! -e /dev/nvidia0 ]; then
    ok "CUDA's headers have been read" cuda_equal
    ok "  in both passes" passes ready ready
    ok "not with a flag of the owner's" cuda_equal -DMORE=1
    ok "  in neither pass" passes read read
    touch refuse
    ok "Clang may say no" cuda_equal
    ok "  then they are read" passes read read ready ready
fi
finish
