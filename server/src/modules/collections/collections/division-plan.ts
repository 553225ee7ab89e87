import type { CaseLevelName, CaseScope } from '../../../db/collection-schema.ts';
import type { BusinessDate } from '../../platform/policy/index.ts';
import type { RuleInForce } from '../../platform/rules/index.ts';
import type { aiAllocation, poolDivision } from '@kituo/sdk/contracts';
import { aiConfigOf } from './ai-share.ts';
import { isWhitelisted, misfitOf, takesPart } from './collector-fit.ts';
import { type Collector, leastLoaded, mayTake, refusalOf } from './collectors.ts';
import { type Division, type DivisionRule, ruleOf } from './division-rule.ts';

/** A case that waits in the pool. */
export interface Waiting {
  readonly caseNo: string;
  readonly caseScope: CaseScope;
  readonly merchantNo: string;
  readonly orderNo: string;
  readonly loanType: 'FIRST' | 'REPEAT';
  readonly caseLevel: CaseLevelName;
  readonly dueAtEntryCents: number;
  readonly oldestDueOn: string;
  readonly productNo: string;
  /** What the borrower speaks; null: not known. */
  readonly speakingLanguage: string | null;
  /** Who works another bill of the order. */
  readonly siblingUserNo: string | null;
  /** Before its due date: the borrower paid the last bills all in time. */
  readonly paysInTime?: boolean;
  /** An AI employee gave it back: it is no longer of anybody's share. */
  readonly isForPeople?: boolean;
}

type WhyGiven = poolDivision.WhyGiven;
type WhyLeft = poolDivision.WhyLeft;

export interface Given {
  readonly one: Waiting;
  readonly userNo: string;
  readonly why: WhyGiven;
  readonly facts: poolDivision.GivenFacts;
  /** The policy that said so; null: what the merchant set for the level. */
  readonly ruleName: string | null;
  readonly policy: DivisionRule['policy'];
}

/** A case that nobody gets. */
export interface Left {
  readonly one: Waiting;
  readonly why: WhyLeft;
  readonly policy: DivisionRule['policy'];
}

export interface DivisionPlan {
  readonly given: readonly Given[];
  readonly left: readonly Left[];
}

export interface DivisionQuestion {
  readonly division: Division;
  readonly day: BusinessDate;
  /** As they stand; the plan adds to what they have. */
  readonly people: readonly Collector[];
  readonly aiRules: readonly RuleInForce<aiAllocation.AiAllocation>[];
  /** Cases that AI employees were given today. */
  readonly givenToAi: ReadonlyMap<string, number>;
  /** A person asks: cases that the policy leaves in the pool are divided, too. */
  readonly isAsked?: boolean;
}

/**
 * Who gets which of the cases that wait: an AI employee its share; of an order by bill whoever has its other bills; else
 * the least loaded of those who speak the borrower's language, and of all where none of them is free. Bands, weights,
 * caps and shifts are the policy's. Pure, but for the people, who are given what they get.
 */
export class DivisionPlanner {
  readonly #question: DivisionQuestion;
  readonly #humans: readonly Collector[];
  readonly #byNo: ReadonlyMap<string, Collector>;
  readonly #speakers = new Map<string, readonly Collector[]>();
  readonly #givenToAi: Map<string, number>;
  /** Whoever has no room for one has none for the next of its kind. */
  readonly #without = new Map<string, WhyLeft>();
  readonly #together = new Map<string, string>();
  /** Where nobody has settings of their own, cases of all levels and products are alike. */
  readonly #hasSettings: boolean;

  constructor(question: DivisionQuestion) {
    this.#question = question;
    const ofAi = new Set(question.aiRules.map(({ value }) => value.aiEmployeeUserNo));
    this.#humans = question.people.filter(({ userNo }) => !ofAi.has(userNo));
    this.#byNo = new Map(question.people.map((one) => [one.userNo, one]));
    this.#givenToAi = new Map(question.givenToAi);
    this.#hasSettings = question.people.some((one) => one.orderSettings || one.billSettings);
  }

