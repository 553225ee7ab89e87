import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { shownTime } from '../../platform/policy/index.ts';
import { tryGate } from '../contacts/index.ts';
import type { AiTask } from './ai-store.ts';
import { busyPhones, type Person } from './audiences.ts';

/** The most people that the vendor takes at once. */
export const MAX_AT_VENDOR = 5_000;

/** Each borrower once, and nobody whom another task is calling. */
export async function freeOf(
  db: Queryable,
  found: readonly Person[],
): Promise<{ readonly people: readonly Person[]; readonly leftOut: number }> {
  const seen = new Set(
    await busyPhones(
      db,
      found.map(({ phone }) => phone),
    ),
  );
  const people = found.filter(({ phone }) => {
    const isFree = !seen.has(phone);
    seen.add(phone);
    return isFree;
  });
  return { people, leftOut: found.length - people.length };
}

/** Whether a task may leave now: its start has come, and calls may be made today still. */
export function isTimeOf({ startAt, dialFrom, dialTo }: Hours & Pick<AiTask, 'startAt'>, now: Date): boolean {
  const time = shownTime(now);
  return startAt <= now && time >= dialFrom.slice(0, 5) && time < dialTo.slice(0, 5);
}

type Hours = Pick<AiTask, 'dialFrom' | 'dialTo'>;
type Facts = Hours &
  Pick<AiTask, 'taskName' | 'scriptCode' | 'voiceLanguage' | 'merchantNo' | 'planNo' | 'createdBy' | 'startAt'>;

/**
 * Writes a task for the vendor. Where it leaves now, the gate is asked for each borrower and its answer kept as an attempt;
 * one that waits for its start is asked about as it leaves.
 * @returns how many are sent, or are to be asked about.
 */
export async function writeAiTask(
  tx: Tx,
  facts: Facts,
  people: readonly Person[],
  { isDue }: { readonly isDue: boolean },
): Promise<{ readonly made: AiTask; readonly sent: number }> {
  const made = await tx.insertInto('aiTask').values(facts).returningAll().executeTakeFirstOrThrow();
  const { taskNo } = made;
  noteMade(tx, `AI task ${taskNo}`);
  const items = people.flatMap(({ phone, customerNo, caseNo }, index) =>
    customerNo === null || caseNo === null ? [] : [{ taskNo, itemNo: index + 1, caseNo, customerNo, phone }],
  );
  if (items.length > 0) await tx.insertInto('aiTaskItem').values(items).execute();
  await sql`update ai_task_item i set due_cents = d.cents from (
      select k.case_no, sum(bb.outstanding_cents + bb.claim_cents)::bigint as cents
      from ai_task_item k join case_bill cb on cb.case_no = k.case_no
      join bill_balance bb on bb.bill_no = cb.bill_no where k.task_no = ${taskNo} group by k.case_no) d
    where i.task_no = ${taskNo} and i.case_no = d.case_no`.execute(tx);
  return { made, sent: isDue ? await askAboutAll(tx, made) : items.length };
}

/** Asks the gate about each whom nobody was asked about yet. @returns how many of the task may be called. */
export async function askAboutAll(tx: Tx, { taskNo, merchantNo, createdBy }: AiTask): Promise<number> {
  const open = await tx
    .selectFrom('aiTaskItem as i')
    .innerJoin('collectionCase as k', 'k.caseNo', 'i.caseNo')
    .select(['i.itemNo', 'i.phone', 'i.customerNo', 'i.caseNo', 'k.orderNo'])
    .where('i.taskNo', '=', taskNo)
    .where('i.attemptId', 'is', null)
    .orderBy('i.itemNo')
    .execute();
  for (const { itemNo, phone, customerNo, caseNo, orderNo } of open) {
    const question = {
      phone,
      customerNo,
      merchantNo,
      purpose: 'COLLECTION',
      channel: 'ROBOT',
      at: new Date(),
    } as const;
    const { attemptId, answer } = await tryGate(tx, question, { userNo: createdBy, orderNo, caseNo });
    if (answer.isAllowed) {
      const reference = { gateway: 'ROBOT' as const, reference: String(attemptId), attemptId };
      await tx.insertInto('contactReference').values(reference).execute();
    }
    await tx
      .updateTable('aiTaskItem')
      .set({ attemptId, refusedFor: answer.isAllowed ? null : answer.error })
      .where('taskNo', '=', taskNo)
      .where('itemNo', '=', itemNo)
      .execute();
  }
  const { sent } = await tx
    .selectFrom('aiTaskItem')
    .select((eb) => eb.fn.countAll<number>().as('sent'))
    .where('taskNo', '=', taskNo)
    .where('refusedFor', 'is', null)
    .executeTakeFirstOrThrow();
  return sent;
}
