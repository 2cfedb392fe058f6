//! Whether linear inequalities over the integers have a solution.
//!
//! Variables are eliminated one after the other (Fourier and Motzkin), by substitution where an equality has
//! one with the factor one. Every inequality that comes out follows from those before, and what the factors
//! of its variables have in common is divided out, with the constant rounded: so *no solution* is right over
//! the integers. That there is one is not: then nothing is known.
//!
//! Cost: pairs of inequalities for each variable; beyond a limit it is given up.

use crate::limits;
use std::collections::BTreeMap;

/// The factors of variables, and a constant: their sum is not negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub factors: BTreeMap<u32, i128>,
    pub constant: i128,
}

/// What is known of some variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct System {
    rows: BTreeMap<Vec<(u32, i128)>, i128>,
    is_void: bool,
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}

impl System {
    /// Adds an inequality; nothing if numbers become too large.
    pub fn add(&mut self, row: &Row) -> Option<()> {
        let factors: Vec<(u32, i128)> = (row.factors.iter().map(|(v, f)| (*v, *f)))
            .filter(|(_, f)| *f != 0)
            .collect();
        let common = factors.iter().fold(0, |all, (_, f)| gcd(all, *f));
        if common == 0 {
            self.is_void |= row.constant < 0;
            return Some(());
        }
        let is_large = |f: i128| f.unsigned_abs() > 1 << 100;
        if is_large(row.constant) || factors.iter().any(|(_, f)| is_large(*f)) {
            return None;
        }
        let factors: Vec<_> = factors.into_iter().map(|(v, f)| (v, f / common)).collect();
        let constant = row.constant.div_euclid(common);
        let known = self.rows.entry(factors).or_insert(constant);
        *known = (*known).min(constant);
        Some(())
    }

    /// An equality with a variable of factor one, and that variable.
    fn equality(&self) -> Option<(Row, u32)> {
        self.rows.iter().find_map(|(factors, constant)| {
            let turned: Vec<_> = factors.iter().map(|(v, f)| (*v, -f)).collect();
            if self.rows.get(&turned)? + constant != 0 {
                return None;
            }
            let (variable, _) = factors.iter().find(|(_, f)| f.abs() == 1)?;
            let row = Row {
                factors: factors.iter().copied().collect(),
                constant: *constant,
            };
            Some((row, *variable))
        })
    }

    /// Whether two inequalities contradict each other.
    fn has_contradiction(&self) -> bool {
        self.is_void
            || self.rows.iter().any(|(factors, constant)| {
                let turned: Vec<_> = factors.iter().map(|(v, f)| (*v, -f)).collect();
                self.rows.get(&turned).is_some_and(|other| other + constant < 0)
            })
    }

    /// `row * by + other * times`.
    fn combine(row: &Row, by: i128, other: &Row, times: i128) -> Option<Row> {
        let mut factors = BTreeMap::new();
        for (v, f) in &row.factors {
            factors.insert(*v, f.checked_mul(by)?);
        }
        for (v, f) in &other.factors {
            let sum = factors.entry(*v).or_insert(0);
            *sum = sum.checked_add(f.checked_mul(times)?)?;
        }
        let constant = row.constant.checked_mul(by)?;
        Some(Row {
            factors,
            constant: constant.checked_add(other.constant.checked_mul(times)?)?,
        })
    }

    fn rows(&self) -> Vec<Row> {
        let rows = self.rows.iter();
        rows.map(|(factors, constant)| Row {
            factors: factors.iter().copied().collect(),
            constant: *constant,
        })
        .collect()
    }

    /// The variable that is eliminated with the fewest new inequalities.
    fn cheapest(&self) -> Option<u32> {
        let mut counts: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
        for (v, f) in self.rows.keys().flatten() {
            let count = counts.entry(*v).or_default();
            match *f > 0 {
                true => count.0 += 1,
                false => count.1 += 1,
            }
        }
        let cost = |(above, below): (usize, usize)| (above * below) as i64 - (above + below) as i64;
        counts.into_iter().min_by_key(|(_, c)| cost(*c)).map(|(v, _)| v)
    }

