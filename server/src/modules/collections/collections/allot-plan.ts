import type { collection, ErrorName } from '@kituo/sdk/contracts';
import type { CaseLevelName, CaseScope } from '../../../db/collection-schema.ts';
import { misfitOf } from './collector-fit.ts';
import { type Collector, refusalOf } from './collectors.ts';

type Mode = Exclude<collection.AllotMode, 'HAND' | 'AUTO' | 'BALANCE'>;

/** A case to be given away. */
export interface PlannedCase {
  readonly caseNo: string;
  readonly version: number;
  readonly merchantNo: string;
  readonly orderNo: string;
  readonly customerNo: string;
  readonly caseLevel: CaseLevelName;
  readonly dueCents: number;
  /** For the collectors' own levels, products and caps. */
  readonly caseScope?: CaseScope;
  /** How much it adds to a collector's load. If missing, as much as any other case. */
  readonly loadPoints?: number;
  readonly productNo?: string;
  /** Who has it now. */
  readonly collectorUserNo: string | null;
  /** What the borrower speaks; null or absent: not known. */
  readonly speakingLanguage?: string | null;
}

/** What somebody gets by a plan. */
export interface PlannedShare {
  readonly userNo: string;
  cases: number;
  /** The same by weight. */
  points: number;
  amountCents: number;
  readonly borrowers: Set<string>;
  readonly levels: Map<CaseLevelName, number>;
  /** Cases that came because the person speaks what not all of the chosen do. */
  spoken: number;
  /** Cases whose language nobody speaks who may take them. */
  unspoken: number;
}

export interface Plan {
  readonly given: readonly { readonly one: PlannedCase; readonly userNo: string }[];
  readonly left: readonly { readonly one: PlannedCase; readonly refusal: ErrorName }[];
  readonly shares: ReadonlyMap<string, PlannedShare>;
}

interface Question {
  readonly mode: Mode;
  readonly userNos: readonly string[];
  readonly cases: readonly PlannedCase[];
  /** Collectors as they stand for each merchant. */
  readonly collectorsOf: (merchantNo: string) => ReadonlyMap<string, Collector>;
  /** The share of a full load that new staff take, in percent, where the mode is WEIGHTED. */
  readonly weightOf: (one: Collector) => number;
  /** What goes to one person as a whole. */
  readonly unitOf: (one: PlannedCase) => string;
}

/**
 * Who gets which case: what belongs together goes whole, the largest first, each to whoever has the least of what
 * the mode evens out and whom nothing speaks against. Whose language few speak goes first, and to them, so that the rest
 * evens out what they got. Even ends go to the lower number. Pure.
 */
export function planAllotment(question: Question): Plan {
  const { mode, userNos, collectorsOf, weightOf } = question;
  const shares = new Map(
    userNos.map((userNo): [string, PlannedShare] => [
      userNo,
      { userNo, cases: 0, points: 0, amountCents: 0, borrowers: new Set(), levels: new Map(), spoken: 0, unspoken: 0 },
    ]),
  );
  const given: { one: PlannedCase; userNo: string }[] = [];
  const left: { one: PlannedCase; refusal: ErrorName }[] = [];
  const all = [...shares.values()];
  const speak = speakersBy(question);
  const units = unitsOf(question).map((unit) => ({ unit, speakers: speak(unit) }));
  const isFew = ({ speakers }: (typeof units)[number]) =>
    speakers !== null && speakers.size > 0 && speakers.size < userNos.length;
  for (const one of [...units.filter(isFew), ...units.filter((each) => !isFew(each))]) {
    const { unit, speakers } = one;
    const by = { mode, collectorsOf, weightOf };
    const own = isFew(one)
      ? choose(
          unit,
          all.filter(({ userNo }) => speakers?.has(userNo)),
          by,
        ).chosen
      : null;
    const { chosen, refusal } =
      own === null ? choose(unit, all, by) : { chosen: own, refusal: 'COLLECTOR_NONE' as const };
    for (const each of unit) {
      if (chosen === null) left.push({ one: each, refusal });
      else {
        given.push({ one: each, userNo: chosen.userNo });
        add(chosen, each);
        if (own !== null) chosen.spoken += 1;
        else if (speakers !== null && !speakers.has(chosen.userNo)) chosen.unspoken += 1;
      }
    }
  }
  return { given, left, shares };
}

