import type { caseRepay, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { readPosted } from '../../platform/ledger/index.ts';
import { presentFlow } from '../payments/index.ts';
import type { System } from '../waivers/index.ts';
import { linesOf } from './line-list.ts';

type Detail = ReplyOf<typeof caseRepay.byOrder.detail>;

/** A repayment with its payment over bills, and what led to it. @throws AppError NOT_FOUND */
export async function readLine(system: System, lineNo: string, call: Call): Promise<Detail> {
  const { db, caller, lang } = call;
  const row = await linesOf[system].one(lineNo, call);
  const { rows: parts } = await sql<Detail['parts'][number]>`
    select p.bill_no, p.component, (-sum(p.amount_cents))::bigint as amount_cents
    from payment_application a
    join journal_key k on k.journal_id = any(a.journal_ids)
    join journal j on j.journal_id = k.journal_id and j.business_date = k.business_date
      and j.journal_kind = 'APPLICATION'
    join posting p on p.journal_id = k.journal_id and p.business_date = k.business_date and p.component is not null
    join bill b on b.bill_no = p.bill_no
    where a.application_no = ${row.applicationNo} and p.bill_no is not null
    group by p.bill_no, p.component, b.due_date, b.allocation_order
    order by b.due_date, p.bill_no, array_position(b.allocation_order, p.component), p.component`.execute(db);
  const { appliedCents } = await db
    .selectFrom('paymentApplication')
    .select('appliedCents')
    .where('applicationNo', '=', row.applicationNo)
    .executeTakeFirstOrThrow();
  const flow = await db
    .selectFrom('paymentFlow')
    .selectAll()
    .where('flowNo', '=', row.flowNo)
    .executeTakeFirstOrThrow();
  return {
    row,
    parts,
    recoveredCents: appliedCents - parts.reduce((sum, { amountCents }) => sum + amountCents, 0),
    flow: presentFlow(flow, caller),
    cameThrough: await wayOf(db, row.orderNo, flow),
    closers: await closersOf(db, row),
    ...(await whatLedToIt(row, call)),
    journals: await readPosted(db, [{ type: 'APPLICATION', no: row.flowNo }], lang),
  };
}

/** The link or request whose receipt the payment is, and the account number it was sent to. */
async function wayOf(
  db: Queryable,
  orderNo: string,
  { paymentCode, accountReference }: { readonly paymentCode: string; readonly accountReference: string | null },
): Promise<Detail['cameThrough']> {
  const prompt = await db
    .selectFrom('paymentPrompt')
    .select(['promptNo', 'linkNo'])
    .where('orderNo', '=', orderNo)
    .where('paymentCode', '=', paymentCode)
    .limit(1)
    .executeTakeFirst();
  const virtual = await db
    .selectFrom('virtualAccount')
    .select('virtualNo')
    .where('orderNo', '=', orderNo)
    .where('virtualNo', '=', accountReference ?? '')
    .executeTakeFirst();
  return {
    linkNo: prompt?.linkNo ?? null,
    promptNo: prompt?.promptNo ?? null,
    virtualNo: virtual?.virtualNo ?? null,
  };
}

/** Waivers and coupons that went with an application. */
async function closersOf(db: Queryable, { orderNo, applicationNo }: Detail['row']): Promise<Detail['closers']> {
  const { rows } = await sql<Detail['closers'][number]>`
    select 'DEDUCTION' as kind, deduction_no as no, total_cents as amount_cents from deduction
      where order_no = ${orderNo} and application_no = ${applicationNo}
    union all select 'COUPON', coupon_no, used_cents from coupon_use where application_no = ${applicationNo}
    order by kind, no`.execute(db);
  return rows;
}

/** The promise that was open, the contact before the payment, and who had the case. */
async function whatLedToIt(
  { caseNo, repayTime, appliedAt }: Detail['row'],
  { db }: Call,
): Promise<Pick<Detail, 'promise' | 'contact' | 'assignments'>> {
  if (caseNo === null) return { promise: null, contact: null, assignments: [] };
  const promise = await db
    .selectFrom('promiseToPay')
    .select(['promiseNo', 'amountCents', 'promisedOn as promisedRepaymentTime', 'promiseStatus'])
    .where('caseNo', '=', caseNo)
    .where('madeAt', '<=', new Date(appliedAt))
    .where('promiseStatus', '<>', 'CANCELLED')
    .where((eb) => eb.or([eb('decidedAt', 'is', null), eb('decidedAt', '>=', new Date(appliedAt))]))
    .orderBy('promiseNo', 'desc')
    .limit(1)
    .executeTakeFirst();
  const contact = await db
    .selectFrom('caseFollowUp as w')
    .innerJoin('appUser as u', 'u.userNo', 'w.userNo')
    .select(['w.at', 'u.realName', 'w.actionCode'])
    .where('w.caseNo', '=', caseNo)
    .where('w.at', '<=', new Date(repayTime))
    .orderBy('w.at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const assignments = await db
    .selectFrom('caseAssignment as s')
    .innerJoin('appUser as u', 'u.userNo', 's.userNo')
    .select(['s.userNo', 's.assignedAt', 's.endedAt', 's.caseLevel', 'u.realName as collectorName'])
    .where('s.caseNo', '=', caseNo)
    .orderBy('s.assignmentId', 'desc')
    .limit(20)
    .execute();
  return {
    promise: promise ?? null,
    contact: contact ? { ...contact, at: contact.at.toISOString() } : null,
    assignments: assignments.map(({ assignedAt, endedAt, ...one }) => ({
      ...one,
      assignedAt: assignedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
  };
}