    /// Whether there is certainly no solution.
    pub fn has_none(mut self) -> bool {
        loop {
            if self.has_contradiction() {
                return true;
            }
            let next = match self.equality() {
                Some((row, variable)) => self.substitute(&row, variable),
                None => match self.cheapest() {
                    Some(variable) => self.eliminate(variable),
                    None => return false,
                },
            };
            match next {
                Some(next) if next.rows.len() <= limits::INEQUALITIES.size() => self = next,
                _ => return false,
            }
        }
    }

    /// Without a variable that an equality tells.
    fn substitute(&self, row: &Row, variable: u32) -> Option<System> {
        let mut next = System::default();
        let unit = row.factors[&variable];
        for other in self.rows() {
            let factor = other.factors.get(&variable).copied().unwrap_or(0);
            next.add(&System::combine(&other, 1, row, -factor * unit)?)?;
        }
        Some(next)
    }

    /// Without a variable: what its lower and upper bounds say of each other.
    fn eliminate(&self, variable: u32) -> Option<System> {
        let mut next = System::default();
        let factor = |row: &Row| row.factors.get(&variable).copied().unwrap_or(0);
        let (with, without): (Vec<Row>, Vec<Row>) = self.rows().into_iter().partition(|r| factor(r) != 0);
        for row in &without {
            next.add(row)?;
        }
        let (above, below): (Vec<Row>, Vec<Row>) = with.into_iter().partition(|r| factor(r) > 0);
        if above.len() * below.len() > 4 * limits::INEQUALITIES.size() {
            return None;
        }
        for a in &above {
            for b in &below {
                next.add(&System::combine(a, -factor(b), b, factor(a))?)?;
            }
        }
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(factors: &[i128], constant: i128) -> Row {
        let factors = factors.iter().enumerate();
        Row {
            factors: factors.map(|(v, f)| (v as u32, *f)).collect(),
            constant,
        }
    }

    fn has_none(rows: &[Row]) -> bool {
        let mut system = System::default();
        for row in rows {
            system.add(row).expect("small numbers");
        }
        system.has_none()
    }

    #[test]
    fn the_last_dimension_tells_works_apart() {
        // 64 j + i = 64 k + l, i < l, all from 0 to 63.
        let bounds = |v: usize| {
            let mut unit = [0; 4];
            unit[v] = 1;
            [row(&unit, 0), row(&unit.map(|f: i128| -f), 63)]
        };
        let mut rows: Vec<Row> = (0..4).flat_map(bounds).collect();
        rows.extend([row(&[64, 1, -64, -1], 0), row(&[-64, -1, 64, 1], 0)]);
        assert!(!has_none(&rows));
        rows.push(row(&[0, -1, 0, 1], -1));
        assert!(has_none(&rows));
    }

    /// What is said to have no solution has none among small numbers.
    #[test]
    fn solutions_are_not_lost() {
        let mut seed = 1u64;
        let mut draw = |n: u64| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) % n
        };
        let (mut none, mut some) = (0, 0);
        for _ in 0..20_000 {
            let count = 2 + draw(5) as usize;
            let rows: Vec<Row> = (0..count)
                .flat_map(|_| {
                    let factors = [0; 3].map(|_: i128| draw(9) as i128 - 4);
                    let constant = draw(13) as i128 - 6;
                    let one = row(&factors, constant);
                    let other = row(&factors.map(|f| -f), -constant + draw(2) as i128);
                    if draw(3) == 0 { vec![one, other] } else { vec![one] }
                })
                .collect();
            let holds = |x: i128, y: i128, z: i128| {
                let value = |r: &Row| r.factors[&0] * x + r.factors[&1] * y + r.factors[&2] * z + r.constant;
                rows.iter().all(|r| value(r) >= 0)
            };
            let range = || -6..=6;
            let is_solved = range().any(|x| range().any(|y| range().any(|z| holds(x, y, z))));
            let said = has_none(&rows);
            assert!(!(said && is_solved), "{rows:?}");
            none += usize::from(said);
            some += usize::from(is_solved);
        }
        assert!(none > 1_000 && some > 1_000, "{none} {some}");
    }
}
