#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *join(const char **parts, int n, const char *between) {
    size_t size = 1;
    for (int i = 0; i < n; i++) size += strlen(parts[i]) + (i ? strlen(between) : 0);
    char *out = malloc(size), *p = out;
    *p = 0;
    for (int i = 0; i < n; i++) {
        if (i) strcpy(p, between), p += strlen(between);
        strcpy(p, parts[i]);
        p += strlen(parts[i]);
    }
    return out;
}

int main(void) {
    char *a = strdup("duplicate"), *b = strndup("duplicate", 3), *c = strndup("ab", 10);
    a[0] = 'D';
    printf("%s %s %s %zu\n", a, b, c, strlen(c));
    const char *parts[] = {"usr", "local", "bin"};
    char *path = join(parts, 3, "/");
    printf("%s\n", path);
    char *slash = strrchr(path, '/');
    *slash = 0;
    printf("%s %s\n", path, slash + 1);
    char *copies[3];
    for (int i = 0; i < 3; i++) {
        copies[i] = strdup(parts[2 - i]);
        copies[i][0] -= 'a' - 'A';
    }
    printf("%s %s %s\n", copies[0], copies[1], copies[2]);
    for (int i = 0; i < 3; i++) free(copies[i]);
    int n = strlen(a) * 10 + strlen(b);
    free(a), free(b), free(c), free(path);
    return n;
}
