#ifndef _RACEPROOF_LIBGEN_H
#define _RACEPROOF_LIBGEN_H 1
char *dirname(char *);
char *__xpg_basename(char *);
#define basename __xpg_basename
#endif
