import { sql } from 'kysely';
import type { Desk } from './desk.ts';

/** The newest loans of the book, whose files people open first. */
const LOANS = 60;
/** Of five: all arrive but the last. */
const ENDS = ['DELIVERED', 'DELIVERED', 'DELIVERED', 'DELIVERED', 'FAILED'] as const;

interface Moment {
  readonly nodeCode: 'ORDER_APPROVED' | 'DISBURSED' | 'BILL_DUE_IN_3';
  readonly subjectNo: string;
  readonly orderNo: string;
  readonly merchantNo: string;
  readonly customerNo: string;
  readonly phone: string;
  readonly at: Date;
  readonly text: string;
}

/**
 * What customers were written about their loans: approved, disbursed, soon due. All of it two days ago and more, so
 * that the limits of today are left to whoever tries the demonstration.
 */
export async function orderMessages({ db, now }: Desk): Promise<void> {
  const { rows } = await sql<Moment>`
    with lent as (select o.order_no, o.merchant_no, o.customer_no, c.phone, split_part(c.customer_name, ' ', 1) as name,
        to_char(o.approved_cents / 100.0, 'FM999,999,990.00') as amount, o.audit_time, o.lending_time
      from loan_order o join customer c using (customer_no)
      where o.lending_time is not null and o.audit_time is not null order by o.order_no desc limit ${LOANS})
    select * from (
      select 'ORDER_APPROVED' as node_code, order_no as subject_no, order_no, merchant_no, customer_no, phone,
        audit_time + interval '1 minute' as at,
        format('Dear %s, your loan %s of KES %s is approved. The money is on its way.', name, order_no, amount) as text
      from lent
      union all
      select 'DISBURSED', order_no, order_no, merchant_no, customer_no, phone, lending_time + interval '2 minutes',
        format('Dear %s, KES %s of loan %s was sent to your M-Pesa.', name, amount, order_no)
      from lent
      union all
      select 'BILL_DUE_IN_3', b.bill_no, l.order_no, l.merchant_no, l.customer_no, l.phone,
        (b.due_date - 3 + time '09:00') at time zone 'Africa/Nairobi',
        format('Dear %s, a bill of loan %s is due on %s.', l.name, l.order_no, to_char(b.due_date, 'FMDD Mon YYYY'))
      from lent l join bill b using (order_no) where b.bill_status <> 'VOID') told
    where at < ${now}::timestamptz - interval '2 days'
      and not exists (select from node_notice n where n.node_code = told.node_code and n.subject_no = told.subject_no)
    order by at, subject_no, node_code`.execute(db);
  for (const [index, { text, at, phone, ...moment }] of rows.entries()) {
    const { customerNo, merchantNo, orderNo, nodeCode } = moment;
    const { attemptId } = await db
      .insertInto('contactAttempt')
      .values({
        customerNo,
        merchantNo,
        orderNo,
        phone,
        attemptedAt: at,
        channel: 'SMS',
        purpose: 'SERVICE',
        partyKind: 'BORROWER',
        templateCode: nodeCode,
        content: text,
      })
      .returning('attemptId')
      .executeTakeFirstOrThrow();
    const outcome = ENDS[index % ENDS.length] ?? 'DELIVERED';
    await db.insertInto('contactResult').values({ attemptId, outcome, costCents: 80, at }).execute();
    await db
      .insertInto('nodeNotice')
      .values({ ...moment, happenedAt: at, dueAt: at, noticeStatus: 'SENT', endedAt: at, attemptId })
      .execute();
  }
}
