// The flag that tells of the cancellation is written atomically.
int main(void)
{
    int found = 0;
#pragma omp parallel for
    for (int i = 0; i < 8; i++) {
        if (i % 3 == 0) {
#pragma omp atomic write
            found = 1;
#pragma omp cancel for
        }
#pragma omp cancellation point for
    }
    return found;
}
