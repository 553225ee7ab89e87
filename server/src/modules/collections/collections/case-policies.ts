import { casePolicy } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { productNamesOf, shareProducts } from '../../lending/product-rules/index.ts';
import type { RuleFamily } from '../../platform/rules/index.ts';
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
  async check(db, _merchantNo, policy) {
    const named = TEMPLATES.filter((field) => (policy[field] ?? null) !== null);
    if (named.length === 0) return;
    const codes = new Set((await collectionTemplates(db)).map(({ templateCode }) => templateCode));
    const unknown = named.filter((field) => !codes.has(policy[field] ?? ''));
    if (unknown.length === 0) return;
    throw new AppError('SMS_TEMPLATE_UNKNOWN', { fields: unknown.map((field) => `value.${field}`) });
  },
  decorate: productNamesOf,
};
