import { maturity } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CodeWords } from '../../platform/exports/index.ts';
import type { BusinessDate } from '../../platform/policy/index.ts';
import { type RuleFamily, rulesAt } from '../../platform/rules/index.ts';
import { productNamesOf, shareProducts } from '../product-rules/index.ts';
import { dueOn, type NamedDays } from './due-date.ts';

type Rule = maturity.MaturityRule;
const COUNT_FROM: CodeWords = {
  DISBURSEMENT_DAY: ['Disbursement day', '放款日'],
  NEXT_DAY: ['Next day', '次日'],
};
const ROLL_RULE: CodeWords = {
  NONE: ['None', '不顺延'],
  NEXT_BUSINESS_DAY: ['Next business day', '下一工作日'],
  PREVIOUS_BUSINESS_DAY: ['Previous business day', '上一工作日'],
};

/** How due dates are set; without a rule they are counted in plain days. */
export const maturityFamily: RuleFamily<Rule> = {
  key: 'merchant.maturity',
  title: { en: 'Due-date rule', zh: '到期日规则' },
  contract: { ...maturity, value: maturity.maturityRule },
  page: '/AdminContent/MerchantSystem/MaturityConfigManagement',
  codes: { save: 'merchant:maturity:save', state: 'merchant:maturity:save', audit: 'merchant:config:audit' },
  overlaps: (one, other) => shareProducts(one, other) && shareTerms(one, other),
  check: refuseStrangeTerms,
  simulate: null,
  fileColumns: [
    { en: 'Products', zh: '产品', of: (row) => row.productNos },
    { en: 'Counted from', zh: '起算日', of: (row) => row.countFrom, codes: COUNT_FROM },
    { en: 'Rolls', zh: '顺延规则', of: (row) => row.rollRule, codes: ROLL_RULE },
    { en: 'Terms (days)', zh: '期限（天）', of: (row) => row.termDays.map(String) },
    { en: 'Payday', zh: '发薪日', of: (row) => row.paydayAlign || null },
    { en: 'Cut-off (EAT)', zh: '截止时间（东非）', of: (row) => row.dueCutoff },
    { en: 'Grace days', zh: '宽限天数', of: (row) => row.graceDays },
    { en: 'Reminder days', zh: '提醒日', of: (row) => row.reminderDays.map(String) },
  ],
  decorate: productNamesOf,
};

export async function namedDays(db: Queryable): Promise<NamedDays> {
  const rows = await db.selectFrom('businessCalendar').select(['day', 'countsAsBusinessDay']).execute();
  return new Map(rows.map(({ day, countsAsBusinessDay }) => [day, countsAsBusinessDay]));
}

/** Both of every term, or of the same one: a rule of some terms goes before one of all. */
function shareTerms({ termDays }: Rule, other: Rule): boolean {
  if (termDays.length === 0 || other.termDays.length === 0) return termDays.length === other.termDays.length;
  return termDays.some((term) => other.termDays.includes(term));
}

/** @throws AppError MATURITY_TERM where none of the rule's products lends for a term */
async function refuseStrangeTerms(db: Queryable, merchantNo: string, { productNos, termDays }: Rule): Promise<void> {
  if (termDays.length === 0) return;
  const { rows } = await sql<{ termDays: number }>`
    SELECT DISTINCT (v.terms->>'termDays')::int AS term_days
    FROM loan_product p JOIN loan_product_version v USING (product_no)
    WHERE p.merchant_no = ${merchantNo} AND (cardinality(${productNos}::text[]) = 0 OR p.product_no = ANY(${productNos}::text[]))`.execute(
    db,
  );
  const strange = termDays.find((term) => !rows.some((row) => row.termDays === term));
  if (strange === undefined) return;
  throw new AppError('MATURITY_TERM', { fields: ['value.termDays'], facts: { days: strange } });
}

interface Lent {
  readonly merchantNo: string;
  readonly productNo: string;
  readonly terms: { readonly termDays: number };
}

/** What a rule does to a loan: where its due dates move, and what goes along. */
export interface DueRule extends Pick<Rule, 'dueCutoff' | 'graceDays' | 'reminderDays'> {
  move(plain: BusinessDate): BusinessDate;
}

/** Rules in force that any merchant may follow: they name no products. */
export const sharedRules = async (db: Queryable, at: Date) =>
  (await rulesAt(db, maturityFamily, at)).filter(({ value }) => value.productNos.length === 0);

/** The rule that the merchant's service account names, where it is about the term. */
async function pickedRule(db: Queryable, merchantNo: string, termDays: number, at: Date) {
  const service = await db
    .selectFrom('merchantService')
    .select('maturityCode')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (service?.maturityCode == null) return undefined;
  return (await sharedRules(db, at)).find(
    ({ ruleId, value }) =>
      ruleId === service.maturityCode && (value.termDays.length === 0 || value.termDays.includes(termDays)),
  );
}

/** The rule of a loan at a moment, its merchant's own or the one that it follows: that of its product goes before one of all, that of its term likewise; null: none. */
export async function dueRuleAt(
  db: Queryable,
  { merchantNo, productNo, terms }: Lent,
  at: Date,
): Promise<DueRule | null> {
  const rules = (await rulesAt(db, maturityFamily, at, merchantNo)).filter(
    ({ value }) =>
      (value.productNos.length === 0 || value.productNos.includes(productNo)) &&
      (value.termDays.length === 0 || value.termDays.includes(terms.termDays)),
  );
  const special = ({ value }: (typeof rules)[number]) =>
    (value.productNos.length > 0 ? 2 : 0) + (value.termDays.length > 0 ? 1 : 0);
  const [own] = rules.toSorted((one, other) => special(other) - special(one));
  const rule = own ?? (await pickedRule(db, merchantNo, terms.termDays, at));
  if (!rule) return null;
  const named = await namedDays(db);
  const { dueCutoff, graceDays, reminderDays } = rule.value;
  return { dueCutoff, graceDays, reminderDays, move: (plain) => dueOn(plain, rule.value, named) };
}
