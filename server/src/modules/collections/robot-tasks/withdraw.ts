import { sql } from 'kysely';
import { askGate } from '../contacts/index.ts';
import { askVendor } from './exchanges.ts';
import type { Vendor } from './vendor-port.ts';

interface Waiting {
  readonly itemNo: number;
  readonly attemptId: number;
  readonly phone: string;
  readonly customerNo: string;
  readonly merchantNo: string;
}

/**
 * Asks the gate again about whom the vendor has not called yet, and takes back whoever it refuses for good: a dispute,
 * an objection, a death heard since. What is being dialled the vendor keeps. Hours and the day's caps were asked as the
 * task left, and its own attempt counts in them.
 * @returns how many were taken back
 */
export async function withdrawRefused({ db, robot, log }: Vendor, taskNo: string, now: Date): Promise<number> {
  if (!robot) return 0;
  const { rows } = await sql<Waiting>`
    select i.item_no, i.attempt_id, i.phone, i.customer_no, t.merchant_no
    from ai_task_item i join ai_task t on t.task_no = i.task_no
    where i.task_no = ${taskNo} and i.refused_for is null and i.attempt_id is not null
      and t.task_status in ('SENT', 'RUNNING', 'PAUSED')
      and not exists (select from contact_result r where r.attempt_id = i.attempt_id)
      and exists (select from contact_block b where b.lifted_at is null
        and (b.phone = i.phone or b.customer_no = i.customer_no))
    order by i.item_no`.execute(db);
  const refused = new Map<string, { readonly itemNo: number; readonly error: string }>();
  for (const { itemNo, attemptId, ...who } of rows) {
    const answer = await askGate(db, { ...who, purpose: 'COLLECTION', channel: 'ROBOT', at: now });
    if (answer.isAllowed || answer.nextAllowedAt !== null) continue;
    refused.set(String(attemptId), { itemNo, error: answer.error });
  }
  if (refused.size === 0) return 0;
  const callNos = [...refused.keys()];
  try {
    const taken = await askVendor(db, { taskNo, asked: 'WITHDRAW', request: { people: callNos.length, callNos } }, () =>
      robot.withdraw(taskNo, callNos),
    );
    for (const callNo of taken) {
      const one = refused.get(callNo);
      if (!one) continue;
      await db
        .updateTable('aiTaskItem')
        .set({ refusedFor: one.error, withdrawnAt: now })
        .where('taskNo', '=', taskNo)
        .where('itemNo', '=', one.itemNo)
        .execute();
    }
    return taken.length;
  } catch (error) {
    log.warn({ err: error, taskNo }, 'the vendor did not give numbers back');
    return 0;
  }
}
