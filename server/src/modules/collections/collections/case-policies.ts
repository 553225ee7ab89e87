import { casePolicy } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { lastRunResults } from './last-run-results.ts';
import { productNamesOf, shareProducts } from '../../lending/product-rules/index.ts';
import { businessDateOf, policyOn } from '../../platform/policy/index.ts';
import type { RuleFamily } from '../../platform/rules/index.ts';
import { type Collector, collectorsFor } from './collectors.ts';
import { misfitOf, takesPart } from './collector-fit.ts';
import { collectionTemplates } from './text-borrower.ts';

const SAVE = 'collection:policy:save';
const codes = { save: SAVE, state: SAVE, audit: SAVE };
const pageOf = (name: string) => `/AdminContent/CollectionSystem/${name}`;

const share = <Item>(one: readonly Item[], other: readonly Item[]): boolean => one.some((item) => other.includes(item));

/** Amount bands, both ends included; an end that is null is open. */
function shareAmounts(one: casePolicy.LevelPolicy, other: casePolicy.LevelPolicy): boolean {
  const [from, to] = [Math.max(one.amountFromCents ?? 0, other.amountFromCents ?? 0), Infinity];
  return from <= Math.min(one.amountToCents ?? to, other.amountToCents ?? to);
}

/** Who gets the cases of levels S1 to S5, by merchant, system, level and amount. */
export const levelFamily: RuleFamily<casePolicy.LevelPolicy> = {
  key: 'collection.levelPolicy',
  title: { en: 'Case division by level', zh: '催收等级分案策略' },
  contract: { ...casePolicy.levels, value: casePolicy.levelPolicy },
  page: pageOf('CollectLevelDevisionPolicy'),
  codes,
  overlaps: (one, other) =>
    share(one.caseScopes, other.caseScopes) && share(one.caseLevels, other.caseLevels) && shareAmounts(one, other),
  simulate: null,
};

/** A policy of one type of loan goes before one of both. */
const shareLoans = (one: casePolicy.ReminderPolicy, other: casePolicy.ReminderPolicy): boolean =>
  (one.loanType ?? null) === (other.loanType ?? null);

/** The texts of a policy's days. */
const TEMPLATES = [
  'onDueDayTemplate',
  'oneDayBeforeTemplate',
  'twoDaysBeforeTemplate',
  'threeDaysBeforeTemplate',
  'smsTemplateCode',
] as const;

const STEPS = ['onDueDay', 'oneDayBefore', 'twoDaysBefore', 'threeDaysBefore'] as const;

/** The gate would let none of its messages out. @throws AppError REMINDER_HOURS */
async function refuseHours(db: Queryable, { remindAt, ...policy }: casePolicy.ReminderPolicy): Promise<void> {
  if (STEPS.every((step) => policy[step] !== 'SMS' && policy[step] !== 'ROBOT')) return;
  const { contactHours } = (await policyOn(db, businessDateOf(new Date()))).policy;
  const { from, to } = contactHours;
  if (remindAt >= from && remindAt < to) return;
  throw new AppError('REMINDER_HOURS', { fields: ['value.remindAt'], facts: { from, to } });
}

/** A step of people needs somebody whom the rules may give cases of S0, on shift or not. @throws AppError POLICY_NOBODY */
async function refuseNobody(db: Queryable, merchantNo: string, policy: casePolicy.ReminderPolicy): Promise<void> {
  const step = STEPS.find((one) => policy[one] === 'PERSON');
  if (!step) return;
  const people = await collectorsFor(db, { merchantNo, at: new Date() });
  const weights = { NEW: policy.newStaffWeight, OLD: policy.oldStaffWeight } as const;
  const caps = { NEW: policy.newStaffCap, OLD: policy.oldStaffCap } as const;
  const products = policy.productNos.length === 0 ? [undefined] : policy.productNos;
  const takes = (person: Collector): boolean =>
    person.personnelStatus === 'NORMAL' &&
    person.employeeStatus === 'ON_THE_JOB' &&
    person.worksForMerchant &&
    weights[person.employeeCategory] > 0 &&
    caps[person.employeeCategory] !== 0 &&
    policy.caseScopes.some((caseScope) =>
      products.some((productNo) => {
        const one = { caseScope, caseLevel: 'S0' as const, ...(productNo !== undefined && { productNo }) };
        const misfit = misfitOf(person, one);
        return takesPart(person, one) && misfit !== 'COLLECTOR_LEVEL' && misfit !== 'COLLECTOR_PRODUCT';
      }),
    );
  if (!people.some(takes)) throw new AppError('POLICY_NOBODY', { fields: [`value.${step}`] });
}

/** How S0 cases are reminded and divided, by merchant, system and product. */
export const reminderFamily: RuleFamily<casePolicy.ReminderPolicy> = {
  key: 'collection.preReminder',
  title: { en: 'Pre-due case division', zh: '提醒期分案策略' },
  contract: { ...casePolicy.reminders, value: casePolicy.reminderPolicy },
  page: pageOf('PreReminderCaseDivisionPolicy'),
  codes,
  overlaps: (one, other) =>
    share(one.caseScopes, other.caseScopes) && shareProducts(one, other) && shareLoans(one, other),
  simulate: null,
  async check(db, merchantNo, policy) {
    await refuseHours(db, policy);
    await refuseNobody(db, merchantNo, policy);
    const named = TEMPLATES.filter((field) => (policy[field] ?? null) !== null);
    if (named.length === 0) return;
    const codes = new Set((await collectionTemplates(db)).map(({ templateCode }) => templateCode));
    const unknown = named.filter((field) => !codes.has(policy[field] ?? ''));
    if (unknown.length === 0) return;
    throw new AppError('SMS_TEMPLATE_UNKNOWN', { fields: unknown.map((field) => `value.${field}`) });
  },
  async decorate(rows, reading) {
    const names = await productNamesOf(rows, reading);
    const results = await lastRunResults(
      reading.db,
      rows.map(({ ruleId }) => ruleId),
    );
    return new Map(
      rows.map(({ ruleId }) => [ruleId, { ...names.get(ruleId), lastRunResult: results.get(ruleId) ?? null }]),
    );
  },
};
