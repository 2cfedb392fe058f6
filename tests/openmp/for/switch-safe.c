// What an iteration does to its own element is drawn by lot.
#include <stdlib.h>

struct walker {
    int x, y;
    unsigned seed;
} walkers[100];

int main(void)
{
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
        for (int step = 0; step < 10; step++)
            switch (rand_r(&walkers[i].seed) % 4) {
            case 0:
                walkers[i].x++;
                break;
            case 1:
                walkers[i].x--;
                break;
            case 2:
                walkers[i].y++;
                break;
            default:
                walkers[i].y--;
            }
    return 0;
}
