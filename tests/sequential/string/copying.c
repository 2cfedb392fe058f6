#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
    char a[32];
    memset(a, '#', sizeof a);
    a[31] = 0;
    printf("%s\n", strcpy(a, "copy"));
    printf("%c\n", a[5]);
    strncpy(a, "abcdef", 3);
    printf("%s\n", a);
    memset(a, '#', 8);
    a[8] = 0;
    strncpy(a, "xy", 5);
    printf("%s %d %d %c\n", a, a[2], a[4], a[5]);
    strcpy(a, "one");
    printf("%s\n", strcat(a, "+two"));
    printf("%s\n", strncat(a, "+three", 3));
    printf("%s\n", strncat(a, "!", 10));
    char *end = stpcpy(a, "end");
    printf("%td\n", end - a);
    memcpy(a, "0123456789", 11);
    memmove(a + 2, a, 5);
    printf("%s\n", a);
    memcpy(a, "0123456789", 11);
    memmove(a, a + 3, 5);
    printf("%s\n", a);
    char *after = mempcpy(a, "zz", 2);
    printf("%td %s\n", after - a, a);
    int v[4] = {1, 2, 3, 4};
    memcpy(v + 2, v, 2 * sizeof *v);
    printf("%d %d\n", v[2], v[3]);
    memset(v, -1, sizeof v);
    printf("%d\n", v[1]);
    memset(v, 1, sizeof v);
    printf("%x\n", v[0]);
    memcpy(a, v, 0);
    return strlen(a);
}
