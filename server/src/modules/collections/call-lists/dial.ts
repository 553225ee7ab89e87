import type { callTask, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { ContactPurpose } from '../../../db/collection-schema.ts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { textOfError } from '../../../http/messages.ts';
import { askGate, type ContactQuestion, type GateAnswer, tryGate } from '../contacts/index.ts';
import { ownLine, placeCall } from '../telephony/index.ts';
import { maskName, maskPhone } from '../../platform/masking/index.ts';
import { businessDateOf, shownMoment } from '../../platform/policy/index.ts';
import { PERSONNEL } from './distribute.ts';
import { endTask } from './ended-tasks.ts';
import { type CallEntry, customerOfPhone, lockEntry } from './entries.ts';
import { callsOf, followUpsOf, verdictOf } from './past.ts';
import { listTypeName, optionName } from './options.ts';
import type { Desk } from './tables.ts';
import { type CallTask, lockTask } from './tasks.ts';

type Endpoints = typeof callTask.dialTasks;
const LEASE_MS = 600_000;
/** Entries that the gate refuses one after the other before the caller hears that there is none. */
const TRIES = 50;

/** What a call to an entry asks the gate: offers for telemarketing, service or win-back for customer service. */
export async function questionOf(
  tx: Tx,
  entry: CallEntry,
  purpose: CallTask['purpose'] | null,
): Promise<Omit<ContactQuestion, 'at' | 'channel'>> {
  const { phone, merchantNo } = entry;
  if (entry.desk === 'TELEMARKETING') return { phone, merchantNo, customerNo: null, purpose: 'TELEMARKETING' };
  const asked: ContactPurpose = purpose === 'MARKETING' ? 'MARKETING' : 'SERVICE';
  return { phone, merchantNo, customerNo: await customerOfPhone(tx, merchantNo, phone), purpose: asked };
}

/** @throws AppError CALL_TASK_NOT_YOURS, CALL_TASK_CLOSED, ILLEGAL_TRANSITION */
function refuseClosed(task: CallTask, userNo: string, now: Date): void {
  if (task.taskStatus !== 'RUNNING') {
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'dial task', state: task.taskStatus, command: 'next' },
    });
  }
  if (!task.userNos.includes(userNo)) throw new AppError('CALL_TASK_NOT_YOURS');
  const today = businessDateOf(now);
  const time = shownMoment(now).slice(-5);
  const isOpen = task.hoursFrom <= time && time < task.hoursTo;
  if (!isOpen || today < task.validFrom || today > task.validTo) {
    throw new AppError('CALL_TASK_CLOSED', { facts: { from: task.hoursFrom, to: task.hoursTo } });
  }
}

/** The best entry nobody else works on, locked: one's own lease first, then who was willing, then who is due longest. */
async function bestOf(
  tx: Tx,
  task: CallTask,
  { userNo, takesNew }: { readonly userNo: string; readonly takesNew: boolean },
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<{ entryId: string }>`
    select e.entry_id from call_task_entry te join call_entry e on e.entry_id = te.entry_id
    where te.task_no = ${task.taskNo} and te.item_status = 'WAITING' and te.attempts < ${task.maxAttempts}
      and (te.user_no is null or te.user_no = ${userNo}) and coalesce(te.next_at, ${now}) <= ${now}
      and e.list_status in ('POOL', 'ASSIGNED')
      and (e.owner_user_no = ${userNo} or ${takesNew} and e.owner_user_no is null)
      and (e.leased_until is null or e.leased_until < ${now} or e.leased_by = ${userNo})
      and coalesce(e.next_call_at, ${now}) <= ${now} and coalesce(e.expire_at, ${now}) >= ${now}
    order by (e.leased_by = ${userNo} and e.leased_until > ${now}) desc nulls last,
      (e.willingness = 'WILLING') desc nulls last, e.next_call_at nulls last, te.attempts, e.entry_id
    limit 1 for no key update of e, te skip locked`.execute(tx);
  return rows[0]?.entryId ?? null;
}

/**
 * Leases the next entry that the gate lets through, or one's last once more.
 * @throws AppError CALL_TASK_NOT_FOUND, CALL_TASK_CLOSED, CALL_TASK_NOT_YOURS, CALL_NOTHING_NEW, CALL_LEASE_LOST
 */
