// A linked list: built on the heap, reversed, summed, sorted by merging, freed.
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 300000
#endif

struct node {
    int value;
    struct node *next;
};

static struct node *reverse(struct node *list)
{
    struct node *out = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = out;
        out = list;
        list = next;
    }
    return out;
}

static struct node *merge(struct node *a, struct node *b)
{
    struct node head, *tail = &head;
    while (a && b) {
        struct node **from = a->value <= b->value ? &a : &b;
        tail->next = *from;
        tail = *from;
        *from = (*from)->next;
    }
    tail->next = a ? a : b;
    return head.next;
}

static struct node *sort(struct node *list, int length)
{
    if (length < 2)
        return list;
    struct node *last = list;
    for (int i = 1; i < length / 2; i++)
        last = last->next;
    struct node *rest = last->next;
    last->next = NULL;
    return merge(sort(list, length / 2), sort(rest, length - length / 2));
}

int main(void)
{
    struct node *list = NULL;
    unsigned value = 1;
    for (int i = 0; i < N; i++) {
        struct node *node = malloc(sizeof *node);
        value = value * 1103515245u + 12345u;
        node->value = (int)(value >> 8 & 0xffff);
        node->next = list;
        list = node;
    }
    for (int i = 0; i < 9; i++)
        list = reverse(list);
    list = sort(list, N);
    long sum = 0;
    int weight = 0;
    while (list) {
        struct node *next = list->next;
        sum += (long)list->value * (weight++ % 7);
        free(list);
        list = next;
    }
    printf("%ld\n", sum);
    return 0;
}
