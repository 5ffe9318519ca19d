#!/bin/bash
# Bad input of every kind gets its sentence and its exit code, and leaves nothing half-written.
. "$(dirname "$0")/tap.sh"

# refused N TEXT FILE: as the main job and under analyze, and nothing is written.
refused() {
    rm -rf dir
    says "$1" "$2" "$ihop" --auto "$3" -o dir || return 1
    [ ! -e dir ] || [ -z "$(ls -A dir)" ] || { ls -A dir; return 1; }
    says "$1" "$2" "$ihop" analyze "$3"
}

# taken TEXT FILE: odd, but C: it is worked on, with TEXT said; products are whole.
taken() {
    rm -rf dir
    code 0 "$ihop" --auto "$2" -o dir --emit cu,cpu,emu,json || code 1 true || return 1
    [ -z "$1" ] || grep -qF -- "$1" out err || { echo "nobody says: $1"; cat out err; return 1; }
    local stem
    stem=$(basename "$2" .c)
    [ -f "dir/${stem}_cpu.c" ] && [ -f "dir/$stem.json" ]
}

# analyzed FILE TEXT: analyze shows the loop with this text.
analyzed() {
    says 0 "$2" "$ihop" analyze "$1"
}

ok "no such file" refused 2 "there is no such file" absent.c
mkdir folder.c
ok "a folder" refused 2 "this is a folder" folder.c
mkfifo pipe.c
ok "a pipe" refused 2 "no ordinary file" pipe.c
printf '\177ELF\0\0\1\2' > binary.c
ok "binary garbage" refused 3 "binary file" binary.c
head -c 4096 /dev/urandom | tr -d '\0' > noise.c
ok "noise without NULs" code 3 "$ihop" analyze noise.c
printf 'int f (int n\n{ return n; }\n' > syntax.c
ok "a syntax error" refused 3 "syntax.c:2:1" syntax.c
printf '#include "nowhere.h"\nint x;\n' > header.c
ok "a missing header" refused 3 "nowhere.h" header.c
: > empty.c
ok "an empty file" taken "the file is empty" empty.c
printf '/* caf\351 */\nvoid f (int n, int *a) { for (int i = 0; i < n; i++) a[i] = i; }\n' > latin.c
ok "not UTF-8" taken "not UTF-8" latin.c
ok "  its bytes stand" env LC_ALL=C grep -qaP 'caf\xe9' dir/latin_cpu.c
ok "  its JSON is UTF-8" iconv -f UTF-8 -t UTF-8 dir/latin.json
printf '\357\273\277void f (int n, int *a) { for (int i = 0; i < n; i++) a[i] = i; }\n' > marked.c
ok "a byte order mark" code 0 "$ihop" --auto --emit emu -o marked marked.c
ok "  which stands at the beginning of a file alone" gcc -fsyntax-only marked/marked_emu.c
mkdir -p "a b"
printf 'void f (int n, int *a) { for (int i = 0; i < n; i++) a[i] = i; }\n' > "a b/c d.c"
ok "a path with spaces" taken "" "a b/c d.c"
printf 'void f (int n, int *a)\r\n{\r\n  for (int i = 0; i < n; i++)\r\n    a[i] = i;\r\n}\r\n' > crlf.c
ok "lines that end in CR LF" taken "" crlf.c
printf 'int x;' > noline.c
ok "no newline at the end" taken "" noline.c
printf 'f (n, a) int *a; { int i; for (i = 0; i < n; i++) a[i] = g (i); return 0; }\n' > old.c
ok "old C" code 0 "$ihop" analyze old.c
if [ "$(id -u)" -ne 0 ]; then
    printf 'int x;\n' > secret.c
    chmod 0 secret.c
    ok "no permission" refused 2 "ermission" secret.c
fi

printf 'void f (int *a) { if (!a) __builtin_trap (); __builtin_prefetch (a); }\n' > builtin.c
ok "builtins" taken "" builtin.c

# Deep and long, but finite.
{
    echo 'void f (int n, int *a) {'
    for i in $(seq 12); do echo "for (int i$i = 0; i$i < n; i$i++)"; done
    echo 'a[i1] = i12; }'
} > deep.c
ok "a nest of twelve" timeout 60 "$ihop" analyze deep.c
{
    echo 'void f (int n, int *a) {'
    yes 'a[n] = a[n] + n;' | head -49990
    echo '}'
} > long.c
ok "fifty thousand lines" timeout 120 "$ihop" analyze long.c
printf 'int x = %s1%s;\n' "$(printf '(%.0s' $(seq 5000))" "$(printf ')%.0s' $(seq 5000))" > parens.c
ok "five thousand parentheses" code 3 "$ihop" analyze parens.c

