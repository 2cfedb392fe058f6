// library: protected state
#include "../threads.h"

#include <time.h>
THREAD(use, time_t now = 0; struct tm date; PICK(gmtime(&now), gmtime_r(&now, &date)); (void)date;)
TWO(use, use)
