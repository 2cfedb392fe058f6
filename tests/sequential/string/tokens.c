#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[] = "one, two;;three ,four";
    for (char *t = strtok(text, ", ;"); t; t = strtok(NULL, ", ;")) printf("[%s]", t);
    printf("\n");
    char outer[] = "a=1&b=2&c", *save1, *save2;
    int pairs = 0;
    for (char *p = strtok_r(outer, "&", &save1); p; p = strtok_r(NULL, "&", &save1)) {
        char *key = strtok_r(p, "=", &save2), *value = strtok_r(NULL, "=", &save2);
        printf("%s:%s ", key, value ? value : "none");
        pairs++;
    }
    printf("%d\n", pairs);
    char empty[] = "";
    printf("%d\n", strtok(empty, " ") == NULL);
    char only[] = ";;;";
    printf("%d\n", strtok(only, ";") == NULL);
    char fields[] = "x::y:", *rest = fields, *f;
    while ((f = strsep(&rest, ":"))) printf("<%s>", f);
    printf("\n");
    char changing[] = "k v1,v2";
    char *k = strtok(changing, " ");
    char *v = strtok(NULL, ",");
    char *w = strtok(NULL, ",");
    printf("%s %s %s\n", k, v, w);
    return pairs * 11;
}
