// `parallel master taskloop`: the tasks add to one variable.
int main(void)
{
    int sum = 0;
#pragma omp parallel master taskloop shared(sum)
    for (int i = 0; i < 4; i++)
        sum += i;  //~ RACE
    return sum;
}
