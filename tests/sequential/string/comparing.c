#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
    printf("%d %d %d\n", sign(strcmp("abc", "abd")), sign(strcmp("abc", "ab")), strcmp("", ""));
    printf("%d %d\n", sign(strcmp("\xff", "a")), sign(strcmp("Z", "a")));
    printf("%d %d %d\n", strncmp("abcx", "abcy", 3), sign(strncmp("abcx", "abcy", 4)), strncmp("a", "b", 0));
    printf("%d\n", strncmp("ab\0x", "ab\0y", 4));
    printf("%d %d\n", strcasecmp("HeLLo", "hEllO"), sign(strcasecmp("abc", "ABD")));
    printf("%d %d\n", strncasecmp("ABCdef", "abcxyz", 3), sign(strncasecmp("ABCdef", "abcxyz", 4)));
    printf("%d %d\n", sign(memcmp("ab\0c", "ab\0d", 4)), memcmp("ab\0c", "ab\0d", 3));
    int a[] = {1, 2, 3}, b[] = {1, 2, 4};
    printf("%d %d\n", memcmp(a, b, 2 * sizeof(int)), sign(memcmp(a, b, sizeof a)));
    unsigned char x = 0x80, y = 0x7f;
    printf("%d\n", sign(memcmp(&x, &y, 1)));
    printf("%d\n", sign(strcoll("a", "b")));
    printf("%d\n", memcmp(a, b, 0));
    const char *words[] = {"delta", "alpha", "charlie", "bravo"};
    const char *least = words[0];
    for (int i = 1; i < 4; i++)
        if (strcmp(words[i], least) < 0) least = words[i];
    printf("%s\n", least);
    return sign(strcmp("b", "a")) + 10;
}
