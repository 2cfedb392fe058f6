// Producers and consumers wait in loops until there is room or something to take; one of the looks is outside of the critical section.
int room = 2, size = 0;

int main(void)
{
    int left = 2;
#pragma omp parallel for firstprivate(left) num_threads(2) schedule(static, 1)
    for (int i = 0; i < 2; i++) {
        while (left) {
            if (i == 0) {
                if (size < room) {  //~ RACE
#pragma omp critical
                    {
                        size++;
                        left--;
                    }
                }
            } else {
#pragma omp critical
                if (size > 0) {
                    size--;  //~ RACE
                    left--;
                }
            }
        }
    }
    return size;
}
