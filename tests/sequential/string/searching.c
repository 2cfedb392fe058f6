#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#define AT(p) ((p) ? (int)((p) - s) : -1)

int main(void) {
    const char *s = "hello, wide world";
    printf("%d %d %d\n", AT(strchr(s, 'o')), AT(strrchr(s, 'o')), AT(strchr(s, 'z')));
    printf("%d %d\n", AT(strchr(s, 0)), AT(strrchr(s, 0)));
    printf("%d %d %d\n", AT(strstr(s, "wide")), AT(strstr(s, "w")), AT(strstr(s, "wild")));
    printf("%d\n", AT(strstr(s, "")));
    printf("%zu %zu\n", strspn(s, "ehlo"), strspn(s, "xyz"));
    printf("%zu %zu\n", strcspn(s, ", "), strcspn(s, "xyz"));
    printf("%d %d\n", AT(strpbrk(s, "dw")), AT(strpbrk(s, "xyz")));
    printf("%d %d\n", AT((const char *)memchr(s, 'w', 20 - 3)), AT((const char *)memchr(s, 'w', 5)));
    printf("%zu %zu %zu\n", strlen(s), strnlen(s, 5), strnlen("ab", 5));
    printf("%d\n", AT(strchrnul(s, 'z')));
    printf("%d\n", AT((const char *)memrchr(s, 'l', 17)));
    printf("%d\n", AT(strcasestr(s, "WORLD")));
    const char data[] = "a\0b\0c";
    const char *m = memchr(data, 'c', sizeof data);
    printf("%d\n", (int)(m - data));
    printf("%d\n", (int)((char *)memmem(data, 6, "b\0c", 3) - data));
    int count = 0;
    for (const char *p = s; (p = strchr(p, 'l')); p++) count++;
    return count;
}
