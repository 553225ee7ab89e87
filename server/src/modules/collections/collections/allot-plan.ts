import type { collection, ErrorName } from '@kituo/sdk/contracts';
import type { CaseLevelName } from '../../../db/collection-schema.ts';
import { type Collector, refusalOf } from './collectors.ts';

type Mode = Exclude<collection.AllotMode, 'HAND' | 'AUTO'>;

/** A case to be given away. */
export interface PlannedCase {
  readonly caseNo: string;
  readonly version: number;
  readonly merchantNo: string;
  readonly orderNo: string;
  readonly customerNo: string;
  readonly caseLevel: CaseLevelName;
  readonly dueCents: number;
  /** Who has it now. */
  readonly collectorUserNo: string | null;
}

/** What somebody gets by a plan. */
export interface PlannedShare {
  readonly userNo: string;
  cases: number;
  amountCents: number;
  readonly borrowers: Set<string>;
  readonly levels: Map<CaseLevelName, number>;
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
 * the mode evens out and whom nothing speaks against. Even ends go to the lower number. Pure.
 */
export function planAllotment(question: Question): Plan {
  const { mode, userNos, collectorsOf, weightOf } = question;
  const shares = new Map(
    userNos.map((userNo): [string, PlannedShare] => [
      userNo,
      { userNo, cases: 0, amountCents: 0, borrowers: new Set(), levels: new Map() },
    ]),
  );
  const given: { one: PlannedCase; userNo: string }[] = [];
  const left: { one: PlannedCase; refusal: ErrorName }[] = [];
  for (const unit of unitsOf(question)) {
    const { chosen, refusal } = choose(unit, [...shares.values()], { mode, collectorsOf, weightOf });
    for (const one of unit) {
      if (chosen === null) left.push({ one, refusal });
      else {
        given.push({ one, userNo: chosen.userNo });
        add(chosen, one);
      }
    }
  }
  return { given, left, shares };
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

function whyNot(
  unit: readonly PlannedCase[],
  share: PlannedShare,
  { collectorsOf }: Pick<Question, 'collectorsOf'>,
): ErrorName | null {
  for (const { merchantNo, collectorUserNo } of unit) {
    const person = collectorsOf(merchantNo).get(share.userNo);
    const refusal = refusalOf(person);
    if (refusal !== null || person === undefined) return refusal ?? 'COLLECTOR_NOT_FOUND';
    if (collectorUserNo === share.userNo) return 'CASE_SAME_COLLECTOR';
    if (person.givenToday + share.cases + unit.length > person.dailyCap) return 'COLLECTOR_OVER_CAP';
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
      return share.cases;
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

function add(share: PlannedShare, { caseLevel, dueCents, customerNo }: PlannedCase): void {
  share.cases += 1;
  share.amountCents += dueCents;
  share.borrowers.add(customerNo);
  share.levels.set(caseLevel, (share.levels.get(caseLevel) ?? 0) + 1);
}
