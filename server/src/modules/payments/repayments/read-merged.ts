import type { ReplyOf, repayment } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { presentFlow } from '../payments/index.ts';
import { repayments } from './merge-list.ts';

type Merged = ReplyOf<typeof repayment.merged>;

/** A repayment with its split, its payment and who had the case. @throws AppError NOT_FOUND */
export async function readMerged(applicationNo: string, call: Call): Promise<Merged> {
  const { db, caller } = call;
  const row = await repayments.one(applicationNo, call);
  const { rows: parts } = await sql<Merged['parts'][number]>`
    select p.bill_no, p.component, (-sum(p.amount_cents))::bigint as amount_cents
    from payment_application a
    join journal_key k on k.journal_id = any(a.journal_ids)
    join journal j on j.journal_id = k.journal_id and j.business_date = k.business_date
      and j.journal_kind = 'APPLICATION'
    join posting p on p.journal_id = k.journal_id and p.business_date = k.business_date and p.component is not null
    where a.application_no = ${applicationNo} and p.bill_no is not null
    group by p.bill_no, p.component order by p.bill_no, p.component`.execute(db);
  const flow = await db
    .selectFrom('paymentFlow')
    .selectAll()
    .where('flowNo', '=', (eb) =>
      eb.selectFrom('paymentApplication').select('flowNo').where('applicationNo', '=', applicationNo),
    )
    .executeTakeFirstOrThrow();
  const assignments = await db
    .selectFrom('caseAssignment as s')
    .innerJoin('appUser as u', 'u.userNo', 's.userNo')
    .select(['s.assignedAt', 's.endedAt', 's.cause', 's.caseLevel', 'u.realName as collectorName'])
    .where('s.caseNo', '=', row.caseNo ?? '')
    .orderBy('s.assignmentId', 'desc')
    .limit(20)
    .execute();
  return {
    row,
    parts,
    recoveredCents: row.appliedCents - parts.reduce((sum, { amountCents }) => sum + amountCents, 0),
    flow: presentFlow(flow, caller),
    assignments: assignments.map(({ assignedAt, endedAt, ...one }) => ({
      ...one,
      assignedAt: assignedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
  };
}
