// The last iteration gives its value to the variable, and no other one reads it.
int a[8];

int main(void)
{
    int last = 0, *seen = &last;
#pragma omp teams num_teams(2) shared(last)
#pragma omp distribute parallel for dist_schedule(static, 2) num_threads(2) lastprivate(last)
    for (int i = 0; i < 7; i++) {
        last = i;
        a[i] = i < 4 ? last : 0;
    }
    return *seen;
}
