// The iteration writes what its task writes.
static int total[8];

int main(void)
{
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 8; i++) {
        int part[2];
#pragma omp task shared(part)
        part[0] = i;  //~ RACE
        part[0] = i;  //~ RACE
#pragma omp taskwait
        total[i] = part[0] + part[1];
    }
    return total[7];
}
