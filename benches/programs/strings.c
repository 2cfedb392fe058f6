// String processing: words are cut out of a text, hashed, compared and counted.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 10000
#endif

static const char text[] =
    "It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in "
    "want of a wife. However little known the feelings or views of such a man may be on his first entering a "
    "neighbourhood, this truth is so well fixed in the minds of the surrounding families, that he is considered "
    "the rightful property of some one or other of their daughters.";

#define SLOTS 256

static struct {
    char word[32];
    int count;
} table[SLOTS];

static unsigned hash(const char *s)
{
    unsigned h = 5381;
    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h;
}

static void count(const char *word)
{
    unsigned slot = hash(word) % SLOTS;
    while (table[slot].count && strcmp(table[slot].word, word) != 0)
        slot = (slot + 1) % SLOTS;
    if (!table[slot].count)
        strcpy(table[slot].word, word);
    table[slot].count++;
}

int main(void)
{
    for (int round = 0; round < N; round++) {
        char word[32];
        size_t length = 0;
        for (size_t i = 0; i < sizeof text; i++) {
            if (isalpha((unsigned char)text[i])) {
                word[length++] = (char)tolower((unsigned char)text[i]);
            } else if (length) {
                word[length] = '\0';
                count(word);
                length = 0;
            }
        }
    }
    int total = 0, most = 0;
    for (int i = 0; i < SLOTS; i++) {
        total += table[i].count;
        if (table[i].count > table[most].count)
            most = i;
    }
    printf("%d words, most often \"%s\"\n", total, table[most].word);
    return 0;
}
