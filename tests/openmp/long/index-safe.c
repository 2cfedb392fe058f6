// Where a loop writes depends on what another loop computed: every element has its own place.
int place[200], a[700], step = 3;

int main(void)
{
    place[0] = 7;
    for (int i = 1; i < 200; i++)
        place[i] = place[i - 1] + step;
#pragma omp parallel for
    for (int i = 0; i < 200; i++)
        a[place[i]] = i;
    return 0;
}
