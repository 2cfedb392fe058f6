#include <stdio.h>

static int published, ready;

static void publish(int v) {
    published = v;
    asm volatile("" ::: "memory");
    ready = 1;
}

static int opaque(int x) {
    asm("" : "+r"(x));
    return x;
}

static void keep(void *p) { __asm__ __volatile__("" : : "g"(p) : "memory"); }

int main(void) {
    publish(5);
    printf("%d %d\n", published, ready);
    printf("%d\n", opaque(7) * opaque(3));
    int local = 9;
    keep(&local);
    __asm__("");
    printf("%d\n", local);
    register int hinted asm("rbx") = 3;
    int result = hinted + opaque(40);
    extern int renamed asm("actual_name");
    renamed = 2;
    return result + renamed;
}

int renamed asm("actual_name");
