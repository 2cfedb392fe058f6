#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record { char tag; int *data; struct record *next; int (*read)(struct record *); };
static int read_data(struct record *r) { return *r->data + r->tag; }

int main(void) {
    int x = 100, y = 200;
    struct record a = {'\1', &x, NULL, read_data}, b;
    memcpy(&b, &a, sizeof a);
    b.data = &y;
    b.next = &a;
    struct record list[2];
    memmove(list, &b, sizeof b);
    list[1] = *list[0].next;
    printf("%d %d\n", list[0].read(&list[0]), list[1].read(&list[1]));
    struct record *heap = malloc(2 * sizeof *heap);
    memcpy(heap, list, sizeof list);
    heap = realloc(heap, 3 * sizeof *heap);
    heap[2] = heap[0];
    *heap[2].data += 5;
    printf("%d %d\n", y, heap[2].read(heap));
    int *ptrs[3] = {&x, &y, &heap[0].data[0]}, *copy[3];
    memcpy(copy, ptrs, sizeof ptrs);
    printf("%d %d\n", *copy[0], copy[2] == copy[1]);
    memset(copy, 0, sizeof copy);
    printf("%d\n", copy[1] == NULL);
    void *generic[2] = {heap, &x};
    struct record *again = generic[0];
    printf("%d\n", again->next == &a);
    char raw[sizeof(void *) * 2];
    memcpy(raw + 3, &generic[1], sizeof(void *));
    int *unaligned;
    memcpy(&unaligned, raw + 3, sizeof unaligned);
    int r = *unaligned;
    free(heap);
    return r;
}
