import { modelFairness } from '@kituo/sdk/contracts';

type Group = modelFairness.FairnessGroup;
type Trait = modelFairness.FairnessTrait;

/** What was counted of a group. */
export interface Counted {
  readonly trait: Trait;
  readonly group: string | null;
  readonly applications: number;
  readonly meanScore: number | null;
  readonly scored: number;
  readonly decided: number;
  readonly approved: number;
  readonly matured: number;
  readonly bad: number;
}

const percent = (part: number, whole: number): number => Math.round((1_000 * part) / whole) / 10;

/** Whether a rate is below four fifths of another; of whole numbers, so that nothing is decided by a rounding. */
const isBelow = (own: Counted, best: Counted): boolean =>
  5 * own.approved * best.decided < 4 * best.approved * own.decided;

/** The group with the highest approval rate, of those that say who they are and are large enough. */
function bestOf(groups: readonly Counted[], minGroup: number): Counted | null {
  const comparable = groups.filter(
    ({ group, decided, approved }) => group !== null && decided >= minGroup && approved > 0,
  );
  return comparable.reduce<Counted | null>(
    (best, one) => (best === null || one.approved * best.decided > best.approved * one.decided ? one : best),
    null,
  );
}

function shown(counted: Counted, best: Counted | null, minGroup: number): Group {
  const { trait, group, applications, meanScore, scored, decided, approved, matured, bad } = counted;
  const isWithheld = applications < minGroup;
  const isComparable = !isWithheld && group !== null && decided >= minGroup && best !== null;
  const few = <Value>(count: number, value: Value): Value | null => (isWithheld || count < minGroup ? null : value);
  return {
    trait,
    group,
    isWithheld,
    applications: isWithheld ? null : applications,
    meanScore: few(scored, meanScore),
    decided: few(decided, decided),
    approvedPercent: few(decided, percent(approved, decided)),
    ratio: isComparable ? Math.round((100 * approved * best.decided) / (decided * best.approved)) / 100 : null,
    isBest: isComparable && counted === best,
    isBelowFourFifths: isComparable && isBelow(counted, best),
    matured: few(matured, matured),
    defaultPercent: few(matured, percent(bad, matured)),
  };
}

/** Who nothing is known of, and groups that are withheld, come last; else the largest first. */
function inOrder(one: Counted, other: Counted, minGroup: number): number {
  const place = ({ group, applications }: Counted) => (applications < minGroup ? 2 : group === null ? 1 : 0);
  const byPlace = place(one) - place(other);
  if (byPlace !== 0) return byPlace;
  // By name among those withheld: an order by size would tell it.
  if (place(one) === 2) return (one.group ?? '~').localeCompare(other.group ?? '~');
  return other.applications - one.applications || (one.group ?? '').localeCompare(other.group ?? '');
}

/** Pure: every trait's groups side by side, no figure of fewer than `minGroup`. */
export function groupsFrom(counts: readonly Counted[], minGroup: number): Group[] {
  return modelFairness.fairnessTrait.options.flatMap((trait) => {
    const groups = counts.filter((one) => one.trait === trait);
    const best = bestOf(groups, minGroup);
    return groups
      .toSorted((one, other) => inOrder(one, other, minGroup))
      .map((counted) => shown(counted, best, minGroup));
  });
}
