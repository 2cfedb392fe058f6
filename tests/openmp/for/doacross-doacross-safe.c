// `doacross` is the new word for `depend` here; the source is after the write.
int main(void)
{
    int a[8] = { 1 };
#pragma omp parallel for ordered(1)
    for (int i = 1; i < 8; i++) {
#pragma omp ordered doacross(sink : i - 1)
        a[i] = a[i - 1] + 1;
#pragma omp ordered doacross(source :)
    }
    return a[7];
}
