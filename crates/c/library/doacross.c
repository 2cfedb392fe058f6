/* Dependences between the iterations of a loop: `ordered` with `sink` and `source`.
 *
 * An iteration has a cell; its source sets it to the number of the construct, which only grows, so that cells are used again without
 * being cleared. Loops that threads may be in at the same time (`nowait`) have different rows.
 */

void __raceproof_omp_many_iterations(void);
void __raceproof_omp_rival_teams(void);
int __raceproof_omp_has_rivals(void);
int __raceproof_omp_ordered_loop(int);

static long long cells[4][1 << 14];

[[raceproof::doacross]] void *__raceproof_omp_cells(long long count)
{
  if (count > 1 << 14)
    __raceproof_omp_many_iterations();
  if (__raceproof_omp_has_rivals())
    __raceproof_omp_rival_teams();
  return cells[__raceproof_omp_ordered_loop(4)];
}
