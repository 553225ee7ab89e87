import { maturity } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
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
  overlaps: shareProducts,
  simulate: null,
  fileColumns: [
    { en: 'Products', zh: '产品', of: (row) => row.productNos },
    { en: 'Counted from', zh: '起算日', of: (row) => row.countFrom, codes: COUNT_FROM },
    { en: 'Rolls', zh: '顺延规则', of: (row) => row.rollRule, codes: ROLL_RULE },
    { en: 'Payday', zh: '发薪日', of: (row) => row.paydayAlign },
  ],
  decorate: productNamesOf,
};

export async function namedDays(db: Queryable): Promise<NamedDays> {
  const rows = await db.selectFrom('businessCalendar').select(['day', 'countsAsBusinessDay']).execute();
  return new Map(rows.map(({ day, countsAsBusinessDay }) => [day, countsAsBusinessDay]));
}

/** Where the rule of a product at a moment moves due dates; null where no rule does. */
export async function dueDatesAt(
  db: Queryable,
  { merchantNo, productNo }: { readonly merchantNo: string; readonly productNo: string },
  at: Date,
): Promise<((plain: BusinessDate) => BusinessDate) | null> {
  const rules = await rulesAt(db, maturityFamily, at, merchantNo);
  const rule =
    rules.find(({ value }) => value.productNos.includes(productNo)) ??
    rules.find(({ value }) => value.productNos.length === 0);
  if (!rule) return null;
  const named = await namedDays(db);
  return (plain) => dueOn(plain, rule.value, named);
}