export async function nextEntry(
  { taskNo, entryId: last }: { readonly taskNo: string; readonly entryId?: string | undefined },
  desk: Desk,
  call: CommandCall,
): Promise<ReplyOf<Endpoints['next']>> {
  const { tx, caller } = call;
  const task = await readRunning(tx, taskNo, desk, call);
  const now = new Date();
  refuseClosed(task, caller.userNo, now);
  const lease =
    last === undefined ? await leaseBest(task, desk, now, call) : await leaseAgain(task, last, desk, now, call);
  const { waiting } = await tx
    .selectFrom('callTaskEntry')
    .select(sql<number>`count(*)`.as('waiting'))
    .where('taskNo', '=', taskNo)
    .where('itemStatus', '=', 'WAITING')
    .executeTakeFirstOrThrow();
  // Whoever the gate refused for good leaves nobody to wait for.
  if (lease === null && waiting === 0) await endTask(tx, taskNo, now);
  await writeAudit(tx, call, {
    action: 'callTask.next',
    subjectType: 'callTask',
    subjectNo: taskNo,
    merchantNo: task.merchantNo,
    after: { entryId: lease?.entryId ?? null },
  });
  return { lease, waiting };
}

/** @throws AppError CALL_NOTHING_NEW where somebody frozen or off shift has none of their own */
async function leaseBest(task: CallTask, desk: Desk, now: Date, call: CommandCall): Promise<callTask.Lease | null> {
  const { tx, caller } = call;
  const { taskNo } = task;
  const takesNew = await mayTakeNew(tx, desk, caller.userNo, now);
  for (let turn = 0; turn < TRIES; turn += 1) {
    const entryId = await bestOf(tx, task, { userNo: caller.userNo, takesNew }, now);
    if (entryId === null) break;
    const entry = await lockEntry(tx, entryId, desk, call);
    const question = await questionOf(tx, entry, task.purpose);
    const answer = await askGate(tx, { ...question, channel: 'CALL', at: now });
    if (!answer.isAllowed) {
      await postpone(tx, taskNo, entryId, answer);
      continue;
    }
    return await leaseTo(entry, question, now, call);
  }
  if (!takesNew) throw new AppError('CALL_NOTHING_NEW');
  return null;
}

/**
 * The entry that the caller had and did not write down in time, unless somebody took it meanwhile. Whether it may be
 * called is not asked: it was called, or the call asks itself.
 * @throws AppError CALL_ENTRY_NOT_FOUND, CALL_LEASE_LOST
 */
async function leaseAgain(
  task: CallTask,
  entryId: string,
  desk: Desk,
  now: Date,
  call: CommandCall,
): Promise<callTask.Lease> {
  const { tx, caller } = call;
  const entry = await lockEntry(tx, entryId, desk, call);
  const item = await tx
    .selectFrom('callTaskEntry')
    .select('itemStatus')
    .where('taskNo', '=', task.taskNo)
    .where('entryId', '=', entryId)
    .executeTakeFirst();
  const isLive = entry.listStatus === 'POOL' || entry.listStatus === 'ASSIGNED';
  const isOthers = entry.ownerUserNo !== null && entry.ownerUserNo !== caller.userNo;
  // Who takes an entry, or writes down what was said, ends the trace of whoever had it.
  const isLast = entry.leasedBy === caller.userNo && item?.itemStatus === 'WAITING';
  if (!isLast || !isLive || isOthers) throw new AppError('CALL_LEASE_LOST');
  return await leaseTo(entry, await questionOf(tx, entry, task.purpose), now, call);
}

async function leaseTo(
  entry: CallEntry,
  question: Omit<ContactQuestion, 'at' | 'channel'>,
  now: Date,
  call: CommandCall,
): Promise<callTask.Lease> {
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  await call.tx
    .updateTable('callEntry')
    .set((eb) => ({ leasedBy: call.caller.userNo, leasedUntil, version: eb('version', '+', 1) }))
    .where('entryId', '=', entry.entryId)
    .execute();
  return await present(call.tx, entry, question, leasedUntil, call);
}

