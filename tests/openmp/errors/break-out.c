// No way out of a worksharing loop but its end.
int main(void)
{
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
        if (i == 2)
            break;  //~ ERROR break
    return 0;
}
