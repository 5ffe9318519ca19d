#!/bin/bash
# Options, exit codes, what is written and what is not.
. "$(dirname "$0")/tap.sh"
valid_json() { python3 -m json.tool "$1" > /dev/null; }
printf 'void f (int n, int *a)\n{\n#pragma target\n  for (int i = 0; i < n; i++)\n    a[i] = i;\n}\n' > f.c

ok "--version" says 0 "ihop 0." "$ihop" --version
ok "--help names the commands" says 0 "analyze" "$ihop" --help
for command in analyze explain list profile graph verify transform batch bench; do
    ok "$command --help" says 0 "Usage:" "$ihop" $command --help
    ok "$command --version" says 0 "ihop 0." "$ihop" $command --version
    ok "$command without anything" says 2 "--help" "$ihop" $command
    ok "$command with a wrong option" says 2 "--nonsense" "$ihop" $command --nonsense
done
ok "gui --help" says 0 "Usage:" "$ihop" gui --help
ok "gui --version" says 0 "ihop 0." "$ihop" gui --version
ok "serve --help" says 0 "Usage:" "$ihop" serve --help
ok "no file" says 2 "no FILE.c given" "$ihop"
ok "a mistyped option" says 2 "did you mean '--auto'?" "$ihop" --autoo f.c
ok "  of a command" says 2 "did you mean '--format'?" "$ihop" analyze --formt json f.c
ok "proving C" says 2 "has no kernels" "$ihop" prove f.c
ok "running C" says 2 "makes CUDA of it" "$ihop" run f.c
printf 'void g (int n, int *a)\n{\n  for (int i = 0; i < n; i++)\n    a[i] = i;\n}\n' > bare.c
ok "what is marked, where nothing is" says 0 'No function has a "#pragma target"' "$ihop" --pragma target --dry-run bare.c
ok "  nor for scop" says 0 'No function has a "#pragma scop"' "$ihop" --pragma scop --dry-run bare.c
ok "  where another file of the program has a mark" code 0 "$ihop" --pragma target --dry-run bare.c f.c
ok "    nothing is said" test -z "$(grep IHOP-S005 err)"
for word in list report "compare a b"; do
    ok "bench $word, before any run" says 2 "ihop bench polybench" env XDG_DATA_HOME=none HOME=none "$ihop" bench $word
done
ok "a command that does not come first" says 2 "comes first" "$ihop" --format json analyze f.c
ok "wrong --format" says 2 "expected one of" "$ihop" --format xml f.c
ok "wrong --pragma" says 2 "expected target or scop" "$ihop" --pragma omp f.c
ok "two ways at once" says 2 "exclude each other" "$ihop" --pragma scop --auto f.c
ok "wrong --emit" says 2 "cu, cpu, emu, json" "$ihop" --emit ptx f.c
ok "wrong --block" says 2 "from 1 to 1024" "$ihop" --block 0,8 f.c
ok "wrong --map" says 2 "i:x,j:y" "$ihop" --map i=x f.c
ok "wrong --gpu" says 2 "choose one of" "$ihop" --gpu nogpu f.c
mkdir -p own/gpu; echo "[gpu]" > own/gpu/mine.ini
ok "a device file without its values" says 2 "no usable value" env IHOP_DATA=own "$ihop" --gpu mine f.c
ok "wrong --alias" says 2 "check, trust or refuse" "$ihop" --alias maybe f.c
ok "wrong --transfers" says 2 "2d, whole or managed" "$ihop" --transfers 3d f.c
ok "wrong --search" says 2 "off, quick or thorough" "$ihop" --search much f.c
ok "wrong --math" says 2 "exact or fast" "$ihop" --math wild f.c
ok "wrong list" says 2 "expected transforms, gpus or diagnostics" "$ihop" list everything
ok "list gpus" says 0 "H100" "$ihop" list gpus
ok "list diagnostics" says 0 "IHOP-P001" "$ihop" list diagnostics
ok "list as JSON" code 0 "$ihop" list gpus --format json
ok "  is JSON" valid_json out

