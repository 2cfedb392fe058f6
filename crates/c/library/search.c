/* <search.h>: linear search and binary trees. Weak, so that a program may define some of them itself. */

typedef __typeof__(sizeof(0)) size_t;
typedef int (*__raceproof_compare)(const void *, const void *);

extern void *malloc(size_t);
extern void free(void *);
extern void *memcpy(void *, const void *, size_t);

__attribute__((weak)) void *lfind(const void *key, const void *base, size_t *count, size_t size, __raceproof_compare compare) {
  const char *element = base;
  for (size_t i = 0; i < *count; i++, element += size)
    if (compare(key, element) == 0)
      return (void *)element;
  return (void *)0;
}

__attribute__((weak)) void *lsearch(const void *key, void *base, size_t *count, size_t size, __raceproof_compare compare) {
  void *found = lfind(key, base, count, size, compare);
  if (found)
    return found;
  found = (char *)base + *count * size;
  memcpy(found, key, size);
  ++*count;
  return found;
}

/* The key comes first: a pointer to a node is a pointer to its key. */
struct __raceproof_node {
  const void *key;
  struct __raceproof_node *left, *right;
};

__attribute__((weak)) void *tfind(const void *key, void *const *root, __raceproof_compare compare) {
  struct __raceproof_node *node = root ? *root : (void *)0;
  while (node) {
    int order = compare(key, node->key);
    if (order == 0)
      return node;
    node = order < 0 ? node->left : node->right;
  }
  return (void *)0;
}

__attribute__((weak)) void *tsearch(const void *key, void **root, __raceproof_compare compare) {
  if (!root)
    return (void *)0;
  struct __raceproof_node **at = (struct __raceproof_node **)root;
  while (*at) {
    int order = compare(key, (*at)->key);
    if (order == 0)
      return *at;
    at = order < 0 ? &(*at)->left : &(*at)->right;
  }
  struct __raceproof_node *node = malloc(sizeof *node);
  if (node) {
    node->key = key;
    node->left = node->right = (void *)0;
    *at = node;
  }
  return node;
}

__attribute__((weak)) void *tdelete(const void *key, void **root, __raceproof_compare compare) {
  if (!root || !*root)
    return (void *)0;
  struct __raceproof_node **at = (struct __raceproof_node **)root;
  struct __raceproof_node *parent = *at;
  for (;;) {
    int order = compare(key, (*at)->key);
    if (order == 0)
      break;
    parent = *at;
    at = order < 0 ? &(*at)->left : &(*at)->right;
    if (!*at)
      return (void *)0;
  }
  struct __raceproof_node *node = *at;
  if (!node->left) {
    *at = node->right;
  } else if (!node->right) {
    *at = node->left;
  } else {
    struct __raceproof_node **next = &node->right;
    while ((*next)->left)
      next = &(*next)->left;
    struct __raceproof_node *successor = *next;
    *next = successor->right;
    successor->left = node->left;
    successor->right = node->right;
    *at = successor;
  }
  free(node);
  return parent;
}

enum __raceproof_visit { PREORDER, POSTORDER, ENDORDER, LEAF };

static void walk(const struct __raceproof_node *node, int depth,
                 void (*action)(const void *, enum __raceproof_visit, int)) {
  if (!node->left && !node->right) {
    action(node, LEAF, depth);
    return;
  }
  action(node, PREORDER, depth);
  if (node->left)
    walk(node->left, depth + 1, action);
  action(node, POSTORDER, depth);
  if (node->right)
    walk(node->right, depth + 1, action);
  action(node, ENDORDER, depth);
}

__attribute__((weak)) void twalk(const void *root, void (*action)(const void *, enum __raceproof_visit, int)) {
  if (root && action)
    walk(root, 0, action);
}
