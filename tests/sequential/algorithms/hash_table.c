#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { char *key; int value; struct entry *next; };
struct table { struct entry **buckets; size_t size, count; };

static unsigned hash(const char *s) {
    unsigned h = 2166136261u;
    while (*s) h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}
static void grow(struct table *t) {
    size_t size = t->size * 2;
    struct entry **b = calloc(size, sizeof *b);
    for (size_t i = 0; i < t->size; i++)
        for (struct entry *e = t->buckets[i], *next; e; e = next) {
            next = e->next;
            e->next = b[hash(e->key) % size];
            b[hash(e->key) % size] = e;
        }
    free(t->buckets);
    t->buckets = b;
    t->size = size;
}
static int *at(struct table *t, const char *key) {
    for (struct entry *e = t->buckets[hash(key) % t->size]; e; e = e->next)
        if (!strcmp(e->key, key)) return &e->value;
    if (t->count++ >= t->size) grow(t);
    struct entry *e = malloc(sizeof *e), **b = &t->buckets[hash(key) % t->size];
    *e = (struct entry){strdup(key), 0, *b};
    *b = e;
    return &e->value;
}

int main(void) {
    struct table t = {calloc(2, sizeof(struct entry *)), 2, 0};
    char text[] = "the cat and the dog and the bird saw a cat";
    for (char *w = strtok(text, " "); w; w = strtok(NULL, " ")) ++*at(&t, w);
    const char *words[] = {"the", "cat", "and", "dog", "none"};
    for (int i = 0; i < 5; i++) printf("%s %d\n", words[i], *at(&t, words[i]));
    printf("%zu %zu %08x\n", t.count, t.size, hash("hello"));
    int total = 0;
    for (size_t i = 0; i < t.size; i++)
        for (struct entry *e = t.buckets[i], *next; e; e = next) {
            total += e->value;
            next = e->next;
            free(e->key), free(e);
        }
    free(t.buckets);
    return total;
}