mkdir -p tree/utilities tree/kernels/scale
echo ./kernels/scale/scale.c > tree/utilities/benchmark_list
echo 'void print (double);' > tree/utilities/polybench.h
printf '#include <stdio.h>\n#include "polybench.h"\nvoid print (double x)\n{\n  printf ("%%f\\n", x);\n}\n' > tree/utilities/polybench.c
printf '#include <polybench.h>\n#include "scale.h"\nint main (void)\n{\n  static double a[N];\n#pragma scop\n  for (int i = 0; i < N; i++)\n    a[i] = 3 * i;\n#pragma endscop\n#ifdef POLYBENCH_DUMP_ARRAYS\n  print (a[7]);\n#endif\n  return 0;\n}\n' > tree/kernels/scale/scale.c
echo '#define N 5000' > tree/kernels/scale/scale.h
ok "a kernel of a PolyBench tree, by name" says 0 "i→x" "$ihop" --pragma scop --polybench tree scale -o pb
ok "  by its path in the tree" says 0 "parallel" "$ihop" analyze --polybench tree kernels/scale/scale.c
ok "  by its path from here" says 0 "parallel" "$ihop" analyze --polybench tree tree/kernels/scale/scale.c
ok "  verified with the utilities" says 0 "emulated  equal" "$ihop" verify --no-cuda --pragma scop --polybench tree scale
ok "  that there is not" says 2 "scales" "$ihop" analyze --polybench tree scales
ok "no PolyBench tree" says 2 "expected the root of a PolyBench/C tree" "$ihop" analyze --polybench kernels scale

ok "dry run" says 0 "would write" "$ihop" --dry-run f.c -o dry
ok "  writes nothing" test ! -e dry
ok "the main job" says 0 "wrote" "$ihop" f.c -o new/folder
ok "  writes what it says" test -f new/folder/f.cu -a -f new/folder/f_cpu.c -a -f new/folder/f.json
ok "  and nothing else" test "$(ls -A new/folder | wc -l)" -eq 3
ok "  its plan is JSON" valid_json new/folder/f.json
ok "--emit selects" code 0 "$ihop" --emit emu f.c -o emu
ok "  one file" test "$(ls emu)" = f_emu.c
ok "-q says nothing" code 0 "$ihop" -q f.c -o quiet
ok "  really" test ! -s out
ok "--format json" code 0 "$ihop" --format json f.c -o json
ok "  is JSON" valid_json out
mkdir here && cp f.c here && cd here
ok "without -o: the current folder" code 0 "$ihop" f.c
ok "  the source stands" cmp f.c ../f.c
cd ..

mkdir a b && cp f.c a && cp f.c b
ok "two files of one name" says 2 "both be written" "$ihop" a/f.c b/f.c -o both
ok "  write nothing" test ! -e both
mkdir -p taken/f.cu
ok "a folder in a product's place" says 5 "cannot be written" "$ihop" f.c -o taken
ok "  leaves nothing half-written" test "$(ls -A taken)" = f.cu
touch plain
ok "-o is a file" says 5 "cannot be written" "$ihop" f.c -o plain
if [ "$(id -u)" -ne 0 ]; then
    mkdir -m 0555 locked
    ok "-o may not be written" says 5 "cannot be written" "$ihop" f.c -o locked
fi
ok "a full disk is noticed" says 5 "standard output" sh -c "'$ihop' analyze f.c > /dev/full"

printf '#include "own.h"\nvoid g (int n, int *a) { for (int i = 0; i < N; i++) a[i] = K; }\n' > g.c
mkdir inc && echo '#define K 3' > inc/own.h
ok "flags behind --" code 0 "$ihop" analyze g.c -- -Iinc -DN=n
ok "-I and -D before it" code 0 "$ihop" analyze -Iinc -D N=n g.c
ok "-std" code 0 "$ihop" analyze -std=c99 -I inc -DN=n g.c
printf '[{"directory": "%s", "file": "g.c", "arguments": ["cc", "-Iinc", "-DN=n", "-c", "g.c"]}]\n' "$PWD" > compile_commands.json
ok "-p" code 0 "$ihop" analyze -p . g.c

