// The vector loops of two iterations write different rows.
int main(void)
{
    int b[8][4];
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 8; i++) {
#pragma omp simd
        for (int j = 0; j < 4; j++)
            b[i][j] = j;
    }
    return b[0][0];
}
