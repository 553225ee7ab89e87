import type { callTask, ParsedRequestOf } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { answeredFrom } from '../../parties/hotlines/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { shownMoment } from '../../platform/policy/index.ts';
import { placeBlock } from '../contacts/index.ts';
import { abandonOf } from './blacklist.ts';
import { refuseUnleased } from './dial.ts';
import { abandoned, type CallEntry, customerOfPhone, lockEntry, moveEntry, TERMINAL } from './entries.ts';
import { listTypeRule, retryAt } from './options.ts';
import type { Desk } from './tables.ts';

type Form = ParsedRequestOf<typeof callTask.dialTasks.follow>;
/** What was said on an entry, and what comes of it. @throws AppError CALL_ENTRY_NOT_FOUND, CALL_LEASE_LOST, CALL_BACK_HOURS */
export async function followEntry(
  form: Form & { readonly entryId: string },
  desk: Desk,
  call: CommandCall,
): Promise<{ listStatus: string | null }> {
  const { tx, caller } = call;
  const now = new Date();
  const { entryId, taskNo = null, willingness = 'UNCLEAR', content, doNotCall = false } = form;
  const before = await lockEntry(tx, entryId, desk, call);
  refuseUnleased(before, caller.userNo, now);
  const isTerminal = TERMINAL.has(willingness);
  const typed = form.nextCallAt === undefined ? null : new Date(form.nextCallAt);
  const nextCallAt = isTerminal ? null : await promised(tx, before, typed, await retryAt(tx, willingness, now));
  await tx
    .insertInto('callFollowUp')
    .values({ entryId, taskNo, userNo: caller.userNo, willingness, content, nextCallAt, doNotCall, at: now })
    .execute();
  await tx
    .updateTable('callEntry')
    .set((eb) => ({
      willingness,
      nextCallAt,
      followStatus: 'FOLLOWING',
      leasedBy: null,
      leasedUntil: null,
      version: eb('version', '+', 1),
    }))
    .where('entryId', '=', entryId)
    .execute();
  const entry = await lockEntry(tx, entryId, desk, call);
  const listStatus = await comeTo(entry, { willingness, doNotCall, isTerminal }, call);
  if (taskNo !== null)
    await closeItem(tx, taskNo, entry, { willingness, isOver: listStatus !== entry.listStatus, by: caller.userNo });
  await writeAudit(tx, call, {
    action: 'callEntry.follow',
    subjectType: 'callEntry',
    subjectNo: entryId,
    merchantNo: entry.merchantNo,
    before: { willingness: before.willingness, listStatus: before.listStatus },
    after: { willingness, listStatus, doNotCall },
  });
  return { listStatus };
}

/**
 * When to call again. What the service desk promises is within the service hours of the merchant's numbers; what nobody
 * named moves there.
 * @throws AppError CALL_BACK_HOURS
 */
async function promised(
  tx: Tx,
  { desk, merchantNo }: CallEntry,
  typed: Date | null,
  retried: Date | null,
): Promise<Date | null> {
  const wanted = typed ?? retried;
  if (wanted === null || desk !== 'SERVICE') return wanted;
  const next = await answeredFrom(tx, merchantNo, wanted);
  if (typed === null || next?.getTime() === typed.getTime()) return next;
  throw new AppError('CALL_BACK_HOURS', {
    fields: ['nextCallAt'],
    facts: { next: next === null ? '–' : `${shownMoment(next)} EAT` },
  });
}

/** Whether an entry goes on, by what was said and how often it was called. */
async function comeTo(
  entry: CallEntry,
  said: { readonly willingness: string; readonly doNotCall: boolean; readonly isTerminal: boolean },
  call: CommandCall,
): Promise<CallEntry['listStatus']> {
  const { tx, caller } = call;
  const by = caller.userNo;
  const { willingness, doNotCall, isTerminal } = said;
  if (doNotCall) await neverAgain(tx, entry, call);
  if (entry.desk === 'SERVICE') {
    if (!doNotCall && !isTerminal) return entry.listStatus;
    const change = { followStatus: 'DONE' as const };
    return (await moveEntry(tx, entry, 'finish', { byUserNo: by, change })).listStatus;
  }
  if (doNotCall) {
    await abandonOf(tx, entry.phone, 'OPTED_OUT', by);
    return 'ABANDONED';
  }
  const rule = await listTypeRule(tx, entry.listType);
  const isUsedUp = entry.callCount >= rule.maxAttempts && willingness !== 'WILLING';
  const why =
    willingness === 'UNWILLING' || willingness === 'NUMBER_FAULT' ? willingness : isUsedUp ? 'MAX_ATTEMPTS' : null;
  if (why === null) return entry.listStatus;
  const change = abandoned(why, rule.recycleDelayDays, by);
  return (await moveEntry(tx, entry, 'abandon', { byUserNo: by, change })).listStatus;
}

/** Nobody markets to the number from now on; of a customer of the service desk, nobody calls at all. */
async function neverAgain(tx: Tx, entry: CallEntry, { caller }: CommandCall): Promise<void> {
  const { phone, merchantNo } = entry;
  if (entry.desk === 'TELEMARKETING') {
    const row = { phone, blacklistReason: 'OPT_OUT', blacklistSource: 'AGENT', createdBy: caller.userNo } as const;
    await tx
      .insertInto('marketingBlacklist')
      .values({ ...row, channels: ['CALL', 'SMS', 'ROBOT'] })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  const customerNo = await customerOfPhone(tx, merchantNo, phone);
  const standing = await tx
    .selectFrom('contactBlock')
    .select('blockId')
    .where('blockKind', '=', 'DO_NOT_CALL')
    .where('liftedAt', 'is', null)
    .where((eb) => (customerNo === null ? eb('phone', '=', phone) : eb('customerNo', '=', customerNo)))
    .executeTakeFirst();
  if (standing) return;
  const target = customerNo === null ? { merchantNo, phone } : { customerNo };
  await placeBlock(tx, { ...target, blockKind: 'DO_NOT_CALL', note: 'Asked not to be called' }, caller);
}

/** Ends the entry's place in its task where it is over, and the task with its last entry. */
async function closeItem(
  tx: Tx,
  taskNo: string,
  { entryId }: CallEntry,
  {
    willingness,
    isOver,
    by,
  }: { readonly willingness: NonNullable<CallEntry['willingness']>; readonly isOver: boolean; readonly by: string },
): Promise<void> {
  const task = await tx.selectFrom('callTask').select('maxAttempts').where('taskNo', '=', taskNo).executeTakeFirst();
  await tx
    .updateTable('callTaskEntry')
    .set((eb) => ({
      willingness,
      workedBy: by,
      workedAt: new Date(),
      itemStatus: isOver
        ? 'DONE'
        : eb
            .case()
            .when('attempts', '>=', task?.maxAttempts ?? 0)
            .then('DONE' as const)
            .else('WAITING' as const)
            .end(),
    }))
    .where('taskNo', '=', taskNo)
    .where('entryId', '=', entryId)
    .execute();
  const left = await tx
    .selectFrom('callTaskEntry')
    .select('entryId')
    .where('taskNo', '=', taskNo)
    .where('itemStatus', '=', 'WAITING')
    .limit(1)
    .executeTakeFirst();
  if (left) return;
  await tx
    .updateTable('callTask')
    .set((eb) => ({ taskStatus: 'DONE', version: eb('version', '+', 1) }))
    .where('taskNo', '=', taskNo)
    .where('taskStatus', '=', 'RUNNING')
    .execute();
}
