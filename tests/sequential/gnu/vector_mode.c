/* A vector of elements with a mode, types of <unwind.h>, and a transparent union that a function of the program takes. */
#include <stdio.h>
#include <unwind.h>

typedef int __attribute__((mode(SI))) __attribute__((vector_size(16))) four;
typedef unsigned _Unwind_Word_too __attribute__((__mode__(__unwind_word__)));

union either {
    int *number;
    const char *text;
} __attribute__((__transparent_union__));

int first(union either value, int which);

int first(union either value, int which)
{
    return which ? *value.number : *value.text;
}

int main(void)
{
    four a = {1, 2, 3, 4}, b = {10, 20, 30, 40}, sum = a + b;
    int number = 7;
    printf("%zu %d %d\n", sizeof sum, sum[0], sum[3]);
    printf("%zu %zu\n", sizeof(_Unwind_Word), sizeof(_Unwind_Word_too));
    printf("%d %d\n", first(&number, 1), first("x", 0));
    return 0;
}
