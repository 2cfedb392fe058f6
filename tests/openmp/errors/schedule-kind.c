// A schedule that does not exist.
int main(void)
{
#pragma omp parallel for schedule(randomly)  //~ ERROR randomly
    for (int i = 0; i < 4; i++)
        ;
    return 0;
}
