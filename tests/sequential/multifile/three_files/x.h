struct plugin { const char *name; int (*run)(int); };
extern struct plugin registry[];
extern int registry_count;
void register_plugin(const char *name, int (*run)(int));
void register_all(void);
int from_main(int x);
