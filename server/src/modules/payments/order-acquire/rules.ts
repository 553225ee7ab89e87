import { orderAcquire } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { type CodeWords, kes } from '../../platform/exports/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { type RuleFamily, type RuleInForce, rulesAt } from '../../platform/rules/index.ts';
import { priceAt } from '../prepaid/index.ts';

type Rule = orderAcquire.AcquireRule;
const LOAN_TYPE: CodeWords = { FIRST: ['First loan', '首贷'], REPEAT: ['Repeat loan', '复贷'] };

const share = <One>(one: readonly One[], other: readonly One[]): boolean =>
  one.length === 0 || other.length === 0 || one.some((each) => other.includes(each));

const meets = (one: Rule, other: Rule): boolean =>
  one.minAmountCents <= other.maxAmountCents &&
  other.minAmountCents <= one.maxAmountCents &&
  one.fromTime < other.toTime &&
  other.fromTime < one.toTime &&
  (one.loanType === null || other.loanType === null || one.loanType === other.loanType) &&
  share(one.modelLevels, other.modelLevels) &&
  share(one.termDays, other.termDays) &&
  share(one.channelCodes, other.channelCodes);

/** Which applications are delivered to a merchant; none without a rule. */
export const acquireFamily: RuleFamily<Rule> = {
  key: 'merchant.orderAcquire',
  title: { en: 'Acquisition rule', zh: '获客规则' },
  contract: { ...orderAcquire, value: orderAcquire.acquireRule },
  page: '/AdminContent/MerchantSystem/OrderAcquireManagement',
  codes: {
    save: 'merchant:orderAcquire:save',
    state: 'merchant:orderAcquire:enable',
    audit: 'merchant:config:audit',
  },
  overlaps: (one, other) => one.priority === other.priority && meets(one, other),
  simulate: null,
  fileColumns: [
    { en: 'Priority', zh: '优先级', of: (row) => row.priority },
    { en: 'Loan type', zh: '贷款类型', of: (row) => row.loanType, codes: LOAN_TYPE },
    { en: 'From (KES)', zh: '最低金额（KES）', of: (row) => kes(row.minAmountCents) },
    { en: 'To (KES)', zh: '最高金额（KES）', of: (row) => kes(row.maxAmountCents) },
    { en: 'Hours', zh: '时段', of: ({ fromTime, toTime }) => `${fromTime}–${toTime}` },
    { en: 'Levels', zh: '模型等级', of: (row) => row.modelLevels },
    { en: 'Term (days)', zh: '期限（天）', of: (row) => row.termDays.map(String) },
    { en: 'Channels', zh: '渠道', of: (row) => row.channelCodes },
    { en: 'Daily quota', zh: '每日配额', of: (row) => row.dailyQuota },
  ],
  async decorate(rows, { db }) {
    if (rows.length === 0) return new Map();
    const now = new Date();
    const facts = await db
      .selectFrom('configRule as r')
      .select(['r.ruleId', 'r.merchantNo'])
      .where(
        'r.ruleId',
        'in',
        rows.map(({ ruleId }) => ruleId),
      )
      .execute();
    const told = new Map<string, object>();
    for (const { ruleId, merchantNo } of facts) {
      const acquiredToday = await acquiredOn(db, ruleId, now);
      const unitPriceCents = await priceAt(db, merchantNo, 'ORDER_DELIVERED', now);
      told.set(ruleId, { acquiredToday, unitPriceCents });
    }
    return told;
  },
};

async function acquiredOn(db: Queryable, ruleId: string, at: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM acquired_order
    WHERE rule_id = ${ruleId} AND acquired_at >= ${startOfBusinessDate(businessDateOf(at))}`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface Applied {
  readonly merchantNo: string;
  readonly loanType: 'FIRST' | 'REPEAT';
  readonly appliedCents: number;
  readonly modelLevel: string | null;
  /** Of its product. */
  readonly termDays: number;
  /** The traffic channel that brought it. */
  readonly promotionChannel: string | null;
}

/** What of an order rules speak of. */
export const SPOKEN_OF = [
  'loanType',
  'appliedCents',
  'modelLevel',
  'promotionChannel',
  sql<number>`(terms ->> 'termDays')::int`.as('termDays'),
] as const;

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `14:05`, in EAT. */
export const clockOf = (at: Date): string => CLOCK.format(at);

const isAmong = (wanted: readonly string[], given: string | null) =>
  wanted.length === 0 || (given !== null && wanted.includes(given));

/** Pure: whether an application is one that a rule speaks of, at a time of the day (EAT). */
export function speaksOf(rule: Rule, order: Applied, clock: string): boolean {
  const { fromTime, toTime, loanType, minAmountCents, maxAmountCents, modelLevels, termDays, channelCodes } = rule;
  return (
    fromTime <= clock &&
    clock < toTime &&
    (loanType === null || loanType === order.loanType) &&
    minAmountCents <= order.appliedCents &&
    order.appliedCents <= maxAmountCents &&
    isAmong(modelLevels, order.modelLevel) &&
    isAmong(channelCodes, order.promotionChannel) &&
    (termDays.length === 0 || termDays.includes(order.termDays))
  );
}

/** The first rule by priority that speaks of an application and has room in its day; null where none does. */
export async function ruleFor(db: Queryable, order: Applied, at: Date): Promise<RuleInForce<Rule> | null> {
  const rules = await rulesAt(db, acquireFamily, at, order.merchantNo);
  const clock = clockOf(at);
  for (const rule of rules.toSorted((one, other) => one.value.priority - other.value.priority)) {
    const { dailyQuota } = rule.value;
    if (!speaksOf(rule.value, order, clock)) continue;
    if (dailyQuota < 0 || (dailyQuota > 0 && (await acquiredOn(db, rule.ruleId, at)) < dailyQuota)) return rule;
  }
  return null;
}
