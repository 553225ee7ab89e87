import { consumptionPrice } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Reading } from '../../../lists/index.ts';
import type { EventSubscriber } from '../../platform/domain-events/index.ts';
import { kes } from '../../platform/exports/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { everyRuleAt, type RuleFamily, rulesAt } from '../../platform/rules/index.ts';
import { chargeMerchant, type NewConsumption } from './consumptions.ts';
import { isKept, keeperOf, noteFree } from './keep-use.ts';
import { lockPrepaid } from './store.ts';

type Price = consumptionPrice.ConsumptionPrice;

/** What a version from before there were codes is known by: what it charges for. */
const codeOf = ({ typeCode, consumptionType }: Price): string => typeCode ?? consumptionType;

/** What merchants are charged for, and at what price; nothing without a price. */
export const priceFamily: RuleFamily<Price> = {
  key: 'merchant.consumptionPrice',
  title: { en: 'Service price', zh: '消费类型' },
  contract: { ...consumptionPrice, value: consumptionPrice.consumptionPrice },
  page: '/AdminContent/MerchantSystem/ConsumptionTypeConfig',
  codes: {
    save: 'merchant:consumptionType:save',
    state: 'merchant:consumptionType:save',
    audit: 'merchant:config:audit',
  },
  overlaps: (one, other) => one.consumptionType === other.consumptionType || codeOf(one) === codeOf(other),
  check: refuseChangedCode,
  simulate: null,
  fileColumns: [
    { en: 'Code', zh: '编码', of: codeOf },
    { en: 'Name', zh: '名称', of: ({ names }, lang) => names[lang] ?? names['en'] ?? null },
    { en: 'Charged on', zh: '计费时点', of: (row) => row.consumptionType, codes: 'CONSUMPTION_TYPE' },
    { en: 'Unit price (KES)', zh: '单价（KES）', of: (row) => kes(row.unitPriceCents) },
    { en: 'Free a month', zh: '每月免费数', of: (row) => row.freeQuota },
    {
      en: 'Tiers',
      zh: '阶梯',
      of: ({ tiers }) => tiers.map((tier) => `${tier.fromCount}: ${kes(tier.priceCents) ?? ''}`),
    },
  ],
  decorate,
};

/** @throws AppError TYPE_CODE_USED where something was charged by the code that the merchant's price has now */
async function refuseChangedCode(db: Queryable, merchantNo: string, price: Price): Promise<void> {
  const { consumptionType } = price;
  const rules = await everyRuleAt(db, priceFamily, new Date(), merchantNo);
  const now = rules.find(({ value }) => value.consumptionType === consumptionType)?.value;
  if (now?.typeCode === undefined || now.typeCode === price.typeCode) return;
  const used = await db
    .selectFrom('merchantConsumption')
    .select('recordNo')
    .where('merchantNo', '=', merchantNo)
    .where('consumptionType', '=', consumptionType)
    .limit(1)
    .executeTakeFirst();
  if (used) throw new AppError('TYPE_CODE_USED', { fields: ['value.typeCode'], facts: { code: now.typeCode } });
}

/** What a merchant's prices call each type in English; those without a name are absent. */
export async function typeNamesOf(db: Queryable, merchantNo: string): Promise<ReadonlyMap<string, string>> {
  const rules = await everyRuleAt(db, priceFamily, new Date(), merchantNo);
  return new Map(
    rules.flatMap(({ value: { consumptionType, names } }) =>
      names['en'] === undefined || names['en'] === '' ? [] : [[consumptionType, names['en']] as const],
    ),
  );
}

/** The price of the next one, by how many of the month there were before it. Cents; 0 is free. */
export function priceAfter({ unitPriceCents, freeQuota, tiers }: Price, before: number): number {
  if (before < freeQuota) return 0;
  return tiers.findLast(({ fromCount }) => before + 1 >= fromCount)?.priceCents ?? unitPriceCents;
}

/** The version of a merchant's price that applied at a moment; null where there was none. */
export async function priceRuleAt(
  db: Queryable,
  of: { readonly merchantNo: string; readonly consumptionType: Price['consumptionType'] },
  at: Date,
): Promise<{ ruleId: string; ruleName: string; versionNo: number } | null> {
  const rules = await everyRuleAt(db, priceFamily, at, of.merchantNo);
  const rule = rules.find(({ value }) => value.consumptionType === of.consumptionType);
  return rule ? { ruleId: rule.ruleId, ruleName: rule.value.ruleName, versionNo: rule.versionNo } : null;
}

