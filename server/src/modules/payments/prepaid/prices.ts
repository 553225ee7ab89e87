import { consumptionPrice } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Reading } from '../../../lists/index.ts';
import type { EventSubscriber } from '../../platform/domain-events/index.ts';
import { kes } from '../../platform/exports/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { everyRuleAt, type RuleFamily } from '../../platform/rules/index.ts';
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
  // A price of several merchants and one of its own are no repetition: the special one counts.
  overlaps: (one, other) =>
    consumptionPrice.priceLevel(one) === consumptionPrice.priceLevel(other) &&
    (one.consumptionType === other.consumptionType || codeOf(one) === codeOf(other)),
  isShared: true,
  reaches: ({ otherMerchantNos, isForAll }) => (isForAll ? 'all' : otherMerchantNos),
  check: refuseFaulty,
  simulate: null,
  fileColumns: [
    { en: 'Code', zh: '编码', of: codeOf },
    { en: 'Name', zh: '名称', of: ({ names }, lang) => names[lang] ?? names['en'] ?? null },
    {
      en: 'Other merchants',
      zh: '其他商户',
      of: ({ otherMerchantNos, isForAll }, lang) =>
        isForAll ? (lang === 'zh' ? '全部' : 'All') : otherMerchantNos.join(', '),
    },
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

/** @throws AppError TYPE_CODE_USED, REFERENCE_UNKNOWN, RULE_OVERLAP */
async function refuseFaulty(db: Queryable, merchantNo: string, price: Price): Promise<void> {
  await refuseChangedCode(db, merchantNo, price);
  await refuseUnknown(db, price.otherMerchantNos);
  await refuseSecondOfLevel(db, merchantNo, price);
}

async function refuseUnknown(db: Queryable, merchantNos: readonly string[]): Promise<void> {
  if (merchantNos.length === 0) return;
  const known = await db.selectFrom('merchant').select('merchantNo').where('merchantNo', 'in', merchantNos).execute();
  if (known.length < merchantNos.length)
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['value.otherMerchantNos'] });
}

