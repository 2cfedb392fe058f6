// The vector loops of two iterations write one row.
int main(void)
{
    int b[8][4];
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 8; i++) {
#pragma omp simd
        for (int j = 0; j < 4; j++)
            b[i / 2][j] = j;  //~ RACE
    }
    return b[0][0];
}