/** The price that applies to a merchant at a moment; null where none does. */
export async function priceAt(
  db: Queryable,
  merchantNo: string,
  consumptionType: Price['consumptionType'],
  at: Date,
): Promise<number | null> {
  const rules = await rulesAt(db, priceFamily, at, merchantNo);
  const rule = rules.find(({ value }) => value.consumptionType === consumptionType);
  if (!rule) return null;
  const month = startOfBusinessDate(`${businessDateOf(at).slice(0, 7)}-01`);
  const { rows } = await sql<{ used: number }>`
    SELECT ((SELECT coalesce(sum(quantity), 0) FROM merchant_consumption
      WHERE merchant_no = ${merchantNo} AND consumption_type = ${consumptionType}
        AND consumed_at >= ${month} AND consumption_status <> 'REVERSED')
      + (SELECT count(*) FROM merchant_use WHERE merchant_no = ${merchantNo} AND consumption_type = ${consumptionType}
        AND used_at >= ${month} AND use_status = 'FREE'))::int AS used`.execute(db);
  return priceAfter(rule.value, rows[0]?.used ?? 0);
}

/**
 * Charges one use at the price of its moment, once a cause. What the account cannot pay waits for its next recharge.
 * @returns its number; null where it is free, known or waits
 */
export async function chargeUse(
  tx: Tx,
  use: Omit<NewConsumption, 'quantity' | 'unitPriceCents'>,
): Promise<string | null> {
  const { merchantNo, consumptionType, at } = use;
  if ((await priceAt(tx, merchantNo, consumptionType, at)) === null) return null;
  // One after the other, or two would take the last free place of the month.
  await lockPrepaid(tx, merchantNo);
  if (await isKept(tx, use)) return null;
  const unitPriceCents = await priceAt(tx, merchantNo, consumptionType, at);
  if (unitPriceCents === null) return null;
  if (unitPriceCents === 0) {
    await noteFree(tx, use);
    return null;
  }
  try {
    return await chargeMerchant(tx, { ...use, quantity: 1, unitPriceCents });
  } catch (error) {
    if (!(error instanceof AppError) || error.error !== 'PREPAID_SHORT') throw error;
    await keeperOf(tx, { ...use, unitPriceCents })('UNPAID');
    return null;
  }
}

/** Charges what was disbursed: after the loan went out, so that no balance keeps a customer waiting. */
export function chargeDisbursed(db: Database): EventSubscriber {
  return {
    name: 'prepaid.chargeDisbursed',
    async take(events) {
      const orderNos = events
        .filter(({ topic, subjectType }) => subjectType === 'order' && topic === 'order.payoutSucceed')
        .map(({ subjectNo }) => subjectNo);
      for (const orderNo of orderNos) await db.transaction().execute(async (tx) => await chargeOrder(tx, orderNo));
    },
  };
}

async function chargeOrder(tx: Tx, orderNo: string): Promise<void> {
  const order = await tx
    .selectFrom('loanOrder')
    .select(['merchantNo', 'lendingTime'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirst();
  if (!order || order.lendingTime === null) return;
  const { merchantNo, lendingTime: at } = order;
  // A merchant who ran dry is warned of elsewhere; the charge waits for the recharge.
  await chargeUse(tx, { merchantNo, consumptionType: 'LOAN_DISBURSED', causeNo: orderNo, orderNo, at });
}

async function decorate(
  rows: readonly { readonly ruleId: string; readonly value: Price }[],
  { db }: Reading,
): Promise<ReadonlyMap<string, object>> {
  const { rows: sums } = await sql<{ ruleId: string; cents: number }>`
    SELECT r.rule_id, coalesce(sum(c.amount_cents), 0)::bigint AS cents FROM config_rule r
      LEFT JOIN merchant_consumption c ON c.merchant_no = r.merchant_no AND c.consumption_status <> 'REVERSED'
        AND c.consumed_at > now() - interval '30 days'
        AND (r.rule_id || ' ' || c.consumption_type) = any(${rows.map((row) => `${row.ruleId} ${row.value.consumptionType}`)})
    WHERE r.rule_id = any(${rows.map(({ ruleId }) => ruleId)}) GROUP BY 1`.execute(db);
  return new Map(sums.map(({ ruleId, cents }) => [ruleId, { lastMonthCents: cents }]));
}
