// A team that has done no iteration has the first value still, and its threads meet.
int g;

int main(void)
{
#pragma omp teams num_teams(2)
    {
        int x = 5;
#pragma omp distribute
        for (int i = 0; i < 2; i++)
            x = i;
#pragma omp parallel for num_threads(2)
        for (int j = 0; j < 2; j++)
            if (x == 5)
                g = j;  //~ RACE
    }
    return 0;
}
