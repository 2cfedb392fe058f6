#include <stdio.h>

static int counter(void) {
    static int n = 5;
    return n++;
}
static int *slots(int i) {
    static int v[3] = {[1] = 10};
    return &v[i];
}
static int recursive(int n) {
    static int depth, deepest;
    depth++;
    if (depth > deepest) deepest = depth;
    if (n) recursive(n - 1);
    depth--;
    return deepest;
}
static const char *name(int n) {
    static char buffer[8];
    sprintf(buffer, "n%d", n);
    return buffer;
}

int main(void) {
    counter();
    counter();
    printf("%d\n", counter());
    *slots(1) += 5;
    *slots(2) = 3;
    printf("%d %d %d\n", *slots(0), *slots(1), *slots(2));
    printf("%d\n", recursive(4));
    printf("%d\n", recursive(2));
    const char *p = name(1), *q = name(22);
    printf("%s %s %d\n", p, q, p == q);
    for (int i = 0; i < 3; i++) {
        static int kept = 100;
        int fresh = 100;
        kept++, fresh++;
        printf("%d %d\n", kept, fresh);
    }
    {
        static int kept = 7;
        printf("%d\n", kept);
    }
    static int self = sizeof self, *address = &self;
    return *address + counter();
}
