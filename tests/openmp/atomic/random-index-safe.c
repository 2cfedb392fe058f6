// Which element is updated is up to chance; the updates are atomic.
#include <stdlib.h>

int main(void)
{
    int count[16] = { 0 }, value[200];
    for (int i = 0; i < 200; i++)
        value[i] = rand() % 16;
#pragma omp parallel for
    for (int i = 0; i < 200; i++) {
#pragma omp atomic
        count[value[i]]++;
    }
    return count[0];
}
