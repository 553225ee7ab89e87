import { needed } from '../../../needed.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { usedOn } from './hold.ts';
import { lendingLimitFamily, type LimitSubject, type LoanLimit, partsOf } from './limit.ts';
import { held, type Use } from './rules.ts';

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
  /** True where something waits, or nothing is left. */
  readonly isReached: boolean;
}

interface InForce {
  readonly subjectNo: string;
  readonly value: unknown;
  readonly merchantName: string;
}

/** Every limit in force at a moment, of these merchants (null: of all). */
export async function lendingDays(
  db: Queryable,
  now: Date,
  merchantNos: readonly string[] | null = null,
): Promise<LendingDay[]> {
  const { rows } = await sql<InForce>`
    SELECT v.subject_no, v.value, m.merchant_name FROM (
      SELECT DISTINCT ON (subject_no) subject_no, value, split_part(subject_no, '_', 1) AS merchant_no
      FROM config_version
      WHERE config_key = ${lendingLimitFamily.key} AND in_force_from <= ${now}
        AND stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED')
      ORDER BY subject_no, in_force_from DESC) v
    JOIN merchant m USING (merchant_no)
    WHERE ${merchantNos}::text[] IS NULL OR m.merchant_no = ANY(${merchantNos}::text[])
    ORDER BY v.subject_no`.execute(db);
  const days: LendingDay[] = [];
  for (const { subjectNo, value, merchantName } of rows) {
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
    const stopped = waiting.filter((_, index) => marks[index]);
    days.push({ ...subject, merchantName, limit, use, held: stopped, isReached: isUsedUp || stopped.length > 0 });
  }
  return days;
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
