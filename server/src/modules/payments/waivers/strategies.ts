import { waiverStrategy } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { type Amounts, partsOf, totalOf } from '../../platform/ledger/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { type RuleFamily, type RuleInForce, rulesAt } from '../../platform/rules/index.ts';
import { productNamesOf, shareProducts } from '../../lending/product-rules/index.ts';

type Strategy = waiverStrategy.WaiverStrategy;
const [SAVE, AUDIT] = ['collectionStage:strategy:save', 'collectionStage:strategy:audit'];

/** What may be waived on single bills, when and how much. */
export const strategyFamily: RuleFamily<Strategy> = {
  key: 'collectionStage.strategy',
  title: { en: 'Penalty reduction strategy', zh: '罚息减免策略' },
  contract: { ...waiverStrategy, value: waiverStrategy.waiverStrategy },
  page: '/AdminContent/CollectionSystemNew/PenaltyInterestReductionStrategiesNew',
  codes: { save: SAVE, state: SAVE, audit: AUDIT },
  overlaps: (one, other) =>
    !isOver(one, new Date()) &&
    !isOver(other, new Date()) &&
    shareProducts(one, other) &&
    one.caseLevels.some((level) => other.caseLevels.includes(level)) &&
    one.dpdFrom <= other.dpdTo &&
    other.dpdFrom <= one.dpdTo &&
    one.components.some((component) => other.components.includes(component)),
  checkFrom({ effectiveTo }, effectiveFrom) {
    if (effectiveTo == null || effectiveTo >= effectiveFrom) return;
    throw new AppError('BAD_REQUEST', {
      fields: [{ field: 'value.effectiveTo', msg: 'Must not be before the start' }],
    });
  },
  // Within it a waiver may need no person: it allows no more than some person could.
  async check(db, _merchantNo, { capPerBillCents }) {
    const { cap } = await db
      .selectFrom('role')
      .select(sql<number>`coalesce(max(deduction_cap_cents), 0)::bigint`.as('cap'))
      .executeTakeFirstOrThrow();
    if (capPerBillCents <= cap) return;
    throw new AppError('STRATEGY_ABOVE_ROLE_CAP', {
      fields: ['value.capPerBillCents'],
      facts: { amount: (cap / 100).toFixed(2) },
    });
  },
  simulate: null,
  async decorate(rows, reading) {
    const names = await productNamesOf(rows, reading);
    const used = await usedToday(
      reading.db,
      rows.map(({ ruleId }) => ruleId),
      new Date(),
    );
    return new Map(
      rows.map(({ ruleId, ruleStatus, value }) => [
        ruleId,
        {
          ...names.get(ruleId),
          usedTodayCents: used.get(ruleId) ?? 0,
          strategyStatus: ruleStatus === 'ENABLED' && isOver(value, new Date()) ? 'EXPIRED' : ruleStatus,
        },
      ]),
    );
  },
};

/** Whether its last day is past. */
const isOver = ({ effectiveTo }: Strategy, at: Date): boolean =>
  effectiveTo != null && effectiveTo < businessDateOf(at);

/** What strategies waived since midnight: approved, whatever became of it since. */
export async function usedToday(
  db: Queryable,
  ruleIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('deduction')
    .select(['strategyRuleId', sql<number>`sum(total_cents)::bigint`.as('cents')])
    .where('strategyRuleId', 'in', [...ruleIds, ''])
    .where('decidedAt', '>=', startOfBusinessDate(businessDateOf(at)))
    .where('deductionStatus', 'in', ['APPROVED', 'APPLIED', 'LAPSED', 'REVERSED'])
    .groupBy('strategyRuleId')
    .execute();
  return new Map(rows.map(({ strategyRuleId, cents }) => [strategyRuleId ?? '', cents]));
}

/** A waiver that somebody asks for on one bill. */
export interface AskedWaiver {
  readonly merchantNo: string;
  readonly productNo: string;
  readonly customerNo: string;
  readonly caseLevel: string | null;
  readonly dpd: number;
  readonly waived: Amounts;
  /** What the bill owes, by component. */
  readonly outstanding: Amounts;
  /** What all overdue bills of the order owe, this one included. */
  readonly overdueCents: number;
  readonly expectedPayCents: number | null;
}

/** Whether a request is within a strategy: its bill, its components, its share and cap, and what is paid first. Pure. */
export function isWithin(strategy: Strategy, asked: AskedWaiver): boolean {
  const { waived, outstanding, dpd, caseLevel, productNo } = asked;
  const level = strategy.caseLevels.find((one) => one === caseLevel);
  const isAboutBill =
    level !== undefined &&
    dpd >= strategy.dpdFrom &&
    dpd <= strategy.dpdTo &&
    (strategy.productNos.length === 0 || strategy.productNos.includes(productNo));
  const total = totalOf(waived);
  const isWithinShares = partsOf(waived).every(
    ({ component, amountCents }) =>
      strategy.components.some((one) => one === component) &&
      amountCents * 10_000 <= outstanding[component] * strategy.rateBps,
  );
  const owed = strategy.payFirst === 'BILL_IN_FULL' ? totalOf(outstanding) : asked.overdueCents;
  return (
    isAboutBill && isWithinShares && total <= strategy.capPerBillCents && (asked.expectedPayCents ?? 0) >= owed - total
  );
}

/** A strategy that a request is within, and whether it may be approved at once. */
export interface FittingStrategy {
  readonly rule: RuleInForce<Strategy>;
  readonly isApproved: boolean;
}

/**
 * The strategy that a request is within; null: it is outside, and a person decides. Locked until the commit, so that no
 * two requests spend the same of its budget.
 */
export async function strategyFor(
  tx: Tx,
  asked: AskedWaiver,
  applicant: string,
  at: Date,
): Promise<FittingStrategy | null> {
  const rules = await rulesAt(tx, strategyFamily, at, asked.merchantNo);
  const fitting = rules.filter(({ value }) => !isOver(value, at) && isWithin(value, asked));
  const rule = fitting.find(({ value }) => value.productNos.length > 0) ?? fitting[0];
  if (!rule) return null;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`waiver strategy ${rule.ruleId}`}, 0))`.execute(tx);
  if ((await timesInYear(tx, asked.customerNo, at)) >= rule.value.timesPerYear) return null;
  const spent = (await usedToday(tx, [rule.ruleId], at)).get(rule.ruleId) ?? 0;
  const isInBudget = spent + totalOf(asked.waived) <= rule.value.dailyBudgetCents;
  const isApproved = rule.value.approvalMode === 'PRE_APPROVED' && isInBudget && rule.checkerUserNo !== applicant;
  return { rule, isApproved };
}

async function timesInYear(tx: Tx, customerNo: string, at: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('deduction as d')
    .innerJoin('loanOrder as o', 'o.orderNo', 'd.orderNo')
    .select(sql<number>`count(*)`.as('count'))
    .where('o.customerNo', '=', customerNo)
    .where('d.deductionStatus', 'in', ['APPROVED', 'APPLIED'])
    .where('d.createdAt', '>', sql<Date>`${at}::timestamptz - interval '12 months'`)
    .executeTakeFirstOrThrow();
  return count;
}