  plan(cases: readonly Waiting[]): DivisionPlan {
    const given: Given[] = [];
    const left: Left[] = [];
    for (const one of cases) {
      const rule = ruleOf(this.#question.division, one, this.#question.day);
      const chosen = this.#choose(one, rule);
      const { policy } = rule;
      if (typeof chosen === 'string') left.push({ one, why: chosen, policy });
      else {
        const { person, why } = chosen;
        const facts = factsOf(person, why, one, rule);
        person.givenToday += 1;
        person.openCases += 1;
        person.openCents += one.dueAtEntryCents;
        if (one.caseScope === 'BILL') {
          person.openBills = (person.openBills ?? 0) + 1;
          person.openBillCents = (person.openBillCents ?? 0) + one.dueAtEntryCents;
        }
        if (one.caseScope === 'BILL') this.#together.set(one.orderNo, person.userNo);
        given.push({ one, userNo: person.userNo, why, facts, ruleName: rule.ruleName ?? null, policy });
      }
    }
    return { given, left };
  }

  #choose(one: Waiting, rule: DivisionRule): { readonly person: Collector; readonly why: WhyGiven } | WhyLeft {
    if (!rule.isDivided && this.#question.isAsked !== true) return 'NOT_DIVIDED';
    const robot = this.#robotFor(one);
    if (robot) return { person: robot, why: 'AI_SHARE' };
    const sibling = this.#byNo.get(this.#together.get(one.orderNo) ?? one.siblingUserNo ?? '');
    const isFree = sibling !== undefined && refusalOf(sibling) === null && takesPart(sibling, one);
    const isTogether = one.caseScope === 'BILL' && rule.keepOrderTogether !== false;
    if (isTogether && isFree && mayTake(sibling, one, rule)) {
      return { person: sibling, why: 'TOGETHER' };
    }
    const { speakingLanguage: language } = one;
    const speakers = language === null ? [] : this.#speakersOf(language);
    const isSpoken = speakers.length > 0 && speakers.length < this.#humans.length;
    const speaker = isSpoken ? this.#least(speakers, one, rule, language ?? '') : null;
    if (speaker !== null && typeof speaker !== 'string') return { person: speaker, why: 'LANGUAGE' };
    const any = this.#least(this.#humans, one, rule, '');
    if (typeof any === 'string') return any;
    const hasNone = language !== null && (isSpoken || speakers.length === 0);
    return { person: any, why: hasNone && this.#knowsLanguages() ? 'NO_SPEAKER' : 'LEAST_LOADED' };
  }

  #robotFor(one: Waiting): Collector | null {
    if (one.isForPeople === true) return null;
    const share = aiConfigOf(this.#question.aiRules, one)?.value;
    const robot = share && this.#byNo.get(share.aiEmployeeUserNo);
    if (!share || !robot || refusalOf(robot) !== null) return null;
    const had = this.#givenToAi.get(robot.userNo) ?? 0;
    if (had >= share.dailyCap) return null;
    this.#givenToAi.set(robot.userNo, had + 1);
    return robot;
  }

  #speakersOf(language: string): readonly Collector[] {
    const known = this.#speakers.get(language);
    if (known) return known;
    const found = this.#humans.filter(({ languages }) => languages.includes(language));
    this.#speakers.set(language, found);
    return found;
  }

  /** Where no collector names a language, none can be respected. */
  #knowsLanguages(): boolean {
    return this.#humans.some(({ languages }) => languages.length > 0);
  }

  #least(people: readonly Collector[], one: Waiting, rule: DivisionRule, among: string): Collector | WhyLeft {
    // Whoever may take a small case may not take a large one.
    const isLarge = one.dueAtEntryCents > (rule.newStaffMaxAmountCents ?? Infinity);
    const fit = this.#hasSettings ? `${one.caseScope} ${one.caseLevel} ${one.productNo}` : '';
    const kind = `${among} ${one.loanType} ${isLarge} ${fit} ${keyOf(rule)}`;
    const known = this.#without.get(kind);
    if (known !== undefined) return known;
    const chosen = leastLoaded(people, one, rule);
    const person = chosen === null ? undefined : this.#byNo.get(chosen);
    if (person) return person;
    const why = whyNobody(people, one, rule);
    // What is too much for a cap of money leaves room for a smaller one.
    if (why !== 'OWN_CAP') this.#without.set(kind, why);
    return why;
  }
}

const keys = new WeakMap<DivisionRule, string>();
function keyOf(rule: DivisionRule): string {
  const known = keys.get(rule);
  if (known !== undefined) return known;
  const { divisionMode, newStaffWeight, oldStaffWeight, newStaffCap, oldStaffCap, newStaffMaxAmountCents } = rule;
  const facts = [divisionMode, newStaffWeight, oldStaffWeight, newStaffCap, oldStaffCap, newStaffMaxAmountCents];
  const key = facts.join(' ');
  keys.set(rule, key);
  return key;
}

/** What speaks for a person before they have the case. */
function factsOf(person: Collector, why: WhyGiven, one: Waiting, rule: DivisionRule): poolDivision.GivenFacts {
  const isByLoad = why === 'LANGUAGE' || why === 'NO_SPEAKER' || why === 'LEAST_LOADED';
  const isByLanguage = why === 'LANGUAGE' || why === 'NO_SPEAKER';
  return {
    openCases: person.openCases,
    ...(why !== 'AI_SHARE' && { group: person.employeeCategory }),
    ...(isByLoad && { mode: rule.divisionMode }),
    ...(isByLanguage && one.speakingLanguage !== null && { language: one.speakingLanguage }),
  };
}

const isNotTheirs = (misfit: ReturnType<typeof misfitOf>): boolean =>
  misfit === 'COLLECTOR_LEVEL' || misfit === 'COLLECTOR_PRODUCT';

/** What keeps everybody from a case: the first that leaves nobody. */
function whyNobody(people: readonly Collector[], one: Waiting, rule: DivisionRule): WhyLeft {
  const steps: readonly (readonly [WhyLeft, (person: Collector) => boolean])[] = [
    [
      'NOBODY_TAKES_PART',
      (person) =>
        person.worksForMerchant &&
        takesPart(person, one) &&
        person.personnelStatus === 'NORMAL' &&
        person.employeeStatus === 'ON_THE_JOB',
    ],
    ['NOBODY_ON_SHIFT', (person) => person.isOnShift],
    ['ALL_AT_CAP', (person) => person.givenToday < person.dailyCap],
    ['NO_WEIGHT', (person) => (person.employeeCategory === 'NEW' ? rule.newStaffWeight : rule.oldStaffWeight) > 0],
    [
      'GROUP_CAP',
      (person) =>
        person.openCases < ((person.employeeCategory === 'NEW' ? rule.newStaffCap : rule.oldStaffCap) ?? Infinity),
    ],
    ['FIRST_LOAN', (person) => one.loanType === 'REPEAT' || isWhitelisted(person, one)],
    ['NOT_THEIRS', (person) => !isNotTheirs(misfitOf(person, one))],
    ['OWN_CAP', (person) => misfitOf(person, one) === null],
  ];
  let left = people;
  for (const [why, passes] of steps) {
    left = left.filter(passes);
    if (left.length === 0) return why;
  }
  return 'TOO_LARGE';
}
