import type { callList } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import { heardOf, keepWillingness } from '../call-lists/index.ts';
import type { AiPushRecordTable, AiPushTaskTable } from './tables.ts';

type Person = Selectable<AiPushRecordTable>;

/** Taken in at a turn. */
const A_TURN = 1000;
/** What nobody told the end of is unknown after this; a report that comes later still counts. */
const SILENT_MS = 1_800_000;
const REPORTS_COME_MS = 7 * 86_400_000;
/** A call that the robot refused goes again after this, so often at most. */
const AGAIN_MS = 300_000;
const MAX_REFUSALS = 3;

interface End {
  readonly recordId: number;
  readonly dispatchStatus: string;
  readonly outcome: string | null;
  readonly willingness: callList.Willingness | null;
}

/** What came of people who were handed over, by the newest word of the gateway; each counts once. */
export async function takeEnds(db: Database, now: Date, log: Logger): Promise<void> {
  const { rows } = await sql<End>`
    select r.record_id, d.dispatch_status, e.outcome, e.willingness
    from ai_push_record r join contact_dispatch d on d.attempt_id = r.attempt_id
    left join lateral (select c.outcome, c.willingness from contact_result c
      where c.attempt_id = r.attempt_id and c.outcome not in ('SENT', 'UNKNOWN', 'REFUSED')
      order by c.result_id desc limit 1) e on true
    where r.ai_push_outcome in ('SENT', 'UNKNOWN') and r.sent_at > ${new Date(now.getTime() - REPORTS_COME_MS)}
      and (e.outcome is not null or (r.ai_push_outcome = 'SENT' and (d.dispatch_status = 'REFUSED'
        or (d.dispatch_status in ('SENT', 'UNKNOWN') and r.sent_at < ${new Date(now.getTime() - SILENT_MS)}))))
    order by r.record_id limit ${A_TURN}`.execute(db);
  for (const end of rows) {
    try {
      await db.transaction().execute((tx) => takeEnd(tx, end, now));
    } catch (error) {
      log.error({ err: error, recordId: end.recordId }, 'the end of an AI push could not be kept');
    }
  }
}

async function takeEnd(tx: Tx, { recordId, outcome, willingness, dispatchStatus }: End, now: Date): Promise<void> {
  const person = await tx
    .selectFrom('aiPushRecord as r')
    .innerJoin('aiPushTask as t', 't.taskNo', 'r.taskNo')
    .selectAll('r')
    .select(['t.merchantNo', 't.userGroupNo', 't.aiPushChannel', 't.aiPushTaskStatus'])
    .where('r.recordId', '=', recordId)
    .where('r.aiPushOutcome', 'in', ['SENT', 'UNKNOWN'])
    .forNoKeyUpdate('r')
    .executeTakeFirst();
  if (!person) return;
  const set = (change: Partial<Omit<Person, 'recordId'>>) =>
    tx.updateTable('aiPushRecord').set(change).where('recordId', '=', recordId).execute();
  if (outcome === null && dispatchStatus === 'REFUSED') return void (await set(refused(person, now)));
  if (outcome === null) return void (await set({ aiPushOutcome: 'UNKNOWN' }));
  if (person.aiPushChannel === 'SMS') {
    return void (await set({ aiPushOutcome: outcome === 'DELIVERED' ? 'CONNECTED' : 'FAILED' }));
  }
  const heard = heardOf(outcome, willingness);
  const { merchantNo, phone, userGroupNo, taskNo } = person;
  const aiPushListing = await keepWillingness(tx, {
    merchantNo,
    phone,
    userGroupNo,
    batchNo: taskNo,
    willingness: heard,
    at: now,
  });
  const aiPushOutcome = outcome === 'ANSWERED' ? 'CONNECTED' : outcome === 'FAILED' ? 'FAILED' : 'NOT_CONNECTED';
  await set({ aiPushOutcome, willingness: heard, aiPushListing });
}

/** A call goes again while its task runs; an SMS that the gateway refused stays refused. */
function refused(
  {
    aiPushChannel,
    aiPushTaskStatus,
    refusals,
  }: Person & Pick<Selectable<AiPushTaskTable>, 'aiPushChannel' | 'aiPushTaskStatus'>,
  now: Date,
): Partial<Omit<Person, 'recordId'>> {
  const isAgain = aiPushChannel === 'AI_CALL' && aiPushTaskStatus === 'RUNNING' && refusals + 1 < MAX_REFUSALS;
  if (!isAgain) return { aiPushOutcome: 'FAILED', sentAt: null };
  return {
    aiPushOutcome: 'PENDING',
    refusals: refusals + 1,
    nextAt: new Date(now.getTime() + AGAIN_MS),
    sentAt: null,
  };
}
