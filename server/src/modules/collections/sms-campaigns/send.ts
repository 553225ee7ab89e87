import { smsMarketingTask, smsPartsOf } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import { nextWithinHours, OPTED_OUT, queueDispatch, tryGate } from '../contacts/index.ts';
import { filledText } from '../sms-templates/index.ts';
import { membersQuery } from '../user-groups/index.ts';
import { storedAudience } from './audience.ts';
import { segmentCents } from './cost.ts';
import { waitForHours } from './customer-hours.ts';
import { optOutToken } from './opt-out.ts';
import { takeDeliveries, takePrices } from './reports.ts';
import { askRoute } from './route.ts';
import { autoMove, lockTask, type SmsTask } from './store.ts';
import type { SmsMarketingRecipientTable } from './tables.ts';
import { taskWords } from './task-words.ts';

type Recipient = Selectable<SmsMarketingRecipientTable>;

/** People written to in a turn at most, whatever the rate. */
const A_TURN = 300;
/** Somebody the gate put off so often is skipped. */
const MAX_REFUSALS = 3;
/** So many messages in a row that the gateway refused: a person has to look. */
const REFUSED_IN_A_ROW = 10;

/**
 * One turn of all campaigns: starts what is due, takes in what became of messages, writes to the next people, each
 * through the gate, and ends what has nobody left. A person's step is one transaction: a run that dies goes on where it
 * was, and two at a time write to nobody twice.
 * @returns how many messages were queued.
 */
export async function runSmsTasks(
  { db, log, publicUrl }: { readonly db: Database; readonly log: Logger; readonly publicUrl: string },
  now: Date,
): Promise<number> {
  await takeDeliveries(db, now);
  await takePrices(db, now);
  const live = await db
    .selectFrom('smsMarketingTask')
    .select('taskNo')
    .where((eb) =>
      eb.or([
        eb('taskStatus', '=', 'RUNNING'),
        eb.and([eb('taskStatus', '=', 'QUEUED'), eb('scheduledAt', '<=', now)]),
      ]),
    )
    .orderBy('taskNo')
    .execute();
  let sent = 0;
  for (const { taskNo } of live) {
    try {
      sent += await turnOf(db, taskNo, { now, publicUrl });
    } catch (error) {
      log.error({ err: error, taskNo }, 'an SMS task could not go on');
    }
  }
  return sent;
}

async function turnOf(db: Database, taskNo: string, turn: Omit<Turn, 'centsEach'>): Promise<number> {
  const { now } = turn;
  const isOn = await db.transaction().execute((tx) => startWhenDue(tx, taskNo, now));
  if (!isOn) return 0;
  // None in quiet hours.
  if ((await nextWithinHours(db, now)) !== null) return 0;
  const centsEach = await segmentCents(db);
  let sent = 0;
  for (let count = 0; count < A_TURN; count += 1) {
    const step = await db.transaction().execute((tx) => writeToNext(tx, taskNo, { ...turn, centsEach }));
    if (step === 'none') break;
    sent += step === 'sent' ? 1 : 0;
  }
  await db.transaction().execute((tx) => finishWhenDone(tx, taskNo));
  return sent;
}

/** Takes the snapshot of the people when it starts. @returns whether it runs. */
async function startWhenDue(tx: Tx, taskNo: string, now: Date): Promise<boolean> {
  const task = await lockTask(tx, taskNo, null);
  if (task.taskStatus === 'QUEUED' && task.scheduledAt <= now) {
    const audienceCount = await takeSnapshot(tx, task, now);
    if (task.byCustomerHour) await waitForHours(tx, taskNo, now);
    await autoMove(tx, task, 'start', { startedAt: now, audienceCount });
    return true;
  }
  if (task.taskStatus !== 'RUNNING') return false;
  if (!(await isRefusedOften(tx, taskNo))) return true;
  await autoMove(tx, task, 'fail', { fault: 'The SMS gateway refuses messages' });
  return false;
}