cat > words.c <<'END'
void said (int n, int k, double *a)
{
#pragma target assume(k >= n)
  for (int i = 0; i < n; i++)
    a[i] = a[i + k];
}
void unsaid (int n, int k, double *a)
{
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = a[i + k];
}
void scattered (int n, double a[n], double b[n], const int p[n])
{
#pragma target assume(permutation p) noalias(a, b, p)
  for (int i = 0; i < n; i++)
    a[p[i]] = b[i];
}
double largest (int n, const double *a, double m)
{
  for (int i = 0; i < n; i++)
    m = m > a[i] ? m : a[i];
  return m;
}
END
ok "assume() reaches the verdict" says 0 "holds if k >= n, as the owner asserts (on your word)" "$ihop" explain words.c said/i
ok "  of its own function" says 0 "sequential" "$ihop" explain words.c unsaid/i
ok "permutation and noalias()" says 0 "no two elements of p are equal" "$ihop" explain words.c scattered/i
ok "NaN" says 0 "IHOP-D019" "$ihop" explain words.c largest/i
ok "--assume 'no NaN'" says 0 "reduced by max" "$ihop" explain --assume 'no NaN' words.c largest/i
ok "--assume for one function" says 0 "reduced by max" "$ihop" explain --assume 'largest: no NaN' words.c largest/i

# The program's own y0: nothing is known of it unless the owner says so.
cat > own.c <<'END'
extern double y0 (double);
void f (int n, double *a) { for (int i = 0; i < n; i++) a[i] = y0 (i); }
END
printf '[y0]\n' > own.ini
ok "a function of which no header tells" says 0 "it is not known what the call of y0 does" "$ihop" explain own.c f/i
ok "--effects tells" says 0 "parallel" "$ihop" explain --effects own.ini own.c f/i
ok "  and is read" says 2 "--effects none.ini: No such file" "$ihop" explain --effects none.ini own.c f/i
ok "  and not for another" says 0 "IHOP-D019" "$ihop" explain --assume 'said: no NaN' words.c largest/i
ok "  the main job" says 1 "unsaid/i" "$ihop" words.c -o words
ok "  keeps to it" test "$(grep -c __global__ words/words_kernels.cu)" -eq 2

ok "analyze as JSON" code 0 "$ihop" analyze --format json f.c
ok "  is JSON" valid_json out
ok "analyze as SARIF" says 0 '"2.1.0"' "$ihop" analyze --format sarif f.c
ok "  is JSON" valid_json out
ok "analyze names the loop" says 0 "f/i" "$ihop" analyze f.c
ok "explain by name" says 0 "f/i" "$ihop" explain f.c f/i
ok "explain by place" says 0 "f/i" "$ihop" explain f.c f.c:4
ok "explain by place and column" says 0 "f/i" "$ihop" explain f.c f.c:4:3
printf 'void f (int n, double *a)\n{\n  for (int i = 1; i < n; i++)\n    a[i] = a[i - 1] * a[i - 1];\n}\n' > twice.c
ok "explain what two references of a line do" says 0 "flow: iteration i = 1 writes a[1]" "$ihop" explain twice.c f/i
ok "  once" test "$(grep -c "iteration" out)" -eq 1
ok "explain no loop" says 2 "there is no loop" "$ihop" explain f.c f/k
ok "  names those there are" grep -q "f/i" err
ok "explain for no device" says 2 "choose one of" "$ihop" explain --gpu nogpu f.c f/i
ok "explain as JSON" code 0 "$ihop" explain --format json f.c f/i
ok "  is JSON" valid_json out
ok "profile" says 0 "i→x" "$ihop" profile f.c
ok "profile as JSON" code 0 "$ihop" profile --format json f.c
ok "  is JSON" valid_json out
ok "graph of calls" says 0 "digraph" "$ihop" graph --kind calls f.c
ok "graph of dependences into a file" code 0 "$ihop" graph --kind deps f.c -o f.dot
ok "  is written" grep -q digraph f.dot

