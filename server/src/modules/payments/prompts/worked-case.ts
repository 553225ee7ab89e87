import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { type CaseReach, isTheirs, lockCase } from '../../collections/collections/index.ts';
import { lockOrder } from '../../lending/orders/index.ts';

/**
 * A case of one's own, of one's group or of one's desk of bad debt under lock, its order first, as payments lock them.
 * @throws AppError CASE_NOT_FOUND, CASE_NOT_YOURS, ILLEGAL_TRANSITION
 */
export async function workedCase(
  caseId: string,
  caseScope: CaseReach['caseScope'],
  { tx, caller }: Pick<CommandCall, 'tx' | 'caller'>,
): Promise<{ readonly orderNo: string; readonly billNos: readonly string[] }> {
  const known = await tx.selectFrom('collectionCase').select('orderNo').where('caseNo', '=', caseId).executeTakeFirst();
  if (!known) throw new AppError('CASE_NOT_FOUND');
  const { orderNo } = known;
  await lockOrder(tx, orderNo);
  const held = await lockCase(tx, caseId, { caseScope, caller });
  const { caseStatus, collectorUserNo } = held;
  if (!isTheirs(held, caller) && !(await leads(tx, caller.userNo, collectorUserNo))) {
    throw new AppError('CASE_NOT_YOURS');
  }
  if (caseStatus === 'POOL' || caseStatus === 'CLOSED') {
    const facts = { subject: 'case', state: caseStatus, command: 'prompt' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  return { orderNo, billNos: await billsReached(tx, caseId) };
}

/** Whether somebody is the principal of a collector. */
async function leads(tx: Tx, principalUserNo: string, collectorUserNo: string | null): Promise<boolean> {
  if (collectorUserNo === null) return false;
  const found = await tx
    .selectFrom('personnel')
    .select('userNo')
    .where('personnelKind', '=', 'COLLECTOR')
    .where('userNo', '=', collectorUserNo)
    .where('principalUserNo', '=', principalUserNo)
    .executeTakeFirst();
  return found !== undefined;
}

/** The bills that a payment on a case may reach: its own; by bill the older ones of the order, too, as they come first. */
export async function billsReached(db: Queryable, caseNo: string): Promise<string[]> {
  const { rows } = await sql<{ billNo: string }>`
    select distinct b.bill_no from collection_case c join case_bill cb on cb.case_no = c.case_no
    join bill own on own.bill_no = cb.bill_no
    join bill b on b.order_no = c.order_no and (b.bill_no = own.bill_no
      or (c.case_scope = 'BILL' and (b.due_date, b.bill_no) < (own.due_date, own.bill_no)))
    where c.case_no = ${caseNo} order by b.bill_no`.execute(db);
  return rows.map(({ billNo }) => billNo);
}
