import { orderAcquire } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { type RuleFamily, type RuleInForce, rulesAt } from '../../platform/rules/index.ts';
import { priceAt } from '../prepaid/index.ts';

type Rule = orderAcquire.AcquireRule;

const meets = (one: Rule, other: Rule): boolean =>
  one.minAmountCents <= other.maxAmountCents &&
  other.minAmountCents <= one.maxAmountCents &&
  one.fromTime < other.toTime &&
  other.fromTime < one.toTime &&
  (one.loanType === null || other.loanType === null || one.loanType === other.loanType);

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
}

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `14:05`, in EAT. */
export const clockOf = (at: Date): string => CLOCK.format(at);

/** Pure: whether an application is one that a rule speaks of, at a time of the day (EAT). */
export function speaksOf(rule: Rule, order: Applied, clock: string): boolean {
  const { fromTime, toTime, loanType, minAmountCents, maxAmountCents, modelLevels } = rule;
  return (
    fromTime <= clock &&
    clock < toTime &&
    (loanType === null || loanType === order.loanType) &&
    minAmountCents <= order.appliedCents &&
    order.appliedCents <= maxAmountCents &&
    (modelLevels.length === 0 || (order.modelLevel !== null && modelLevels.includes(order.modelLevel)))
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