/** Who is held out and who gets which text is drawn by the number: the same people, the same draw. */
async function takeSnapshot(tx: Tx, task: SmsTask, now: Date): Promise<number> {
  const { taskNo, holdOutPercent } = task;
  const members = await membersQuery(tx, await storedAudience(tx, task), now);
  const draw = (salt: number) => sql`abs(hashtextextended(${taskNo} || m.phone, ${salt}) % 100)`;
  await sql`insert into sms_marketing_recipient (task_no, customer_no, phone, arm, recipient_status, skipped_for)
    select ${taskNo}, m.customer_no, m.phone,
      case when m.drop is null or m.drop = 'CAP' then case when ${draw(1)} < ${holdOutPercent}::int then null else (
        select a.arm from (select arm, sum(share_percent) over (order by arm) as upto from sms_marketing_arm
          where task_no = ${taskNo}) a where ${draw(2)} < a.upto order by a.arm limit 1) end end,
      case when m.drop is not null and m.drop <> 'CAP' then 'SKIPPED'
        when ${draw(1)} < ${holdOutPercent}::int then 'HELD_OUT' else 'PENDING' end,
      case when m.drop <> 'CAP' then m.drop end
    from (${members}) m on conflict (task_no, phone) do nothing`.execute(tx);
  const { people } = await tx
    .selectFrom('smsMarketingRecipient')
    .select(sql<number>`count(*)::int`.as('people'))
    .where('taskNo', '=', taskNo)
    .where('recipientStatus', '<>', 'SKIPPED')
    .executeTakeFirstOrThrow();
  return people;
}

async function isRefusedOften(tx: Tx, taskNo: string): Promise<boolean> {
  // Of the last minutes only: a person who resumes later is not stopped by what was refused before.
  const { rows } = await sql<{
    refused: number;
  }>`select count(*) filter (where dispatch_status = 'REFUSED' and fault is distinct from ${OPTED_OUT})::int as refused
    from (select d.dispatch_status, d.fault from sms_marketing_recipient r join contact_dispatch d on d.attempt_id = r.attempt_id
      where r.task_no = ${taskNo} and d.finished_at > now() - interval '2 minutes'
      order by r.sent_at desc, r.recipient_id desc limit ${REFUSED_IN_A_ROW}) lately`.execute(tx);
  return (rows[0]?.refused ?? 0) >= REFUSED_IN_A_ROW;
}

/** Whether the last minute had all the messages that the task's rate allows. */
async function isAtRate(tx: Tx, { taskNo, ratePerMinute }: SmsTask, now: Date): Promise<boolean> {
  const { lately } = await tx
    .selectFrom('smsMarketingRecipient')
    .select(sql<number>`count(*)::int`.as('lately'))
    .where('taskNo', '=', taskNo)
    .where('sentAt', '>', new Date(now.getTime() - 60_000))
    .executeTakeFirstOrThrow();
  return lately >= ratePerMinute;
}

interface Turn {
  readonly now: Date;
  readonly publicUrl: string;
  readonly centsEach: number;
}

async function writeToNext(tx: Tx, taskNo: string, turn: Turn): Promise<'sent' | 'skipped' | 'waits' | 'none'> {
  // One step at a time, whoever runs: rate and budget are not overdrawn, and a pause or stop waits for the person being
  // written to.
  const task = await tx
    .selectFrom('smsMarketingTask')
    .selectAll()
    .where('taskNo', '=', taskNo)
    .where('taskStatus', '=', 'RUNNING')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!task || (await isAtRate(tx, task, turn.now))) return 'none';
  const person = await tx
    .selectFrom('smsMarketingRecipient')
    .selectAll()
    .where('taskNo', '=', taskNo)
    .where('recipientStatus', '=', 'PENDING')
    .where((eb) => eb.or([eb('nextAt', 'is', null), eb('nextAt', '<=', turn.now)]))
    .orderBy('recipientId')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!person) return 'none';
  const route = await askRoute(tx, { merchantNo: task.merchantNo, phone: person.phone, at: turn.now });
  if (route?.waitsUntil) {
    await tx
      .updateTable('smsMarketingRecipient')
      .set({ nextAt: route.waitsUntil })
      .where('recipientId', '=', person.recipientId)
      .execute();
    return 'waits';
  }
  const { publicUrl } = turn;
  const said = await textFor(tx, task, person, { optOutText: route?.optOutText, publicUrl });
  if (said === null) return await holdOn(tx, taskNo, 'A template is disabled');
  const { parts } = smsPartsOf(said.text);
  const costCents = parts * turn.centsEach;
  if (task.spentCents + costCents > task.budgetCents) return await holdOn(tx, taskNo, 'The budget is used up');
  const step = await writeTo(tx, task, person, {
    ...said,
    parts,
    costCents,
    now: turn.now,
    routeNo: route?.routeNo ?? null,
  });
  if (step === 'sent') {
    await tx
      .updateTable('smsMarketingTask')
      .set({ spentCents: task.spentCents + costCents })
      .where('taskNo', '=', taskNo)
      .execute();
  }
  return step;
}

