// An iteration and its task write parts of a variable of the iteration.
static int total[8];

int main(void)
{
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 8; i++) {
        int part[2];
#pragma omp task shared(part)
        part[0] = i;
        part[1] = i;
#pragma omp taskwait
        total[i] = part[0] + part[1];
    }
    return total[7];
}
