import { type casePolicy, divisionPolicy } from '@kituo/sdk/contracts';
import type { CaseLevelName } from '../../../db/collection-schema.ts';
import type { Queryable } from '../../../db/database.ts';
import { configAt, type ConfigFamily, refuseStrangeMerchant } from '../../platform/configuration/index.ts';
import { type BusinessDate, daysPastDue } from '../../platform/policy/index.ts';
import { type RuleInForce, rulesAt } from '../../platform/rules/index.ts';
import { levelFamily, reminderFamily } from './case-policies.ts';
import type { DivisionWeights } from './collectors.ts';

/** What is decided of a case: whether it is divided at all, among whom, and whether it stays where it is. */
export interface DivisionRule extends DivisionWeights {
  /** Of the policy; absent where none speaks of the case. */
  readonly ruleName?: string;
  /** The policy itself and its version, for the record of its runs. */
  readonly policy?: { readonly ruleId: string; readonly versionNo: number };
  readonly isDivided: boolean;
  readonly keepCollector: boolean;
  /** False: bills of an order may go to different people. Absent: they go to one. */
  readonly keepOrderTogether?: boolean;
}

const DEFAULT: divisionPolicy.LevelRule = {
  isDivided: true,
  divisionMode: 'COUNT',
  newStaffWeight: 60,
  oldStaffWeight: 100,
  newStaffMaxAmountCents: null,
  keepCollector: true,
};

/** Who gets which cases of a merchant where no policy speaks of them; at first all by count, and whoever has a case keeps it. */
export const divisionFamily: ConfigFamily<divisionPolicy.DivisionPolicy> = {
  key: 'collection.division',
  title: { en: 'Case division', zh: '分案策略' },
  value: divisionPolicy.divisionPolicy,
  isPerSubject: true,
  access: {
    see: {
      page: ['CollectLevelDevisionPolicy', 'PreReminderCaseDivisionPolicy'].map(
        (page) => `/AdminContent/CollectionSystem/${page}`,
      ),
    },
    save: 'collection:policy:save',
    decide: null,
  },
  initial: async () =>
    await Promise.resolve({ S0: DEFAULT, S1: DEFAULT, S2: DEFAULT, S3: DEFAULT, S4: DEFAULT, S5: DEFAULT }),
  check: refuseStrangeMerchant,
};

/** What policies look at of a case. */
export interface DividedCase {
  readonly caseLevel: CaseLevelName;
  readonly caseScope: 'ORDER' | 'BILL';
  readonly productNo: string;
  /** What is not known of it speaks against no policy. */
  readonly loanType?: 'FIRST' | 'REPEAT';
  readonly dueAtEntryCents: number;
  /** Its oldest unpaid due date. */
  readonly oldestDueOn: string;
  /** Before its due date: the borrower paid the last bills all in time. */
  readonly paysInTime?: boolean;
}

/** What of a case says which step of its policy a day is. */
type RemindedCase = Pick<DividedCase, 'oldestDueOn' | 'paysInTime'>;

/** A merchant's policies at a moment. */
export interface Division {
  readonly levels: readonly RuleInForce<casePolicy.LevelPolicy>[];
  readonly reminders: readonly RuleInForce<casePolicy.ReminderPolicy>[];
  readonly otherwise: divisionPolicy.DivisionPolicy | null;
}

/** How a merchant's cases are divided at a moment: read once for many cases. */
export async function divisionAt(db: Queryable, merchantNo: string, at: Date): Promise<Division> {
  const { value } = await configAt(db, divisionFamily, at, merchantNo);
  return {
    levels: await rulesAt(db, levelFamily, at, merchantNo),
    reminders: await rulesAt(db, reminderFamily, at, merchantNo),
    otherwise: value,
  };
}

/**
 * The policy of S0 cases that speaks of one: that of its product goes before one of all products, that of its type of
 * loan before one of both. Pure.
 */
export function reminderOf(
  { reminders }: Pick<Division, 'reminders'>,
  { caseScope, productNo, loanType }: Pick<DividedCase, 'caseScope' | 'productNo' | 'loanType'>,
): RuleInForce<casePolicy.ReminderPolicy> | undefined {
  const about = reminders
    .filter(({ value }) => value.caseScopes.includes(caseScope))
    .filter(({ value }) => !value.loanType || loanType === undefined || value.loanType === loanType)
    .toSorted((one, other) => Number(Boolean(other.value.loanType)) - Number(Boolean(one.value.loanType)));
  return (
    about.find(({ value }) => value.productNos.includes(productNo)) ??
    about.find(({ value }) => value.productNos.length === 0)
  );
}

type ReminderStep = casePolicy.ReminderPolicy['onDueDay'];

/**
 * What a policy does with a case on a day: 3 days before its due date to the day itself; null outside. Borrowers who
 * always pay in time get what it leaves them of that. Pure.
 */
export function stepOn(
  policy: casePolicy.ReminderPolicy,
  { oldestDueOn, paysInTime = false }: RemindedCase,
  day: BusinessDate,
): ReminderStep | null {
  const steps = [policy.onDueDay, policy.oneDayBefore, policy.twoDaysBefore, policy.threeDaysBefore];
  const step = steps[-daysPastDue(oldestDueOn, day)] ?? null;
  const left = policy.inTimePayers ?? 'ALL';
  return step === null || !paysInTime || left === 'ALL' || step === left ? step : 'NONE';
}

/** The text that a policy has for a day; null: it names none. Pure. */
export function templateOn(policy: casePolicy.ReminderPolicy, oldestDueOn: string, day: BusinessDate): string | null {
  const texts = [
    policy.onDueDayTemplate,
    policy.oneDayBeforeTemplate,
    policy.twoDaysBeforeTemplate,
    policy.threeDaysBeforeTemplate,
  ];
  return texts[-daysPastDue(oldestDueOn, day)] ?? policy.smsTemplateCode ?? null;
}

/** How one case is divided on a day: by the policy that speaks of it, else by what the merchant set for its level. Pure. */
export function ruleOf(division: Division, one: DividedCase, day: BusinessDate): DivisionRule {
  const { caseLevel, caseScope, dueAtEntryCents: cents } = one;
  const otherwise = division.otherwise?.[caseLevel] ?? DEFAULT;
  if (caseLevel === 'S0') {
    const policy = reminderOf(division, one);
    if (!policy) return otherwise;
    const isDivided = stepOn(policy.value, one, day) === 'PERSON';
    return { ...policy.value, isDivided, keepCollector: true, newStaffMaxAmountCents: null, policy };
  }
  const policy = division.levels.find(
    ({ value }) =>
      value.caseScopes.includes(caseScope) &&
      value.caseLevels.includes(caseLevel) &&
      cents >= (value.amountFromCents ?? 0) &&
      cents <= (value.amountToCents ?? Infinity),
  );
  return policy ? { ...policy.value, isDivided: true, policy } : otherwise;
}
