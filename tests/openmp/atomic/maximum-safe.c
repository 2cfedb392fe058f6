// `atomic compare` computes a maximum.
int main(void)
{
    int most = 0;
#pragma omp parallel for
    for (int i = 0; i < 4; i++) {
#pragma omp atomic compare
        if (most < i) { most = i; }
    }
    return most;
}
