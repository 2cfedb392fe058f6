// Producers and consumers wait in loops until there is room or something to take, whoever they are.
int room = 2, size = 0;

int main(void)
{
    int left = 40;
#pragma omp parallel for firstprivate(left) num_threads(8)
    for (int i = 0; i < 8; i++) {
        while (left) {
            if (i < 4) {
#pragma omp critical
                if (size < room) {
                    size++;
                    left--;
                }
            } else {
#pragma omp critical
                if (size > 0) {
                    size--;
                    left--;
                }
            }
        }
    }
    return size;
}
