#include <stdio.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

int main(void) {
    const char *utf8 = u8"h\u00e9\u20ac\U0001F600";
    printf("%zu:", strlen(utf8));
    for (const char *p = utf8; *p; p++) printf(" %02x", (unsigned char)*p);
    printf("\n");
    const char16_t *s16 = u"h\u00e9\u20ac\U0001F600";
    for (; *s16; s16++) printf("%x ", *s16);
    printf("\n");
    const char32_t *s32 = U"h\u00e9\u20ac\U0001F600";
    for (; *s32; s32++) printf("%x ", *s32);
    printf("\n");
    const wchar_t *w = L"wide\u20ac";
    for (; *w; w++) printf("%x ", (unsigned)*w);
    printf("\n");
    printf("%zu %zu %zu %zu\n", sizeof u8"abc", sizeof u"abc", sizeof U"abc", sizeof L"abc");
    printf("%d %d %d %d\n", L'\u20ac', u'\u00e9', U'\U0001F600', 'z');
    printf("%zu %zu %zu\n", sizeof L'a', sizeof u'a', sizeof U'a');
    printf("%s\n", "caf\u00e9" "é");
    wchar_t wide[] = L"mixed " "concat";
    printf("%zu %d\n", sizeof wide / sizeof *wide, wide[6]);
    return (unsigned char)"é"[0] & 0x7f;
}
