#!/bin/sh
# Checks that every program here means the same to gcc at -O0, at -O2 and under the sanitizers,
# so that its output is a fact about C and not about one compilation.
# Usage: validate.sh [FILE.c|DIRECTORY]...   (default: all programs)
cd "$(dirname "$0")" || exit 2
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
export ASAN_OPTIONS=detect_leaks=0 LC_ALL=C
bad=0 count=0

directive() { # KEY FILE: the rest of the first `// KEY: ...` line in the head of the file
    sed -n "1,5s,^// $1: \{0\,1\},,p" "$2" | head -n 1
}

check() { # NAME MAIN SOURCES...
    name=$1 main=$2
    shift 2
    std=$(directive std "$main")
    args=$(directive args "$main")
    printf '%b' "$(directive stdin "$main")\n" >"$work/in"
    count=$((count + 1))
    for flags in -O0 -O2 "-O1 -fsanitize=undefined,address -fno-sanitize-recover=undefined"; do
        # shellcheck disable=SC2086
        if ! gcc -std="${std:-gnu17}" -w -fopenmp $flags "$@" -o "$work/a" -lm 2>"$work/err"; then
            echo "$name: does not compile ($flags)"; cat "$work/err"; bad=$((bad + 1)); return
        fi
        eval "timeout 20 \"$work/a\" $args" <"$work/in" >"$work/out" 2>"$work/err"
        code=$?
        echo "exit $code" >>"$work/out"
        if [ $code -gt 125 ] || grep -q 'runtime error' "$work/err"; then
            echo "$name: exit $code ($flags)"; head -n 5 "$work/err"; bad=$((bad + 1)); return
        fi
        if [ "$flags" = -O0 ]; then cp "$work/out" "$work/first"; continue; fi
        if ! cmp -s "$work/first" "$work/out"; then
            echo "$name: output differs ($flags)"; diff "$work/first" "$work/out" | head -n 8
            bad=$((bad + 1)); return
        fi
    done
    [ -n "$SHOW" ] && { echo "--- $name"; cat "$work/first"; }
}

[ $# -eq 0 ] && set -- .
for program in $(find "$@" -name '*.c' ! -path '*multifile/*' | sort); do
    check "$program" "$program" "$program"
done
for folder in $(find "$@" -path '*multifile/*' -name '*.c' | xargs -r -n 1 dirname | sort -u); do
    check "$folder" "$folder/a.c" "$folder"/*.c
done
echo "$count programs, $bad bad"
[ $bad -eq 0 ]