/** Whether somebody gets entries that are not theirs yet: the record and the account normal, and on shift. */
async function mayTakeNew(tx: Tx, desk: Desk, userNo: string, now: Date): Promise<boolean> {
  const found = await tx
    .selectFrom('personnel as p')
    .innerJoin('appUser as u', 'u.userNo', 'p.userNo')
    .select('p.userNo')
    .where('p.personnelKind', '=', PERSONNEL[desk])
    .where('p.userNo', '=', userNo)
    .where('p.personnelStatus', '=', 'NORMAL')
    .where('u.userStatus', '=', 'NORMAL')
    .where(sql<boolean>`is_on_shift(p.user_no, ${now})`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Many take entries of a task at once: the task itself is not locked, its entries are. */
async function readRunning(tx: Tx, taskNo: string, desk: Desk, call: CommandCall): Promise<CallTask> {
  const task = await tx.selectFrom('callTask').selectAll().where('taskNo', '=', taskNo).executeTakeFirst();
  return task?.desk === desk && task.taskStatus === 'RUNNING' ? task : await lockTask(tx, taskNo, desk, call);
}

/** What the gate refuses comes later, or not at all. */
async function postpone(
  tx: Tx,
  taskNo: string,
  entryId: string,
  answer: Extract<GateAnswer, { isAllowed: false }>,
): Promise<void> {
  const { nextAllowedAt } = answer;
  await tx
    .updateTable('callTaskEntry')
    .set((eb) => ({
      gateRefusals: eb('gateRefusals', '+', 1),
      ...(nextAllowedAt === null ? { itemStatus: 'REFUSED' as const } : { nextAt: nextAllowedAt }),
    }))
    .where('taskNo', '=', taskNo)
    .where('entryId', '=', entryId)
    .execute();
}

async function present(
  tx: Tx,
  entry: CallEntry,
  question: Omit<ContactQuestion, 'at' | 'channel'>,
  leasedUntil: Date,
  call: CommandCall,
): Promise<callTask.Lease> {
  const { entryId, phone, merchantNo } = entry;
  const facts = await tx
    .selectFrom('callEntry as e')
    .leftJoin('loanProduct as p', 'p.productNo', 'e.recommendedProductNo')
    .leftJoin('partnerProduct as pp', 'pp.marketProductNo', 'e.marketProductNo')
    .leftJoin('customer as c', (join) =>
      join.onRef('c.merchantNo', '=', 'e.merchantNo').onRef('c.phone', '=', 'e.phone'),
    )
    .select(sql<string | null>`coalesce(p.product_name, pp.product_name)`.as('recommendedProductName'))
    .select(['e.recommendedAmountCents', 'c.customerName'])
    .select(listTypeName(entry.desk, call.lang).as('listTypeName'))
    .select(optionName('MARKETING_TARGET', 'e.marketingTarget', call.lang).as('marketingTargetName'))
    .where('e.entryId', '=', entryId)
    .executeTakeFirstOrThrow();
  const isHidden = call.caller.isMasked || call.caller.maskedFields.has('customerName');
  return {
    ...facts,
    entryId,
    leasedUntil: leasedUntil.toISOString(),
    phone: maskPhone(phone),
    customerName: facts.customerName !== null && isHidden ? maskName(facts.customerName) : facts.customerName,
    marketingTargetName: entry.marketingTarget === '' ? null : facts.marketingTargetName,
    willingness: entry.willingness,
    callCount: entry.callCount,
    isOwn: entry.ownerUserNo === call.caller.userNo,
    gate: await verdictOf(question, call),
    followUps: await followUpsOf(tx, { entryId }),
    calls: await callsOf(tx, phone, merchantNo),
  };
}

/** @throws AppError CALL_LEASE_LOST unless the caller works on the entry, or it is theirs and nobody else does */
export function refuseUnleased(entry: CallEntry, userNo: string, now: Date): void {
  const isLeased = entry.leasedUntil !== null && entry.leasedUntil > now;
  const isMine = isLeased ? entry.leasedBy === userNo : entry.ownerUserNo === userNo;
  if (!isMine) throw new AppError('CALL_LEASE_LOST');
}

/** @throws AppError CALL_ENTRY_NOT_FOUND, CALL_LEASE_LOST, CONTACT_CHANNEL_MISSING, CONTACT_EXTENSION_MISSING */
export async function dialEntry(
  { entryId, taskNo = null }: { readonly entryId: string; readonly taskNo?: string | undefined | null },
  desk: Desk,
  call: CommandCall,
): Promise<ReplyOf<Endpoints['dial']>> {
  const { tx, caller } = call;
  const now = new Date();
  const entry = await lockEntry(tx, entryId, desk, call);
  refuseUnleased(entry, caller.userNo, now);
  const task =
    taskNo === null
      ? undefined
      : await tx.selectFrom('callTask').selectAll().where('taskNo', '=', taskNo).executeTakeFirst();
  const question = await questionOf(tx, entry, task?.purpose ?? null);
  const made = { entryId, taskNo, orderNo: null };
  const reply = await dialThrough(question, made, call, task?.callChannel ?? null);
  if (reply.attemptId === null) {
    if (taskNo !== null) {
      const next = reply.gate.nextAllowedAt;
      const nextAt = next === null ? {} : { nextAt: new Date(next) };
      await tx
        .updateTable('callTaskEntry')
        .set((eb) => ({ gateRefusals: eb('gateRefusals', '+', 1), ...nextAt }))
        .where('taskNo', '=', taskNo)
        .where('entryId', '=', entryId)
        .execute();
    }
    return reply;
  }
  await tx
    .updateTable('callEntry')
    .set((eb) => ({
      callCount: eb('callCount', '+', 1),
      lastCallAt: now,
      leasedUntil: new Date(now.getTime() + LEASE_MS),
      leasedBy: caller.userNo,
      followStatus: 'FOLLOWING',
      version: eb('version', '+', 1),
    }))
    .where('entryId', '=', entryId)
    .execute();
  if (task) {
    await tx
      .updateTable('callTaskEntry')
      .set((eb) => ({
        attempts: eb('attempts', '+', 1),
        nextAt: new Date(now.getTime() + task.retryMinutes * 60_000),
        workedBy: caller.userNo,
        workedAt: now,
      }))
      .where('taskNo', '=', task.taskNo)
      .where('entryId', '=', entryId)
      .execute();
  }
  return reply;
}

/** Passes the gate and dials through the caller's own line; both ways it is kept. */
export async function dialThrough(
  question: Omit<ContactQuestion, 'at' | 'channel'>,
  made: { readonly entryId: string | null; readonly orderNo: string | null; readonly taskNo: string | null },
  call: CommandCall,
  /** What the task wants its calls made through. */
  wanted: CallTask['callChannel'] = null,
): Promise<ReplyOf<Endpoints['dial']>> {
  const { tx, caller } = call;
  const line = await ownLine(call, wanted);
  const subject = { orderNo: made.orderNo, userNo: caller.userNo };
  const { attemptId, answer } = await tryGate(tx, { ...question, channel: 'CALL', at: new Date() }, subject);
  await tx
    .insertInto('callMade')
    .values({ ...made, attemptId, userNo: caller.userNo, isRefused: !answer.isAllowed })
    .execute();
  await writeAudit(tx, call, {
    action: 'callEntry.dial',
    subjectType: made.entryId === null ? 'order' : 'callEntry',
    subjectNo: made.entryId ?? made.orderNo ?? '',
    merchantNo: question.merchantNo,
    after: { attemptId, refusedFor: answer.isAllowed ? null : answer.error },
  });
  if (!answer.isAllowed) {
    const text = textOfError(answer.error, call.lang, answer.facts);
    const nextAllowedAt = answer.nextAllowedAt?.toISOString() ?? null;
    return { attemptId: null, callNo: null, gate: { isAllowed: false, text, nextAllowedAt } };
  }
  const { phone, merchantNo, customerNo } = question;
  const whom = { attemptId, phone, merchantNo, customerNo, orderNo: made.orderNo };
  const callNo = await placeCall(line, whom, call);
  return { attemptId, callNo, gate: { isAllowed: true, text: null, nextAllowedAt: null } };
}
