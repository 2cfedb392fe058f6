// Macros are expanded in directives; `_Pragma` is one too. The list leaves `y` out.
#define OWN private(x)

int main(void)
{
    int x, y = 0;
    _Pragma("omp parallel \
             OWN")
    {
        x = 1;
        y = x;  //~ RACE
    }
    return y * 0;
}
