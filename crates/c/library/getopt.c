/* <getopt.h>. Other arguments are put behind the options, as glibc does unless POSIXLY_CORRECT is set. */

extern int strncmp(const char *, const char *, unsigned long);
extern unsigned long strlen(const char *);
extern char *strchr(const char *, int);

struct option {
  const char *name;
  int has_arg;
  int *flag;
  int val;
};

char *optarg;
int optind = 1, opterr = 1, optopt;
static char *rest; /* of an argument with several options in one */
static int passed, behind; /* the arguments from here to there are no options; none before the first call */

static int is_option(const char *text) { return text[0] == '-' && text[1]; }

static void turn(char **arguments, int from, int to)
{
  for (; from < --to; from++) {
    char *text = arguments[from];
    arguments[from] = arguments[to];
    arguments[to] = text;
  }
}

/* Puts the arguments that were passed over behind the options that were found after them. */
static void exchange(char *const *arguments)
{
  char **all = (char **)arguments;
  turn(all, passed, behind);
  turn(all, behind, optind);
  turn(all, passed, optind);
  passed += optind - behind;
  behind = optind;
}

/* Puts arguments in order that were passed over before the last options. */
static void gather(char *const *arguments)
{
  if (passed != behind && behind != optind)
    exchange(arguments);
  else if (behind != optind)
    passed = optind;
}

/* Whether the options are over. */
static int is_over(int count, char *const *arguments, const char *known)
{
  if (!optind || !behind) {
    optind = optind ? optind : 1;
    passed = behind = optind;
  }
  if (behind > optind)
    behind = optind;
  if (passed > optind)
    passed = optind;
  if (known[0] != '+' && known[0] != '-') {
    gather(arguments);
    while (optind < count && !is_option(arguments[optind]))
      optind++;
    behind = optind;
  }
  if (optind < count && is_option(arguments[optind]) && arguments[optind][1] == '-' && !arguments[optind][2]) {
    optind++;
    if (passed != behind && behind != optind)
      exchange(arguments);
    else if (passed == behind)
      passed = optind;
    behind = optind = count;
  }
  if (optind >= count) {
    if (passed != behind)
      optind = passed;
    return 1;
  }
  return !is_option(arguments[optind]);
}

/* Whether an argument that is no option is given as one with the number 1: options that begin with a dash ask for that. */
static int is_in_order(int count, char *const *arguments, const char *known)
{
  if (known[0] != '-')
    return 0;
  optind = optind ? optind : 1;
  if (optind >= count || is_option(arguments[optind]))
    return 0;
  optarg = arguments[optind++];
  return 1;
}

static int short_option(int count, char *const *arguments, const char *known)
{
  const char *found;
  int is_quiet = known[0] == ':' || (known[0] == '+' && known[1] == ':');
  if (!rest || !*rest)
    rest = arguments[optind] + 1;
  optopt = (unsigned char)*rest++;
  found = optopt == ':' ? 0 : strchr(known, optopt);
  if (!*rest)
    optind++;
  if (!found)
    return '?';
  if (found[1] != ':')
    return optopt;
  if (*rest) {
    optarg = rest;
    optind++;
  } else if (found[2] != ':') {
    if (optind >= count)
      return is_quiet ? ':' : '?';
    optarg = arguments[optind++];
  }
  rest = 0;
  return optopt;
}

__attribute__((weak)) int getopt(int count, char *const arguments[], const char *known)
{
  optarg = 0;
  if (!(rest && *rest)) {
    if (is_in_order(count, arguments, known))
      return 1;
    if (is_over(count, arguments, known))
      return -1;
  }
  return short_option(count, arguments, known);
}

__attribute__((weak)) int getopt_long(int count, char *const arguments[], const char *known, const struct option *options, int *number)
{
  optarg = 0;
  if (!(rest && *rest)) {
    if (is_in_order(count, arguments, known))
      return 1;
    if (is_over(count, arguments, known))
      return -1;
    if (arguments[optind][1] == '-') {
      const char *name = arguments[optind++] + 2, *value = strchr(name, '=');
      unsigned long length = value ? (unsigned long)(value - name) : strlen(name);
      for (int i = 0; options[i].name; i++) {
        if (strncmp(options[i].name, name, length) || strlen(options[i].name) != length)
          continue;
        if (number)
          *number = i;
        if (value && options[i].has_arg)
          optarg = (char *)value + 1;
        else if (value)
          return '?';
        else if (options[i].has_arg == 1) {
          if (optind >= count)
            return known[0] == ':' ? ':' : '?';
          optarg = arguments[optind++];
        }
        if (!options[i].flag)
          return options[i].val;
        *options[i].flag = options[i].val;
        return 0;
      }
      return '?';
    }
  }
  return short_option(count, arguments, known);
}