async function holdOn(tx: Tx, taskNo: string, fault: string): Promise<'none'> {
  const task = await lockTask(tx, taskNo, null);
  if (task.taskStatus === 'RUNNING') await autoMove(tx, task, 'pause', { fault });
  return 'none';
}

async function writeTo(
  tx: Tx,
  { merchantNo }: SmsTask,
  { recipientId, phone, customerNo, refusals }: Recipient,
  message: {
    readonly text: string;
    readonly templateNo: string;
    readonly parts: number;
    readonly costCents: number;
    readonly now: Date;
    readonly routeNo: string | null;
  },
): Promise<'sent' | 'skipped'> {
  const { now, text, templateNo, parts, costCents, routeNo } = message;
  const question = { phone, customerNo, merchantNo, purpose: 'MARKETING', channel: 'SMS', at: now } as const;
  const subject = { userNo: null, content: text, templateCode: templateNo };
  const { attemptId, answer } = await tryGate(tx, question, subject);
  const set = tx.updateTable('smsMarketingRecipient').where('recipientId', '=', recipientId);
  if (!answer.isAllowed) {
    const { nextAllowedAt } = answer;
    const isOver = nextAllowedAt === null || refusals + 1 >= MAX_REFUSALS;
    await set
      .set({
        refusals: refusals + 1,
        skippedFor: skipOf(answer.error),
        nextAt: nextAllowedAt,
        ...(isOver && { recipientStatus: 'SKIPPED' as const }),
      })
      .execute();
    return 'skipped';
  }
  await queueDispatch(tx, { attemptId, channel: 'SMS', phone, payload: { text } });
  const sent = { recipientStatus: 'SENT', attemptId, segments: parts, costCents, sentAt: now, routeNo } as const;
  await set.set({ ...sent, skippedFor: null, nextAt: null }).execute();
  return 'sent';
}

/** The gate's refusal as a reason; one that it does not give for offers says that nobody is to be contacted. */
function skipOf(error: `CONTACT_${string}`): NonNullable<Recipient['skippedFor']> {
  return smsMarketingTask.smsSkip.options.find((reason) => `CONTACT_${reason}` === error) ?? 'NO_PARTY';
}

/** The text of the person's arm, filled in; null where its template is disabled. */
async function textFor(
  tx: Tx,
  task: SmsTask,
  { arm, customerNo, phone }: Recipient,
  { optOutText, publicUrl }: { readonly optOutText: string | undefined; readonly publicUrl: string },
) {
  const { taskNo, merchantNo } = task;
  const { templateNo } = await tx
    .selectFrom('smsMarketingArm')
    .select('templateNo')
    .where('taskNo', '=', taskNo)
    .where('arm', '=', arm)
    .executeTakeFirstOrThrow();
  const more = { ...taskWords(task), optOutLink: `${publicUrl}/o/${await optOutToken(tx, { merchantNo, phone })}` };
  const last = optOutText === undefined ? undefined : ` ${optOutText}`;
  const text = await filledText(tx, templateNo, customerNo, last, more);
  return text === null ? null : { text, templateNo };
}

async function finishWhenDone(tx: Tx, taskNo: string): Promise<void> {
  const task = await lockTask(tx, taskNo, null);
  if (task.taskStatus !== 'RUNNING') return;
  const open = await tx
    .selectFrom('smsMarketingRecipient')
    .select('recipientId')
    .where('taskNo', '=', taskNo)
    .where('recipientStatus', '=', 'PENDING')
    .limit(1)
    .executeTakeFirst();
  if (!open) await autoMove(tx, task, 'finish');
}