/** Who of the chosen speaks what the borrower of a unit does; null where that is not known, or nobody names a language. */
function speakersBy({ userNos, collectorsOf }: Question) {
  const known = new Map<string, ReadonlySet<string> | null>();
  return (unit: readonly PlannedCase[]): ReadonlySet<string> | null => {
    const [first] = unit;
    const language = unit.find(({ speakingLanguage }) => speakingLanguage)?.speakingLanguage;
    if (!first || !language) return null;
    const key = `${first.merchantNo} ${language}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const people = collectorsOf(first.merchantNo);
    const languagesOf = (userNo: string) => people.get(userNo)?.languages ?? [];
    const isNamed = userNos.some((userNo) => languagesOf(userNo).length > 0);
    const speakers = isNamed ? new Set(userNos.filter((userNo) => languagesOf(userNo).includes(language))) : null;
    known.set(key, speakers);
    return speakers;
  };
}

function unitsOf({ cases, unitOf, mode }: Question): PlannedCase[][] {
  const centsOf = (unit: readonly PlannedCase[]) => unit.reduce((sum, { dueCents }) => sum + dueCents, 0);
  const units = [...Map.groupBy(cases, unitOf).values()];
  const levelOf = (unit: readonly PlannedCase[]) => (mode === 'EVEN_AMOUNT' ? '' : (unit[0]?.caseLevel ?? ''));
  return units.toSorted(
    (one, other) =>
      other.length - one.length ||
      levelOf(other).localeCompare(levelOf(one)) ||
      centsOf(other) - centsOf(one) ||
      (one[0]?.caseNo ?? '').localeCompare(other[0]?.caseNo ?? ''),
  );
}

function choose(
  unit: readonly PlannedCase[],
  shares: readonly PlannedShare[],
  by: Pick<Question, 'mode' | 'collectorsOf' | 'weightOf'>,
): { readonly chosen: PlannedShare | null; readonly refusal: ErrorName } {
  let chosen: PlannedShare | null = null;
  let least = Infinity;
  let refusal: ErrorName = 'COLLECTOR_NONE';
  for (const share of shares) {
    const against = whyNot(unit, share, by);
    if (against !== null) {
      refusal = shares.length === 1 ? against : refusal;
      continue;
    }
    const load = loadOf(unit, share, by);
    // The amounts break a tie of counts, so that like cases end evenly, too.
    const isLess = load < least || (load === least && chosen !== null && share.amountCents < chosen.amountCents);
    if (isLess) [chosen, least] = [share, load];
  }
  return { chosen, refusal };
}

/** Why somebody may not take these cases with what they were given already; null where nothing speaks against it. */
export function whyNot(
  unit: readonly PlannedCase[],
  share: Pick<PlannedShare, 'userNo' | 'cases' | 'amountCents'>,
  { collectorsOf }: Pick<Question, 'collectorsOf'>,
): ErrorName | null {
  let more = { cases: share.cases, cents: share.amountCents };
  for (const { merchantNo, collectorUserNo, caseScope, productNo, caseLevel, dueCents } of unit) {
    const person = collectorsOf(merchantNo).get(share.userNo);
    const refusal = refusalOf(person);
    if (refusal !== null || person === undefined) return refusal ?? 'COLLECTOR_NOT_FOUND';
    if (collectorUserNo === share.userNo) return 'CASE_SAME_COLLECTOR';
    if (person.givenToday + share.cases + unit.length > person.dailyCap) return 'COLLECTOR_OVER_CAP';
    if (caseScope === undefined || productNo === undefined) continue;
    const misfit = misfitOf(person, { caseScope, productNo, caseLevel, dueAtEntryCents: dueCents }, more);
    if (misfit !== null) return misfit;
    more = { cases: more.cases + 1, cents: more.cents + dueCents };
  }
  return null;
}

function loadOf(
  unit: readonly PlannedCase[],
  share: PlannedShare,
  { mode, collectorsOf, weightOf }: Pick<Question, 'mode' | 'collectorsOf' | 'weightOf'>,
): number {
  switch (mode) {
    case 'EVEN_COUNT':
      return share.points;
    case 'EVEN_AMOUNT':
      return share.amountCents;
    case 'EVEN_BORROWERS':
      return share.borrowers.size;
    case 'WEIGHTED': {
      const person = collectorsOf(unit[0]?.merchantNo ?? '').get(share.userNo);
      const room = person === undefined ? 0 : (person.dailyCap * weightOf(person)) / 100;
      return room === 0 ? Number.MAX_VALUE : ((person?.openCases ?? 0) + share.cases) / room;
    }
  }
}

function add(share: PlannedShare, one: PlannedCase): void {
  const { caseLevel, dueCents, customerNo, loadPoints = 1 } = one;
  share.cases += 1;
  share.points += loadPoints;
  share.amountCents += dueCents;
  share.borrowers.add(customerNo);
  share.levels.set(caseLevel, (share.levels.get(caseLevel) ?? 0) + 1);
}
