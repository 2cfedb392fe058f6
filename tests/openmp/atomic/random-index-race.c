// Which element is updated is up to chance; the updates are atomic, a look at one is not.
#include <stdlib.h>

int main(void)
{
    int count[4] = { 0 }, value[4], seen = 0;
    for (int i = 0; i < 4; i++)
        value[i] = rand() % 4;
#pragma omp parallel for reduction(+ : seen)
    for (int i = 0; i < 4; i++) {
        seen += count[0];  //~ RACE
#pragma omp atomic
        count[value[i]]++;  //~ RACE
    }
    return seen;
}
