import { smsPartsOf } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { nextWithinHours, queueDispatch, tryGate } from '../contacts/index.ts';
import { askRoute, noteRouteUse } from '../sms-campaigns/index.ts';
import { filledText } from '../sms-templates/index.ts';
import { hasApp, pushText, takePushEnds } from './in-app.ts';
import { isPlanEnabled } from './plans.ts';
import { takeEnds } from './ends.ts';
import {
  autoMove,
  GATE_CHANNEL,
  lockPush,
  noteFault,
  type PushTask,
  refuseChanged,
  startPush,
  unitCents,
} from './store.ts';
import type { AiPushRecordTable } from './tables.ts';

type Person = Selectable<AiPushRecordTable>;
type Fault = PushTask['aiPushFault'];

/** People contacted in a turn at most, however many the task takes at a time. */
const A_TURN = 200;
/** Somebody the gate put off so often is skipped. */
const MAX_REFUSALS = 3;
/** So many in a row that the gateway refused: the task waits. */
const REFUSED_IN_A_ROW = 10;

/**
 * One turn of all AI pushes: starts what is due, takes in what came of calls and messages, hands the next people over,
 * each through the contact gate, and ends what has nobody left. A person's step is one transaction: a run that dies
 * goes on where it was, and two at a time contact nobody twice.
 * @returns how many people were handed over.
 */
export async function runAiPushes(db: Database, now: Date, log: Logger): Promise<number> {
  await takeEnds(db, now, log);
  await takePushEnds(db);
  const live = await db
    .selectFrom('aiPushTask')
    .select('taskNo')
    .where((eb) =>
      eb.or([
        eb('aiPushTaskStatus', '=', 'RUNNING'),
        eb.and([eb('aiPushTaskStatus', '=', 'APPROVED'), eb('scheduledAt', '<=', now)]),
      ]),
    )
    .orderBy('taskNo')
    .execute();
  let sent = 0;
  for (const { taskNo } of live) {
    try {
      sent += await turnOf(db, taskNo, now);
    } catch (error) {
      log.error({ err: error, taskNo }, 'an AI push could not go on');
    }
  }
  return sent;
}

async function turnOf(db: Database, taskNo: string, now: Date): Promise<number> {
  const begun = await db.transaction().execute((tx) => beginTurn(tx, taskNo, now));
  if (begun === null) return 0;
  let { fault } = begun;
  let sent = 0;
  for (let turn = 0; fault === null && begun.isOpen && turn < A_TURN; turn += 1) {
    const step = await db.transaction().execute((tx) => pushToNext(tx, taskNo, { now, centsEach: begun.centsEach }));
    if (step === 'sent') sent += 1;
    else if (step === null) break;
    else if (step !== 'skipped') fault = step;
  }
  await db.transaction().execute((tx) => endTurn(tx, taskNo, { fault, sent }));
  return sent;
}

interface Begun {
  readonly centsEach: number;
  /** Whether people may be contacted now. */
  readonly isOpen: boolean;
  readonly fault: Fault;
}

/** Starts what is due, and counts anew what the budget paid for. @returns null where the task does not run. */
async function beginTurn(tx: Tx, taskNo: string, now: Date): Promise<Begun | null> {
  const task = await startWhenDue(tx, taskNo, now);
  if (task === null) return null;
  const centsEach = await unitCents(tx, task.aiPushChannel);
  const committedCents = await spentCents(tx, taskNo, centsEach);
  await tx.updateTable('aiPushTask').set({ committedCents }).where('taskNo', '=', taskNo).execute();
  const isOpen = (await nextWithinHours(tx, now)) === null;
  const fault = isOpen ? await whyWaits(tx, task) : null;
  return { centsEach, isOpen, fault };
}

/** What holds a running task back, whoever is next. */
async function whyWaits(tx: Tx, task: PushTask): Promise<Fault> {
  const { taskNo, merchantNo, planNo, pilotPeople } = task;
  if (await isRefusedOften(tx, taskNo)) return 'GATEWAY_REFUSES';
  if (planNo !== null && !(await isPlanEnabled(tx, { merchantNo, planNo }))) return 'PLAN_DISABLED';
  return pilotPeople !== null && (await contacted(tx, taskNo)) >= pilotPeople ? 'PILOT_DONE' : null;
}

async function contacted(tx: Tx, taskNo: string): Promise<number> {
  const { people } = await tx
    .selectFrom('aiPushRecord')
    .select(sql<number>`count(*)::int`.as('people'))
    .where('taskNo', '=', taskNo)
    .where('sentAt', 'is not', null)
    .executeTakeFirstOrThrow();
  return people;
}

/** @returns the task where it runs. */
async function startWhenDue(tx: Tx, taskNo: string, now: Date): Promise<PushTask | null> {
  const task = await lockPush(tx, taskNo, null);
  if (task.aiPushTaskStatus === 'RUNNING') return task;
  if (task.aiPushTaskStatus !== 'APPROVED' || task.scheduledAt > now) return null;
  const fault = await changedSince(tx, task);
  if (fault === 'GROUP_CHANGED') {
    await autoMove(tx, task, 'stop', { aiPushFault: fault });
    return null;
  }
  return await autoMove(tx, task, 'start', { ...(await startPush(tx, task, now)), aiPushFault: fault });
}

