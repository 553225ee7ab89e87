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

type Count = 'applications' | 'scored' | 'decided' | 'matured';
/** Groups of which a figure is not shown, by the count that it rests on. */
type Hidden = Readonly<Record<Count, ReadonlySet<Counted>>>;

/**
 * Those of which a figure rests on too few, and with them the smallest others, until two are hidden that come to
 * `minGroup` together. One alone could be reckoned back: every trait adds up to the same total.
 */
function hiddenOf(groups: readonly Counted[], minGroup: number, count: Count, withheld: ReadonlySet<Counted>) {
  const hidden = new Set(groups.filter((one) => withheld.has(one) || one[count] < minGroup));
  // Who has none of it has nothing to be reckoned back.
  const few = [...hidden].map((one) => one[count]).filter((own) => own > 0);
  if (few.length === 0) return hidden;
  let size = few.length;
  let together = few.reduce((sum, own) => sum + own, 0);
  const others = groups
    .filter((one) => !hidden.has(one))
    .toSorted((one, other) => one[count] - other[count] || (one.group ?? '~').localeCompare(other.group ?? '~'));
  for (const next of others) {
    if (size > 1 && together >= minGroup) break;
    hidden.add(next);
    size += 1;
    together += next[count];
  }
  return hidden;
}

function hiddenIn(groups: readonly Counted[], minGroup: number): Hidden {
  const applications = hiddenOf(groups, minGroup, 'applications', new Set());
  const of = (count: Count) => hiddenOf(groups, minGroup, count, applications);
  return { applications, scored: of('scored'), decided: of('decided'), matured: of('matured') };
}

/** The group with the highest approval rate, of those that say who they are and whose rate is shown. */
function bestOf(groups: readonly Counted[], hidden: Hidden): Counted | null {
  const comparable = groups.filter((one) => one.group !== null && !hidden.decided.has(one) && one.approved > 0);
  return comparable.reduce<Counted | null>(
    (best, one) => (best === null || one.approved * best.decided > best.approved * one.decided ? one : best),
    null,
  );
}

function shown(counted: Counted, best: Counted | null, hidden: Hidden): Group {
  const { trait, group, applications, meanScore, decided, approved, matured, bad } = counted;
  const isWithheld = hidden.applications.has(counted);
  const isComparable = !hidden.decided.has(counted) && group !== null && best !== null;
  const from = <Value>(count: Count, value: Value): Value | null => (hidden[count].has(counted) ? null : value);
  return {
    trait,
    group,
    isWithheld,
    applications: from('applications', applications),
    meanScore: from('scored', meanScore),
    decided: from('decided', decided),
    approvedPercent: from('decided', percent(approved, decided)),
    ratio: isComparable ? Math.round((100 * approved * best.decided) / (decided * best.approved)) / 100 : null,
    isBest: isComparable && counted === best,
    isBelowFourFifths: isComparable && isBelow(counted, best),
    matured: from('matured', matured),
    defaultPercent: from('matured', percent(bad, matured)),
  };
}

/** Who nothing is known of, and groups that are withheld, come last; else the largest first. */
function inOrder(one: Counted, other: Counted, withheld: ReadonlySet<Counted>): number {
  const place = (counted: Counted) => (withheld.has(counted) ? 2 : counted.group === null ? 1 : 0);
  const byPlace = place(one) - place(other);
  if (byPlace !== 0) return byPlace;
  // By name among those withheld: an order by size would tell it.
  if (place(one) === 2) return (one.group ?? '~').localeCompare(other.group ?? '~');
  return other.applications - one.applications || (one.group ?? '').localeCompare(other.group ?? '');
}

/** Pure: every trait's groups side by side, no figure of fewer than `minGroup`, nor one from which that follows. */
export function groupsFrom(counts: readonly Counted[], minGroup: number): Group[] {
  return modelFairness.fairnessTrait.options.flatMap((trait) => {
    const groups = counts.filter((one) => one.trait === trait);
    const hidden = hiddenIn(groups, minGroup);
    const best = bestOf(groups, hidden);
    return groups
      .toSorted((one, other) => inOrder(one, other, hidden.applications))
      .map((counted) => shown(counted, best, hidden));
  });
}
