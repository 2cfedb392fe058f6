#include <stdio.h>
#include <string.h>

static char a[] = "hello";
static char exact[5] = "hello";
static char padded[10] = "hi";
static char braces[] = {"braced"};
static char list[] = {'l', 'i', 's', 't', '\0'};
static char rows[][6] = {"one", "two", "three"};
static const char *pointers[] = {"alpha", "beta", [3] = "delta"};
static char joined[] = "con" "cat" "enated";
static char embedded[] = "a\0b";
static struct { char tag[4]; const char *text; } pairs[] = {{"k1", "v1"}, {"k2", "v2"}};

int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof a, sizeof exact, sizeof padded, sizeof braces);
    printf("%.5s %s %s %s\n", exact, padded, braces, list);
    for (int i = 2; i < 10; i++) printf("%d", padded[i]);
    printf("\n");
    for (int i = 0; i < 3; i++) printf("%s/", rows[i]);
    printf("%zu\n", sizeof rows);
    for (int i = 0; i < 4; i++) printf("%s ", pointers[i] ? pointers[i] : "(none)");
    printf("\n%s %zu\n", joined, sizeof joined);
    printf("%zu %zu %c\n", sizeof embedded, strlen(embedded), embedded[2]);
    printf("%s %s\n", pairs[1].tag, pairs[1].text);
    char local[8] = "abc";
    local[3] = '!';
    printf("%s\n", local);
    char auto_zero[4] = {'x'};
    printf("%s\n", auto_zero);
    a[0] = 'j';
    return printf("%s\n", a);
}
