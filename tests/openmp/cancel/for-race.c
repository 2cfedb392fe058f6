// The flag that tells of the cancellation is written by several iterations.
int main(void)
{
    int found = 0;
#pragma omp parallel for
    for (int i = 0; i < 8; i++) {
        if (i % 3 == 0) {
            found = 1;  //~ RACE
#pragma omp cancel for
        }
#pragma omp cancellation point for
    }
    return found;
}
