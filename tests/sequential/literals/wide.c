#include <stdio.h>
#include <stddef.h>

static size_t length(const wchar_t *s) {
    const wchar_t *p = s;
    while (*p) p++;
    return p - s;
}

static wchar_t upper(wchar_t c) { return c >= L'a' && c <= L'z' ? c - L'a' + L'A' : c; }

int main(void) {
    wchar_t s[20] = L"wide string";
    printf("%zu %zu\n", length(s), sizeof s);
    for (wchar_t *p = s; *p; p++) putchar((char)upper(*p));
    putchar('\n');
    static const wchar_t *names[] = {L"one", L"three", L"\x263a"};
    for (int i = 0; i < 3; i++) printf("%zu %x\n", length(names[i]), (unsigned)names[i][0]);
    wchar_t list[] = {L'x', 'y', 0x7a, 0};
    printf("%zu %d\n", length(list), list[2] == L'z');
    struct { wchar_t tag[3]; int n; } t = {L"ab", 5};
    printf("%d %d\n", t.tag[1], t.n);
    printf("%d\n", (wchar_t)-1 < 0);
    return (int)length(L"concat" L"enated" L"");
}
