#include <stdio.h>

struct list { int v; struct list *next; };
static struct list third = {3}, second = {2, &third}, first = {1, &second};
static int data[5] = {1, 2, 3};
static int *middle = data + 2, *last = &data[4];
static int **indirect = &middle;
static char text[] = "global", *tail = text + 3;
static struct { int (*print)(const char *, ...); struct list *head; long distance; } ops = {printf, &first, 7};
static const double scale = 2.5;
static int zeroed[100];
static struct list *const cycle[2] = {&first, &second};
static long address_sum = sizeof(data) + sizeof(struct list);
static unsigned char *byte = (unsigned char *)data + 4;
static int *inner = &((struct list *)&third)->v;

int main(void) {
    int n = 0;
    for (struct list *l = ops.head; l; l = l->next) n = n * 10 + l->v;
    ops.print("%d %d %d\n", n, *middle, *last);
    **indirect = 30;
    printf("%d %s %.1f\n", data[2], tail, scale);
    for (int i = 0; i < 100; i++) n += zeroed[i];
    printf("%d %d\n", n, cycle[1]->v);
    printf("%ld %d %d\n", address_sum, *byte, *inner);
    return n % 100;
}
