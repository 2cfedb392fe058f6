// A clause that may occur once.
int main(void)
{
#pragma omp parallel num_threads(2) num_threads(3)  //~ ERROR num_threads
    ;
    return 0;
}
