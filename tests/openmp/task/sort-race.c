// The two halves may not be sorted when they are merged.
enum { SIZE = 24 };

static int data[SIZE], spare[SIZE];

static void merge(int low, int middle, int high)
{
    int i = low, j = middle;
    for (int k = low; k < high; k++)
        spare[k] = j == high || i < middle && data[i] <= data[j] ? data[i++] : data[j++];  //~ RACE
    for (int k = low; k < high; k++)
        data[k] = spare[k];  //~ RACE
}

static void sort(int low, int high)
{
    if (high - low < 2)
        return;
    int middle = low + (high - low) / 2;
#pragma omp task
    sort(low, middle);
#pragma omp task
    sort(middle, high);
    merge(low, middle, high);
}

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        data[i] = i * 79 % 101;
#pragma omp parallel
#pragma omp single
    sort(0, SIZE);
    return data[0];
}
