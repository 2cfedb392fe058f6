#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct node { int value; uintptr_t link; };

int main(void) {
    int x = 5, v[4] = {10, 20, 30, 40};
    uintptr_t u = (uintptr_t)&x;
    int *p = (int *)u;
    *p = 6;
    printf("%d %d\n", x, p == &x);
    uintptr_t base = (uintptr_t)v;
    printf("%d\n", *(int *)(base + 2 * sizeof(int)));
    printf("%d\n", (int)((uintptr_t)&v[3] - base));
    uintptr_t tagged = (uintptr_t)&v[1] | 1;
    printf("%d %d\n", (int)(tagged & 1), *(int *)(tagged & ~(uintptr_t)1));
    struct node a = {1, 0}, b = {2, (uintptr_t)&a};
    printf("%d\n", ((struct node *)b.link)->value);
    unsigned char bytes[sizeof(int *)];
    int *source = &v[2], *copy;
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = ((unsigned char *)&source)[i];
    memcpy(&copy, bytes, sizeof copy);
    printf("%d\n", *copy);
    intptr_t i = (intptr_t)&v[3];
    i -= 4;
    printf("%d\n", *(int *)i);
    printf("%d %d\n", (uintptr_t)(void *)0 == 0, (void *)(uintptr_t)0 == NULL);
    printf("%d\n", (uintptr_t)&v[0] % _Alignof(int) == 0);
    long as_long = (long)&x;
    return *(int *)as_long + (int)((struct node *)b.link == &a);
}
