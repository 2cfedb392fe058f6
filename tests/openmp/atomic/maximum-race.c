// The maximum is computed without protection.
int main(void)
{
    int most = 0;
#pragma omp parallel for
    for (int i = 0; i < 4; i++) {
        if (most < i) { most = i; }  //~ RACE
    }
    return most;
}
