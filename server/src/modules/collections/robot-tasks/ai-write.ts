import type { Queryable, Tx } from '../../../db/database.ts';
import { noteMade } from '../../../db/tx-notes.ts';
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

type Facts = Pick<AiTask, 'taskName' | 'scriptCode' | 'voiceLanguage' | 'merchantNo' | 'planNo' | 'createdBy'>;

/** Writes a task for the vendor: the gate is asked for each borrower, and its answer kept as an attempt. */
export async function writeAiTask(
  tx: Tx,
  facts: Facts,
  people: readonly Person[],
): Promise<{ readonly made: AiTask; readonly sent: number }> {
  const made = await tx.insertInto('aiTask').values(facts).returningAll().executeTakeFirstOrThrow();
  const { taskNo, merchantNo, createdBy } = made;
  noteMade(tx, `AI task ${taskNo}`);
  let sent = 0;
  for (const [index, { phone, customerNo, orderNo, caseNo }] of people.entries()) {
    if (customerNo === null || caseNo === null) continue;
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
      sent += 1;
      const reference = { gateway: 'ROBOT' as const, reference: String(attemptId), attemptId };
      await tx.insertInto('contactReference').values(reference).execute();
    }
    const refusedFor = answer.isAllowed ? null : answer.error;
    const item = { taskNo, itemNo: index + 1, caseNo, customerNo, phone, attemptId, refusedFor };
    await tx.insertInto('aiTaskItem').values(item).execute();
  }
  return { made, sent };
}
