import type { Plan, PlannedCase, PlannedShare } from './allot-plan.ts';

interface Question {
  readonly userNos: readonly string[];
  /** Cases in work that may move: with one of these people, and promised by nobody. */
  readonly cases: readonly PlannedCase[];
  /** Load points of each person, over both systems. */
  readonly loads: ReadonlyMap<string, number>;
  /** Whether nothing speaks against a person for a case, with so many more than they were given. */
  readonly mayTake: (one: PlannedCase, userNo: string, more: number) => boolean;
}

const pointsOf = ({ loadPoints = 1 }: PlannedCase): number => loadPoints;
const weightOf = (unit: readonly PlannedCase[]): number => unit.reduce((sum, one) => sum + pointsOf(one), 0);

/**
 * Evens out load with few moves: each takes from whoever has the most what comes closest to half of the difference to
 * whoever has the least and may take it, until no move makes it more even. Bills of an order move together. Pure.
 */
export function planBalance({ userNos, cases, loads, mayTake }: Question): Plan {
  const load = new Map(userNos.map((userNo) => [userNo, loads.get(userNo) ?? 0]));
  const loadOf = (userNo: string): number => load.get(userNo) ?? 0;
  const shares = new Map(userNos.map((userNo): [string, PlannedShare] => [userNo, nothing(userNo)]));
  const taken = new Map<string, number>();
  const given: { one: PlannedCase; userNo: string }[] = [];
  const units = new Map(
    [...Map.groupBy(cases, ({ orderNo, collectorUserNo }) => `${collectorUserNo} ${orderNo}`)].toSorted(
      ([one], [other]) => one.localeCompare(other),
    ),
  );
  const nextMove = () => {
    const byLoad = userNos.toSorted((one, other) => loadOf(other) - loadOf(one) || one.localeCompare(other));
    for (const from of byLoad) {
      for (const to of byLoad.toReversed()) {
        const gap = loadOf(from) - loadOf(to);
        if (gap <= 0) break;
        const fitting = [...units].filter(
          ([, unit]) =>
            unit[0]?.collectorUserNo === from &&
            weightOf(unit) < gap &&
            unit.every((one) => mayTake(one, to, (taken.get(to) ?? 0) + unit.length)),
        );
        const [best] = fitting.toSorted(
          ([, one], [, other]) => Math.abs(gap / 2 - weightOf(one)) - Math.abs(gap / 2 - weightOf(other)),
        );
        if (best) return { key: best[0], unit: best[1], from, to };
      }
    }
    return null;
  };
  for (let move = nextMove(); move !== null; move = nextMove()) {
    const { key, unit, from, to } = move;
    // What moved once stays: each move is one.
    units.delete(key);
    load.set(from, loadOf(from) - weightOf(unit));
    load.set(to, loadOf(to) + weightOf(unit));
    taken.set(to, (taken.get(to) ?? 0) + unit.length);
    for (const one of unit) {
      given.push({ one, userNo: to });
      count(shares.get(from), one, -1);
      count(shares.get(to), one, 1);
    }
  }
  return { given, left: [], shares };
}

const nothing = (userNo: string): PlannedShare => ({
  userNo,
  cases: 0,
  points: 0,
  amountCents: 0,
  borrowers: new Set(),
  levels: new Map(),
  spoken: 0,
  unspoken: 0,
});

function count(share: PlannedShare | undefined, one: PlannedCase, way: 1 | -1): void {
  if (share === undefined) return;
  share.cases += way;
  share.points += way * pointsOf(one);
  share.amountCents += way * one.dueCents;
  if (way === -1) return;
  share.borrowers.add(one.customerNo);
  share.levels.set(one.caseLevel, (share.levels.get(one.caseLevel) ?? 0) + 1);
}