# What is in a loop that cannot be modelled is said, never guessed: none of these is parallel.
not_parallel() {
    printf '%s\n' "$2" > "$1.c"
    code 0 "$ihop" analyze --format json "$1.c" || return 1
    ! grep -q '"verdict" : "parallel"' out && grep -q '"verdict" :' out && return 0
    cat out
    return 1
}
ok "goto" not_parallel goto 'void f (int n, int *a) { for (int i = 0; i < n; i++) { if (a[i]) goto out; a[i] = 1; } out: ; }'
ok "break" not_parallel break 'void f (int n, int *a) { for (int i = 0; i < n; i++) { if (a[i]) break; a[i] = 1; } }'
ok "return" not_parallel return 'void f (int n, int *a) { for (int i = 0; i < n; i++) { if (a[i]) return; a[i] = 1; } }'
ok "volatile" not_parallel volatile 'void f (int n, volatile int *a) { for (int i = 0; i < n; i++) a[i] = 1; }'
ok "recursion" not_parallel recursion 'static int c; void f (int n, int *a) { for (int i = 0; i < n; i++) { a[c++] = 1; f (i, a); } }'
ok "inline assembly" not_parallel asm 'void f (int n, int *a) { for (int i = 0; i < n; i++) { a[i] = 1; __asm__ volatile ("" ::: "memory"); } }'
ok "setjmp" not_parallel setjmp '#include <setjmp.h>
jmp_buf b; void f (int n, int *a) { for (int i = 0; i < n; i++) { if (setjmp (b)) a[0] = i; a[i] = 1; } }'
ok "an indirect subscript" not_parallel indirect 'void f (int n, int *a, int *b) { for (int i = 0; i < n; i++) a[b[i]] = i; }'
ok "an iterator changed in the body" not_parallel iterator 'void f (int n, int *a) { for (int i = 0; i < n; i++) { a[i] = 1; if (a[i + 1]) i++; } }'
ok "unsigned wrap-around" not_parallel wrap 'void f (unsigned char n, int *a) { for (int i = 0; i < 1000; i++) a[(unsigned char) (i + n)] = i; }'
ok "printf" not_parallel printf '#include <stdio.h>
void f (int n, int *a) { for (int i = 0; i < n; i++) { a[i] = i; printf ("%d\n", i); } }'
ok "rand" not_parallel rand '#include <stdlib.h>
void f (int n, int *a) { for (int i = 0; i < n; i++) a[i] = rand (); }'
ok "a static counter" not_parallel counter 'static int next (void) { static int c; return c++; } void f (int n, int *a) { for (int i = 0; i < n; i++) a[i] = next (); }'

# A compiler that was stopped says nothing of the source; what is wrong with the source it says itself.
compiled_by() {
    printf '#!/bin/sh\n%s\n' "$1" > compilers/nvcc
    chmod +x compilers/nvcc
    says "$2" "$3" env PATH="$PWD/compilers:$PATH" "$ihop" run --compiler nvcc kernel.cu
}
mkdir compilers
echo 'int main (void) { return 0; }' > kernel.cu
ok "a compiler that is killed" compiled_by 'kill -9 $$' 5 "the compiler did not finish, so nothing is known of the source"
ok "a part of it that is killed" compiled_by 'echo "g++: fatal error: Killed signal terminated program cc1plus" >&2; exit 1' 5 "the compiler did not finish"
ok "a compiler that cannot be started" compiled_by 'exit 127' 5 "ended with status 127"
ok "an error in PTX" compiled_by 'echo "ptxas fatal : Ptx assembly aborted due to errors" >&2; exit 255' 3 "aborted due to errors"
ok "a compiler that finds an error" compiled_by 'echo "kernel.cu(3): error: no such thing" >&2; exit 2' 3 "kernel.cu(3): error: no such thing"

# One bad file does not stop the good ones.
printf 'void g (int n, int *a) { for (int i = 0; i < n; i++) a[i] = i; }\n' > good.c
ok "a good file beside a bad one" code 3 "$ihop" --auto syntax.c good.c -o mixed
ok "  is written" test -f mixed/good_cpu.c
finish
