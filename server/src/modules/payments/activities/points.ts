import type { ParsedRequestOf, ReplyOf, taskAward } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { needed } from '../../../needed.ts';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { grantReward } from '../wallets/index.ts';
import { pointsAt } from './point-rules.ts';

const DAY_MS = 86_400_000;
/** So long after it was paid a loan is still looked at: a server that was away for longer earns nobody points late. */
const LOOKED_BACK_DAYS = 7;
const BATCH = 500;
const SHOWN = 20;

interface Earned {
  readonly merchantNo: string;
  readonly customerNo: string;
  /** `award/AW…` or `order/LO…`: once each. */
  readonly causeNo: string;
  readonly points: number;
  readonly at: Date;
}

/** Gives points, which expire as the merchant's rule of the moment says. */
export async function earnPoints(tx: Tx, { at, points, ...earned }: Earned): Promise<void> {
  const { expiryDays } = await pointsAt(tx, earned.merchantNo, at);
  await tx
    .insertInto('pointEarning')
    .values({
      ...earned,
      points,
      pointsLeft: points,
      earnedAt: at,
      expiresAt: new Date(at.getTime() + expiryDays * DAY_MS),
    })
    .onConflict((conflict) => conflict.column('causeNo').doNothing())
    .execute();
}

/** What points are worth in a wallet, rounded down. Cents. */
export const worthOf = (points: number, pointsPerShilling: number): number =>
  Math.floor((points * 100) / pointsPerShilling);

interface PaidLoan {
  readonly orderNo: string;
  readonly customerNo: string;
  readonly approvedCents: number;
  readonly closedAt: Date;
}

/** Points for loans that were paid on time, at the rate of the day on which they were. Answers how many loans earned. */
export async function earnOnTime(db: Database, at: Date): Promise<number> {
  const merchants = await db.selectFrom('merchant').select('merchantNo').where('isEnabled', '=', true).execute();
  let earned = 0;
  for (const { merchantNo } of merchants) {
    if ((await pointsAt(db, merchantNo, at)).pointsPer100 === 0) continue;
    const { rows } = await sql<PaidLoan>`
      select o.order_no, o.customer_no, o.approved_cents, o.closed_at from loan_order o
      where o.merchant_no = ${merchantNo} and o.order_status = 'CLOSED'
        and o.closed_at > ${at}::timestamptz - make_interval(days => ${LOOKED_BACK_DAYS}) and o.closed_at <= ${at}
        and not exists (select from point_earning e where e.cause_no = 'order/' || o.order_no)
        and not exists (select from bill b where b.order_no = o.order_no
          and (b.bill_status <> 'SETTLED' or b.actual_date > b.due_date))
      order by o.closed_at desc, o.order_no limit ${BATCH}`.execute(db);
    for (const { orderNo, customerNo, approvedCents, closedAt } of rows) {
      const { pointsPer100 } = await pointsAt(db, merchantNo, closedAt);
      const points = Math.floor((approvedCents * pointsPer100) / 10_000);
      if (points === 0) continue;
      const cause = { merchantNo, customerNo, causeNo: `order/${orderNo}` };
      await db.transaction().execute((tx) => earnPoints(tx, { ...cause, points, at: closedAt }));
      earned += 1;
    }
  }
  return earned;
}

/** Points of loans that a rollback opened again are gone, as far as they were not used. */
export async function revokePoints(db: Database): Promise<void> {
  await sql`update point_earning e set points_left = 0 from loan_order o
    where e.cause_no = 'order/' || o.order_no and o.order_status <> 'CLOSED' and e.points_left > 0`.execute(db);
  await sql`with taken as (
      update point_earning e set points_left = 0 from activity_award a join loan_order o on o.order_no = a.cause_no
      where e.cause_no = 'award/' || a.award_no and a.award_outcome = 'AWARDED' and o.order_status <> 'CLOSED'
        and e.points_left = e.points returning a.award_no)
    update activity_award a set award_outcome = 'REVOKED', amount_cents = 0
    from taken where taken.award_no = a.award_no`.execute(db);
}

