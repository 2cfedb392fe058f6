// After a vector loop an iteration of the outer loop goes on: its element is that of its neighbour, too.
int main(void)
{
    int a[8] = { 0 }, b[8][4];
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 8; i++) {
#pragma omp simd
        for (int j = 0; j < 4; j++)
            b[i][j] = j;
        a[i / 2] += b[i][0];  //~ RACE
    }
    return a[0];
}
