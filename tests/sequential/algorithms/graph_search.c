#include <stdio.h>
#include <string.h>

enum { N = 7, FAR = 1000 };
static const int edges[][3] = {{0, 1, 4}, {0, 2, 1}, {2, 1, 2}, {1, 3, 5}, {2, 3, 8}, {3, 4, 3}, {5, 6, 1}};
static int weight[N][N];

static void dijkstra(int from, int dist[static N]) {
    int done[N] = {0};
    for (int i = 0; i < N; i++) dist[i] = i == from ? 0 : FAR;
    for (int k = 0; k < N; k++) {
        int best = -1;
        for (int i = 0; i < N; i++)
            if (!done[i] && (best < 0 || dist[i] < dist[best])) best = i;
        done[best] = 1;
        for (int j = 0; j < N; j++)
            if (weight[best][j] && dist[best] + weight[best][j] < dist[j]) dist[j] = dist[best] + weight[best][j];
    }
}
static int components(void) {
    int parent[N], count = N;
    for (int i = 0; i < N; i++) parent[i] = i;
    for (int e = 0; e < sizeof edges / sizeof *edges; e++) {
        int a = edges[e][0], b = edges[e][1];
        while (parent[a] != a) a = parent[a] = parent[parent[a]];
        while (parent[b] != b) b = parent[b] = parent[parent[b]];
        if (a != b) parent[a] = b, count--;
    }
    return count;
}
static int breadth(int from, int order[N]) {
    int queue[N], head = 0, tail = 0, seen = 1 << from;
    queue[tail++] = from;
    while (head < tail) {
        int v = order[head] = queue[head];
        head++;
        for (int j = 0; j < N; j++)
            if (weight[v][j] && !(seen >> j & 1)) seen |= 1 << j, queue[tail++] = j;
    }
    return tail;
}

int main(void) {
    for (int e = 0; e < sizeof edges / sizeof *edges; e++)
        weight[edges[e][0]][edges[e][1]] = weight[edges[e][1]][edges[e][0]] = edges[e][2];
    int dist[N], order[N];
    dijkstra(0, dist);
    for (int i = 0; i < N; i++) printf("%d ", dist[i]);
    printf("\n");
    int n = breadth(0, order);
    for (int i = 0; i < n; i++) printf("%d ", order[i]);
    printf("\n%d\n", components());
    return dist[4];
}
