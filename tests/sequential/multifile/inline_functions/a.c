// Inline definitions in a header, with the external definition in one file.
#include <stdio.h>
#include "x.h"

int via_b(int x);
int (*square_of_b(void))(int);

int main(void) {
    printf("%d %d\n", square(4), via_b(5));
    printf("%d\n", square_of_b()(6));
    printf("%d %d\n", next_id(), next_id_of_b());
    printf("%d\n", square == square_of_b());
    return clamp(500) + clamp(-3);
}
