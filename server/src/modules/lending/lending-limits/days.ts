import { needed } from '../../../needed.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { usedOn } from './hold.ts';
import { lendingLimitFamily, type LimitSubject, type LoanLimit, partsOf } from './limit.ts';
import { fits, held, type Use } from './rules.ts';

interface HeldOrder {
  readonly orderNo: string;
  readonly approvedCents: number;
  readonly auditTime: Date;
}

/** A limit in force, with what today took of it and what waits for it. */
export interface LendingDay extends LimitSubject {
  readonly merchantName: string;
  readonly limit: LoanLimit;
  readonly use: Use;
  /** Oldest first. */
  readonly held: readonly HeldOrder[];
  /** What of it would go out at once if nobody had paused the lending. */
  readonly ready: number;
  /** Why somebody paused it; null where nobody did. */
  readonly pauseReason: string | null;
  /** True where something waits, or nothing is left; false while it is paused. */
  readonly isReached: boolean;
}

interface InForce {
  readonly subjectNo: string;
  readonly value: unknown;
  readonly merchantName: string;
  readonly pauseReason: string | null;
}

/** Every limit in force at a moment, of these merchants (null: of all). */
export async function lendingDays(
  db: Queryable,
  now: Date,
  merchantNos: readonly string[] | null = null,
): Promise<LendingDay[]> {
  const { rows } = await sql<InForce>`
    SELECT v.subject_no, v.value, m.merchant_name, pause.reason AS pause_reason FROM (
      SELECT DISTINCT ON (subject_no) subject_no, value, split_part(subject_no, '_', 1) AS merchant_no
      FROM config_version
      WHERE config_key = ${lendingLimitFamily.key} AND in_force_from <= ${now}
        AND stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED')
      ORDER BY subject_no, in_force_from DESC) v
    JOIN merchant m USING (merchant_no)
    LEFT JOIN lending_pause pause
      ON pause.merchant_no = m.merchant_no AND pause.loan_type = split_part(v.subject_no, '_', 2)
    WHERE ${merchantNos}::text[] IS NULL OR m.merchant_no = ANY(${merchantNos}::text[])
    ORDER BY v.subject_no`.execute(db);
  const days: LendingDay[] = [];
  for (const { subjectNo, value, merchantName, pauseReason } of rows) {
    const subject = partsOf(subjectNo);
    const limit = lendingLimitFamily.value.parse(value);
    if (subject === null) continue;
    const use = await usedOn(db, subject, businessDateOf(now));
    const waiting = await toPay(db, subject);
    const marks = held(
      limit,
      use,
      waiting.map(({ approvedCents }) => approvedCents),
    );
    const isUsedUp =
      (limit.dailyAmountLimitCents > 0 && use.usedCents >= limit.dailyAmountLimitCents) ||
      (limit.dailyOrderLimit > 0 && use.usedOrders >= limit.dailyOrderLimit);
    const isPaused = pauseReason !== null;
    const stopped = waiting.filter((_, index) => isPaused || marks[index]);
    const isReached = !isPaused && (isUsedUp || stopped.length > 0);
    const ready = isPaused ? readyOf(limit, use, waiting) : 0;
    days.push({ ...subject, merchantName, limit, use, held: stopped, ready, pauseReason, isReached });
  }
  return days;
}

/** How many go out one after the other, oldest first, before the limit holds one back. */
function readyOf(limit: LoanLimit, use: Use, waiting: readonly HeldOrder[]): number {
  let { usedCents, usedOrders } = use;
  let ready = 0;
  for (const { approvedCents } of waiting) {
    if (!fits(limit, { usedCents, usedOrders }, approvedCents)) break;
    usedCents += approvedCents;
    usedOrders += 1;
    ready += 1;
  }
  return ready;
}

/** What was passed and is not sent, oldest first. */
async function toPay(db: Queryable, { merchantNo, loanType }: LimitSubject): Promise<HeldOrder[]> {
  const rows = await db
    .selectFrom('loanOrder')
    .select(['orderNo', 'approvedCents', 'auditTime', 'applyTime'])
    .where('merchantNo', '=', merchantNo)
    .where('loanType', '=', loanType)
    .where('orderStatus', '=', sql.lit('PENDING_DISBURSEMENT'))
    .orderBy('auditTime')
    .orderBy('orderNo')
    .execute();
  return rows.map(({ orderNo, approvedCents, auditTime, applyTime }) => ({
    orderNo,
    approvedCents: needed(approvedCents, `the approved amount of ${orderNo}`),
    auditTime: auditTime ?? applyTime,
  }));
}