async function changedSince(tx: Tx, task: PushTask): Promise<PushTask['aiPushFault']> {
  try {
    await refuseChanged(tx, task);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.error === 'USER_GROUP_UNCHECKED') return 'GROUP_CHANGED';
    return error.error === 'AI_PUSH_PLAN_NOT_ENABLED' ? 'PLAN_DISABLED' : 'TEMPLATE_DISABLED';
  }
}

/** Of the last minutes only: the task tries again after them. */
async function isRefusedOften(tx: Tx, taskNo: string): Promise<boolean> {
  const { rows } = await sql<{ refused: number }>`select
      count(*) filter (where dispatch_status = 'REFUSED')::int as refused
    from (select d.dispatch_status from ai_push_record r join contact_dispatch d on d.attempt_id = r.attempt_id
      where r.task_no = ${taskNo} and d.finished_at > now() - interval '2 minutes'
      order by d.finished_at desc limit ${REFUSED_IN_A_ROW}) lately`.execute(tx);
  return (rows[0]?.refused ?? 0) >= REFUSED_IN_A_ROW;
}

/** @returns what came of the next person; null where nobody is to be contacted now, or why the task cannot go on. */
async function pushToNext(
  tx: Tx,
  taskNo: string,
  { now, centsEach }: { readonly now: Date; readonly centsEach: number },
): Promise<'sent' | 'skipped' | Fault> {
  // One step at a time: lines and budget are not overdrawn, and a stop waits for the person being handed over.
  const task = await tx
    .selectFrom('aiPushTask')
    .selectAll()
    .where('taskNo', '=', taskNo)
    .where('aiPushTaskStatus', '=', 'RUNNING')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!task || (await inTheAir(tx, task)) >= task.concurrency) return null;
  if (task.pilotPeople !== null && (await contacted(tx, taskNo)) >= task.pilotPeople) return null;
  const person = await tx
    .selectFrom('aiPushRecord')
    .selectAll()
    .where('taskNo', '=', taskNo)
    .where('aiPushOutcome', '=', 'PENDING')
    .where((eb) => eb.or([eb('nextAt', 'is', null), eb('nextAt', '<=', now)]))
    .orderBy('recordId')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!person) return null;
  const route = await marketingRoute(tx, task, person, now);
  if (route === 'waits') return 'skipped';
  if (task.aiPushChannel === 'PUSH' && !(await hasApp(tx, { merchantNo: task.merchantNo, phone: person.phone }))) {
    await skipWithout(tx, person);
    return 'skipped';
  }
  const said = await contentFor(tx, task, person, route?.optOutText);
  if (said === null) return 'TEMPLATE_DISABLED';
  const committedCents = task.committedCents + said.units * centsEach;
  if (committedCents > task.budgetCents) return 'BUDGET_USED';
  const step = await pushTo(tx, task, person, { ...said, now, routeNo: route?.routeNo ?? null });
  if (step === 'sent')
    await tx.updateTable('aiPushTask').set({ committedCents }).where('taskNo', '=', taskNo).execute();
  return step;
}

/** Who has no app is not pushed to, nor waited for. */
async function skipWithout(tx: Tx, { recordId }: Person): Promise<void> {
  await tx
    .updateTable('aiPushRecord')
    .set({ aiPushOutcome: 'SKIPPED', aiPushDrop: 'NO_DEVICE', nextAt: null })
    .where('recordId', '=', recordId)
    .execute();
}

/** An SMS goes by the marketing route of its phone: by its words and caps. Null where none applies, and of a call. */
async function marketingRoute(tx: Tx, { aiPushChannel, merchantNo }: PushTask, person: Person, now: Date) {
  if (aiPushChannel !== 'SMS') return null;
  const { phone, recordId } = person;
  const route = await askRoute(tx, { merchantNo, phone, at: now });
  if (!route?.waitsUntil) return route;
  await tx.updateTable('aiPushRecord').set({ nextAt: route.waitsUntil }).where('recordId', '=', recordId).execute();
  return 'waits';
}

/** A call is in the air until its report; an SMS is on its way until the gateway has it. */
async function inTheAir(tx: Tx, { taskNo, aiPushChannel }: PushTask): Promise<number> {
  if (aiPushChannel === 'PUSH') {
    const waiting = await sql<{ people: number }>`select count(*)::int as people from ai_push_record r
      join message m on m.message_no = r.message_no
      where r.task_no = ${taskNo} and r.ai_push_outcome = 'SENT' and m.message_status in ('QUEUED', 'SENDING')`.execute(
      tx,
    );
    return waiting.rows[0]?.people ?? 0;
  }
  const isOnItsWay =
    aiPushChannel === 'SMS' ? sql<boolean>`d.dispatch_status in ('QUEUED', 'SENDING')` : sql<boolean>`true`;
  const { rows } = await sql<{ people: number }>`select count(*)::int as people from ai_push_record r
    join contact_dispatch d on d.attempt_id = r.attempt_id
    where r.task_no = ${taskNo} and r.ai_push_outcome = 'SENT' and ${isOnItsWay}`.execute(tx);
  return rows[0]?.people ?? 0;
}