/** @throws AppError CUSTOMER_NOT_FOUND */
async function merchantOf(db: Queryable, customerNo: string, { caller }: Pick<Call, 'caller'>): Promise<string> {
  const customer = await db
    .selectFrom('customer')
    .select('merchantNo')
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!customer || !seesMerchant(caller.scope, customer.merchantNo)) throw new AppError('CUSTOMER_NOT_FOUND');
  return customer.merchantNo;
}

const usable = (db: Queryable, customerNo: string, at: Date) =>
  db
    .selectFrom('pointEarning')
    .select(['earningId', 'pointsLeft', 'expiresAt'])
    .where('customerNo', '=', customerNo)
    .where('pointsLeft', '>', 0)
    .where('expiresAt', '>', at)
    .orderBy('expiresAt')
    .orderBy('earningId');

/** A customer's points account: what is left, what expires when, what was earned and used. @throws AppError CUSTOMER_NOT_FOUND */
export async function readPoints(
  { customerNo }: ParsedRequestOf<typeof taskAward.pointsForApp>,
  call: Call,
): Promise<ReplyOf<typeof taskAward.pointsForApp>> {
  const { db } = call;
  const at = new Date();
  const merchantNo = await merchantOf(db, customerNo, call);
  const { pointsPerShilling } = await pointsAt(db, merchantNo, at);
  const left = await usable(db, customerNo, at).execute();
  const balance = left.reduce((sum, { pointsLeft }) => sum + pointsLeft, 0);
  const { rows } = await sql<{ kind: 'EARNED' | 'USED'; points: number; at: Date }>`
    select 'EARNED' as kind, points, earned_at as at from point_earning where customer_no = ${customerNo}
    union all select 'USED', points, used_at from point_use where customer_no = ${customerNo}
    order by at desc limit ${SHOWN}`.execute(db);
  return {
    balance,
    worthCents: worthOf(balance, pointsPerShilling),
    pointsPerShilling,
    expiring: left.map(({ pointsLeft, expiresAt }) => ({ points: pointsLeft, expiresAt: expiresAt.toISOString() })),
    entries: rows.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
  };
}

/**
 * Turns points into money in the customer's wallet, those that expire first first: marketing expense, posted by the
 * wallet. @throws AppError CUSTOMER_NOT_FOUND, POINTS_STEP, POINTS_SHORT
 */
export async function usePoints(
  { customerNo, points }: ParsedRequestOf<typeof taskAward.pointsUse>,
  call: CommandContext,
): Promise<ReplyOf<typeof taskAward.pointsUse>> {
  const { tx } = call;
  const at = new Date();
  const merchantNo = await merchantOf(tx, customerNo, call);
  const { pointsPerShilling } = await pointsAt(tx, merchantNo, at);
  if (points % pointsPerShilling !== 0) {
    throw new AppError('POINTS_STEP', { fields: ['points'], facts: { points: pointsPerShilling } });
  }
  // Two uses at once wait for one another.
  const left = await usable(tx, customerNo, at).forNoKeyUpdate().execute();
  const balance = left.reduce((sum, { pointsLeft }) => sum + pointsLeft, 0);
  if (balance < points) throw new AppError('POINTS_SHORT', { fields: ['points'], facts: { points: balance } });
  let open = points;
  for (const { earningId, pointsLeft } of left) {
    const taken = Math.min(open, pointsLeft);
    if (taken === 0) break;
    await tx
      .updateTable('pointEarning')
      .set({ pointsLeft: pointsLeft - taken })
      .where('earningId', '=', earningId)
      .execute();
    open -= taken;
  }
  const { useNo } = await tx
    .insertInto('pointUse')
    .values({ merchantNo, customerNo, points, usedAt: at })
    .returning('useNo')
    .executeTakeFirstOrThrow();
  const amountCents = worthOf(points, pointsPerShilling);
  const reward = { customerNo, rewardType: 'TASK', amountCents, at, causeNo: `points/${useNo}` } as const;
  const rewardNo = needed(await grantReward(tx, reward), `the reward of ${useNo}`);
  await tx.updateTable('pointUse').set({ rewardNo }).where('useNo', '=', useNo).execute();
  await writeAudit(tx, call, {
    action: 'points.used',
    subjectType: 'customer',
    subjectNo: customerNo,
    merchantNo,
    before: { points: balance },
    after: { points: balance - points, useNo, rewardNo, amountCents },
  });
  return { useNo, rewardNo, amountCents, balance: balance - points };
}
