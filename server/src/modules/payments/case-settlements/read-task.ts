import type { caseSettle, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { COMPONENTS, readBills, readPosted } from '../../platform/ledger/index.ts';
import type { System } from '../waivers/index.ts';
import { tasksOf } from './task-list.ts';

type Detail = ReplyOf<typeof caseSettle.byOrder.detail>;

/** A write-off with what it paid of each bill, what is left there, and its journals. @throws AppError NOT_FOUND */
export async function readTask(system: System, taskNo: string, call: Call): Promise<Detail> {
  const { db, lang } = call;
  const row = await tasksOf[system].one(taskNo, call);
  const used = await db.selectFrom('paymentApplication').select('flowNo').where('taskNo', '=', taskNo).execute();
  const causes = [...new Set(used.map(({ flowNo }) => flowNo))].map((no) => ({ type: 'APPLICATION', no }));
  const { rows: paid } = await sql<Omit<Detail['matrix'][number], 'leftCents'>>`
    select p.bill_no, b.term_no, p.component, (-sum(p.amount_cents))::bigint as paid_cents
    from payment_application a
    join journal_key k on k.journal_id = any(a.journal_ids)
    join journal j on j.journal_id = k.journal_id and j.business_date = k.business_date
      and j.journal_kind = 'APPLICATION'
    join posting p on p.journal_id = k.journal_id and p.business_date = k.business_date and p.component is not null
    join bill b on b.bill_no = p.bill_no
    where a.task_no = ${taskNo}
    group by p.bill_no, b.term_no, b.due_date, p.component order by b.due_date, p.bill_no`.execute(db);
  const left = new Map(
    (await readBills(db, [...new Set(paid.map(({ billNo }) => billNo))])).map((one) => [one.billNo, one]),
  );
  const matrix = paid
    .map((one) => ({ ...one, leftCents: left.get(one.billNo)?.outstanding[one.component] ?? 0 }))
    .toSorted((one, other) =>
      one.billNo === other.billNo ? COMPONENTS.indexOf(one.component) - COMPONENTS.indexOf(other.component) : 0,
    );
  return { row, matrix, journals: await readPosted(db, causes, lang) };
}