/** One price of several, and one of all, names a merchant for a type, whoever's rule it is. @throws AppError RULE_OVERLAP */
async function refuseSecondOfLevel(db: Queryable, merchantNo: string, price: Price): Promise<void> {
  const level = consumptionPrice.priceLevel(price);
  if (level === 0) return;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`rules ${priceFamily.key}`}, 0))`.execute(db);
  const { rows } = await sql<{ merchantNo: string; value: unknown }>`
    SELECT r.merchant_no, v.value FROM config_rule r
    JOIN config_version_now v ON v.config_key = r.config_key AND v.subject_no = r.merchant_no || '_' || r.rule_id
    WHERE r.config_key = ${priceFamily.key} AND r.merchant_no <> ${merchantNo}
      AND v.version_status IN ('PENDING', 'SCHEDULED', 'IN_FORCE') AND v.version_no > r.disabled_through`.execute(db);
  const named = new Set([merchantNo, ...price.otherMerchantNos]);
  for (const row of rows) {
    const other = consumptionPrice.consumptionPrice.safeParse(row.value).data;
    if (!other || other.consumptionType !== price.consumptionType) continue;
    if (consumptionPrice.priceLevel(other) !== level) continue;
    const isMet = level === 2 || [row.merchantNo, ...other.otherMerchantNos].some((one) => named.has(one));
    if (isMet) throw new AppError('RULE_OVERLAP', { facts: { name: other.ruleName } });
  }
}

/** @throws AppError TYPE_CODE_USED where something was charged by the code that the merchant's price has now */
async function refuseChangedCode(db: Queryable, merchantNo: string, price: Price): Promise<void> {
  const { consumptionType } = price;
  const rules = await everyRuleAt(db, priceFamily, new Date(), merchantNo);
  const now = rules.find(
    (rule) =>
      rule.merchantNo === merchantNo &&
      rule.value.consumptionType === consumptionType &&
      consumptionPrice.priceLevel(rule.value) === consumptionPrice.priceLevel(price),
  )?.value;
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

type Held = Awaited<ReturnType<typeof everyRuleAt<Price>>>[number];

/** Pure. The most special first; of two as special, one that is enabled. */
const bySpeciality = (one: Held, other: Held): number =>
  consumptionPrice.priceLevel(one.value) - consumptionPrice.priceLevel(other.value) ||
  Number(other.isEnabled) - Number(one.isEnabled);

/** The prices for a merchant that had a version in force at a moment, the one that counts first of each type. */
const pricesFor = async (db: Queryable, merchantNo: string, at: Date): Promise<Held[]> =>
  (await everyRuleAt(db, priceFamily, at, merchantNo)).toSorted(bySpeciality);

/** What a merchant's prices call each type in English; those without a name are absent. */
export async function typeNamesOf(db: Queryable, merchantNo: string): Promise<ReadonlyMap<string, string>> {
  // The last of a type is what a map keeps.
  const rules = (await pricesFor(db, merchantNo, new Date())).toReversed();
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
  const rules = await pricesFor(db, of.merchantNo, at);
  const rule = rules.find(({ value }) => value.consumptionType === of.consumptionType);
  return rule ? { ruleId: rule.ruleId, ruleName: rule.value.ruleName, versionNo: rule.versionNo } : null;
}

/**
 * The price that applies to a merchant at a moment; null where none does. One that was disabled makes its use free: it
 * does not fall to the price of all.
 */
export async function priceAt(
  db: Queryable,
  merchantNo: string,
  consumptionType: Price['consumptionType'],
  at: Date,
): Promise<number | null> {
  const rules = await pricesFor(db, merchantNo, at);
  const rule = rules.find(({ value }) => value.consumptionType === consumptionType);
  if (!rule?.isEnabled) return null;
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

/** What each price charged in the last 30 days, by the price that counts now, and the merchants that it names. */
async function decorate(
  rows: readonly { readonly ruleId: string; readonly value: Price }[],
  { db }: Reading,
): Promise<ReadonlyMap<string, object>> {
  const every = (await everyRuleAt(db, priceFamily, new Date())).toSorted(bySpeciality);
  const { rows: sums } = await sql<{ merchantNo: string; consumptionType: string; cents: number }>`
    SELECT merchant_no, consumption_type, sum(amount_cents)::bigint AS cents FROM merchant_consumption
    WHERE consumption_status <> 'REVERSED' AND consumed_at > now() - interval '30 days' GROUP BY 1, 2`.execute(db);
  const charged = new Map<string, number>();
  for (const { merchantNo, consumptionType, cents } of sums) {
    const counting = every.find((rule) => rule.value.consumptionType === consumptionType && isFor(rule, merchantNo));
    if (counting) charged.set(counting.ruleId, (charged.get(counting.ruleId) ?? 0) + cents);
  }
  const merchants = await db.selectFrom('merchant').select(['merchantNo', 'merchantName']).execute();
  const nameOf = new Map(merchants.map(({ merchantNo, merchantName }) => [merchantNo, merchantName]));
  return new Map(
    rows.map(({ ruleId, value }) => [
      ruleId,
      {
        lastMonthCents: charged.get(ruleId) ?? 0,
        otherMerchantNames: value.otherMerchantNos.map((merchantNo) => nameOf.get(merchantNo) ?? merchantNo),
      },
    ]),
  );
}

/** The merchants whose use of a type a price counted for at a moment: all that it names, but for those with a price of their own. */
export async function coveredBy(
  db: Queryable,
  { ruleId, consumptionType }: { readonly ruleId: string; readonly consumptionType: string },
  at: Date,
): Promise<string[]> {
  const every = (await everyRuleAt(db, priceFamily, at)).toSorted(bySpeciality);
  const rules = every.filter(({ value }) => value.consumptionType === consumptionType);
  const merchants = await db.selectFrom('merchant').select('merchantNo').execute();
  return merchants
    .map(({ merchantNo }) => merchantNo)
    .filter((merchantNo) => rules.find((rule) => isFor(rule, merchantNo))?.ruleId === ruleId);
}

const isFor = ({ merchantNo, value }: Held, wanted: string): boolean =>
  merchantNo === wanted || value.isForAll || value.otherMerchantNos.includes(wanted);