ok "an assertion that cannot be read" says 1 "is not used: expected comparisons" "$ihop" analyze --assume 'n % 4' f.c
ok "an assertion about nobody" says 1 "k is neither a global variable nor a parameter of any function" "$ihop" analyze --assume 'k > 4' f.c
ok "an assertion about no function" says 1 "there is no function g" "$ihop" analyze --assume 'g: n > 4' f.c
ok "an assertion that never holds" says 1 "it never holds" "$ihop" analyze --assume 'n > 4 && n < 3' f.c
ok "a number past all types" says 1 "is not used" "$ihop" analyze --assume 'n < 99999999999999999999' f.c
deep=$(printf '%20000s' '' | tr ' ' '(')n
ok "an assertion nested too deeply" says 1 "is not used: expected comparisons" "$ihop" analyze --assume "n > $deep" f.c
ok "a size nested too deeply" says 1 "is not used: expected sums" "$ihop" analyze --assume "size a = $deep" f.c
ok "a size divided by 0" says 1 "is not used: expected sums" "$ihop" analyze --assume 'size a = n / 0' f.c
ok "a size divided by what may be 0" says 1 "is not used: expected sums" "$ihop" analyze --assume 'size a = 8 / n' f.c
ok "assertions that can be used" code 0 "$ihop" analyze --assume 'f: n > 0 && 2*n <= (100 + n)' --assume 'permutation a' --assume 'no NaN' f.c
sed 's/target/target assume(i > 0)/' f.c > clause.c
ok "a clause that cannot be used" says 1 "'f: i > 0' is not used" "$ihop" --pragma target clause.c -o clause

sed 's/#pragma target/#pragma omp parallel for/' f.c > omp.c
printf 'void g (int *a)\n{\n#pragma omp parallel for\n  for (int i = 0; i < 9; i++)\n    a[i * a[0]] = i;\n}\n' >> omp.c
ok "OpenMP of the program's own" says 0 "IHOP-G010" "$ihop" --auto omp.c -o omp
printf '%s\n' 'void f (int n, double a[n][n])' '{' '  for (int i = 0; i < n; i++)' '    for (int j = 0; j < n; j++)' '      a[i][j] = i + j;' '}' > rows.c
ok "a parameter whose type needs another one" code 0 "$ihop" --auto rows.c -o rows
ok "  stays C, as no CUDA compiler takes it" test -f rows/rows.c -a -f rows/rows_kernels.cu
printf '%s\n' 'void f (int n, double *restrict a, double *restrict b)' '{' '#ifdef TWICE' '  for (int i = 0; i < n; i += 2) {' '#else' \
    '  for (int i = 0; i < n; i++) {' '#endif' '    a[i] = b[i];' '  }' '}' > cut.c
ok "an #if that cuts a loop in two" says 0 "cut.c:3:1: warning: A loop has one end only of this #if" "$ihop" --auto cut.c -o cut
ok "  is resolved" code 1 grep TWICE cut/cut_cpu.c
ok "  goes where kernels are" test "$(grep -c 'omp parallel' omp/omp.cu)" = 1
ok "  stays where none are" sh -c 'sed -n "/void g/,\$p" omp/omp.cu | grep -q "omp parallel"'

printf 'volatile int port;\nint main (void)\n{\n  static double a[9999];\n  int drained = port;\n#pragma target\n  for (int i = 0; i < 9999; i++)\n    a[i] = i;\n  return a[5] != 5;\n}\n' > port.c
ok "a volatile read beside a kernel" code 0 "$ihop" --pragma target port.c -o port
ok "  stays in the fallback" grep -q "drained = port" port/port_cpu.c
ok "  and in the CUDA program" grep -q "drained = port" port/port.cu

printf 'void m (int n, double a[n][n])\n{\n  for (int i = 0; i < n; i++)\n    for (int j = 0; j < n; j++)\n      a[i][j] = i + j;\n}\n' > m.c
ok "list transforms" says 0 "interchange" "$ihop" list transforms
ok "a step" code 0 "$ihop" transform m.c --step 'interchange m/i/j' -o t.c
ok "  is C" cc -fsyntax-only t.c
ok "  and was taken" says 0 "m/j/i" "$ihop" analyze t.c
ok "a step that is illegal" code 1 "$ihop" transform m.c --step 'interchange m/i/k' -o u.c
ok "  writes nothing" test ! -e u.c
mkfifo pipe
cat pipe > piped &
ok "into a pipe" code 0 "$ihop" transform m.c --step 'interchange m/i/j' -o pipe
wait
ok "  which stays one" test -p pipe
ok "  and holds what a file would" grep -q "for (" piped
echo 'interchange m/i/j' > s.ihop
ok "a script, then the main job" code 0 "$ihop" --auto --script s.ihop m.c -o scripted
ok "a script that is not there" says 2 "No such file" "$ihop" --auto --script none.ihop m.c -o none
finish