interface Content {
  readonly payload: object;
  readonly units: number;
  readonly text: string | null;
}

/** What the gateway is handed for a person; null where the template is disabled. */
async function contentFor(
  tx: Tx,
  { aiPushChannel, templateNo, scriptCode, voiceLanguage: language }: PushTask,
  { customerNo }: Person,
  optOutText?: string,
): Promise<Content | null> {
  if (templateNo === null) return { payload: { scriptCode, language, variables: {} }, units: 1, text: null };
  const text = await filledText(tx, templateNo, customerNo, optOutText === undefined ? undefined : ` ${optOutText}`);
  if (text === null) return null;
  return { payload: { text }, units: aiPushChannel === 'PUSH' ? 1 : smsPartsOf(text).parts, text };
}

async function pushTo(
  tx: Tx,
  { merchantNo, aiPushChannel, templateNo }: PushTask,
  { recordId, phone, customerNo, refusals }: Person,
  { now, payload, units, text, routeNo }: Content & { readonly now: Date; readonly routeNo: string | null },
): Promise<'sent' | 'skipped'> {
  const channel = GATE_CHANNEL[aiPushChannel];
  const question = { phone, customerNo, merchantNo, purpose: 'MARKETING', channel, at: now } as const;
  const subject = { userNo: null, content: text, templateCode: templateNo };
  const { attemptId, answer } = await tryGate(tx, question, subject);
  const set = tx.updateTable('aiPushRecord').where('recordId', '=', recordId);
  if (!answer.isAllowed) {
    const { nextAllowedAt: nextAt, error } = answer;
    const isOver = nextAt === null || refusals + 1 >= MAX_REFUSALS;
    await set
      .set({
        refusals: refusals + 1,
        aiPushDrop: dropOf(error),
        nextAt: isOver ? null : nextAt,
        ...(isOver && { aiPushOutcome: 'SKIPPED' as const }),
      })
      .execute();
    return 'skipped';
  }
  if (aiPushChannel === 'PUSH') {
    const messageNo = await pushText(tx, { merchantNo, phone, text: text ?? '' });
    const sent = { aiPushOutcome: 'SENT', attemptId, messageNo, units, sentAt: now, aiPushDrop: null } as const;
    await set.set({ ...sent, nextAt: null }).execute();
    return 'sent';
  }
  await queueDispatch(tx, { attemptId, channel, phone, payload });
  if (routeNo !== null) await noteRouteUse(tx, { attemptId, routeNo, segments: units, sentAt: now });
  await set.set({ aiPushOutcome: 'SENT', attemptId, units, sentAt: now, aiPushDrop: null, nextAt: null }).execute();
  return 'sent';
}

type GateError = `CONTACT_${string}`;
/** The gate's refusal as a reason; one that it does not give for offers says that nobody is to be contacted. */
function dropOf(error: GateError): NonNullable<Person['aiPushDrop']> {
  const reason = DROPS.find((one) => `CONTACT_${one}` === error);
  return reason ?? 'NO_PARTY';
}
const DROPS = [
  'CAP',
  'DEATH',
  'DISPUTE',
  'COMPLAINT',
  'OFFICIAL',
  'WRONG_NUMBER',
  'OBJECTED',
  'DO_NOT_CALL',
  'NO_PARTY',
  'NOT_AGREED',
  'HOURS',
] as const;

/** What it cost so far: by the gateway's word, and by the usual price where it has not said. */
async function spentCents(tx: Tx, taskNo: string, centsEach: number): Promise<number> {
  const { rows } = await sql<{
    cents: number;
  }>`select coalesce(sum(coalesce(k.cents, r.units * ${centsEach}::int)), 0)::bigint as cents from ai_push_record r
    left join lateral (select max(c.cost_cents) as cents from contact_result c where c.attempt_id = r.attempt_id) k on true
    where r.task_no = ${taskNo} and r.sent_at is not null`.execute(tx);
  return rows[0]?.cents ?? 0;
}

/** Ends a task that has nobody left or no money; one that waits says why. */
async function endTurn(
  tx: Tx,
  taskNo: string,
  { fault, sent }: { readonly fault: Fault; readonly sent: number },
): Promise<void> {
  const task = await lockPush(tx, taskNo, null);
  if (task.aiPushTaskStatus !== 'RUNNING') return;
  if (fault === 'BUDGET_USED') return void (await autoMove(tx, task, 'stop', { aiPushFault: fault }));
  const open = await tx
    .selectFrom('aiPushRecord')
    .select('recordId')
    .where('taskNo', '=', taskNo)
    .where('aiPushOutcome', 'in', ['PENDING', 'SENT'])
    .limit(1)
    .executeTakeFirst();
  if (!open) return void (await autoMove(tx, task, 'finish', { aiPushFault: null }));
  if (fault !== null || sent > 0) await noteFault(tx, task, fault);
}
