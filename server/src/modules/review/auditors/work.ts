import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { recallOrder } from '../../lending/orders/index.ts';
import type { PersonnelWork } from '../../staff/personnel/index.ts';

/** Review of loan orders, as the records of reviewers know it. */
export const auditorWork: PersonnelWork = {
  kind: 'AUDITOR',
  holderCode: 'audit:order:audit',
  codes: 'audit:personnel',
  subjectType: 'auditor',
  sendBack,
  openByMerchant,
  assignedSince,
};

/** Recalls every order the person has under review, in the order of their numbers. */
async function sendBack(tx: Tx, userNo: string, call: CommandContext): Promise<number> {
  const open = await tx
    .selectFrom('loanOrder')
    .select('orderNo')
    .where('auditorUserNo', '=', userNo)
    .where('orderStatus', '=', 'PENDING_REVIEW')
    .orderBy('orderNo')
    .forNoKeyUpdate()
    .execute();
  for (const { orderNo } of open) {
    await recallOrder(tx, orderNo, { userNo: call.caller.userNo, ending: 'FROZEN' });
  }
  return open.length;
}

async function openByMerchant(db: Queryable, userNo: string) {
  return await db
    .selectFrom('loanOrder as o')
    .innerJoin('merchant as m', 'm.merchantNo', 'o.merchantNo')
    .select(['m.merchantNo', 'm.merchantName', sql<number>`count(*)::int`.as('open')])
    .where('o.auditorUserNo', '=', userNo)
    .where('o.orderStatus', '=', 'PENDING_REVIEW')
    .groupBy(['m.merchantNo', 'm.merchantName'])
    .orderBy('open', 'desc')
    .execute();
}

async function assignedSince(db: Queryable, since: Date) {
  const { rows } = await sql<{ userNo: string; hour: number; count: number }>`
    SELECT auditor_user_no AS user_no, count(*)::int AS count,
      extract(hour FROM allotted_at AT TIME ZONE 'Africa/Nairobi')::int AS hour
    FROM order_allotment WHERE allotted_at >= ${since} GROUP BY 1, 3`.execute(db);
  return rows;
}
