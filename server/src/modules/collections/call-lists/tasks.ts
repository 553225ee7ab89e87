import { callList, type callTask, notLoggedList, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { PERSONNEL } from './distribute.ts';
import { callEntries } from './list.ts';
import { notLogged } from './not-logged.ts';
import { refuseUnknownTag } from './options.ts';
import type { CallTaskTable, Desk } from './tables.ts';

export type CallTask = Selectable<CallTaskTable>;
type Form = ParsedRequestOf<typeof callTask.dialTasks.save>;
type Endpoints = typeof callTask.dialTasks;

const MOVES = {
  start: { from: ['DRAFT', 'PAUSED'], to: 'RUNNING' },
  pause: { from: ['RUNNING'], to: 'PAUSED' },
  finish: { from: ['RUNNING'], to: 'DONE' },
  stop: { from: ['DRAFT', 'RUNNING', 'PAUSED'], to: 'STOPPED' },
} as const satisfies Record<
  string,
  { readonly from: readonly CallTask['taskStatus'][]; readonly to: CallTask['taskStatus'] }
>;

/** @throws AppError CALL_TASK_NOT_FOUND */
export async function lockTask(tx: Tx, taskNo: string, desk: Desk, { caller }: CommandContext): Promise<CallTask> {
  const query = tx.selectFrom('callTask').selectAll().where('taskNo', '=', taskNo).where('desk', '=', desk);
  return await lockOne(tx, query, {
    missing: 'CALL_TASK_NOT_FOUND',
    subject: `call task ${taskNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(caller.scope, merchantNo),
  });
}

/** @throws AppError ILLEGAL_TRANSITION */
function refuseMove({ taskStatus }: CallTask, command: string, from: readonly string[]): void {
  if (from.includes(taskStatus)) return;
  throw new AppError('ILLEGAL_TRANSITION', { facts: { subject: 'dial task', state: taskStatus, command } });
}

/** @throws AppError CALL_TASK_PEOPLE unless all work for the merchant */
async function refuseStrangers(tx: Tx, userNos: readonly string[], merchantNo: string, desk: Desk): Promise<void> {
  const fit = await tx
    .selectFrom('personnel as p')
    .innerJoin('personnelMerchant as m', (join) =>
      join.onRef('m.personnelKind', '=', 'p.personnelKind').onRef('m.userNo', '=', 'p.userNo'),
    )
    .select('p.userNo')
    .where('p.personnelKind', '=', PERSONNEL[desk])
    .where('p.personnelStatus', '=', 'NORMAL')
    .where('m.merchantNo', '=', merchantNo)
    .where('p.userNo', 'in', [...userNos])
    .execute();
  if (fit.length < userNos.length) throw new AppError('CALL_TASK_PEOPLE', { fields: ['userNos'] });
}

/** What the source matches now and no other live task has. @throws AppError CALL_TASK_EMPTY */
async function takeEntries(
  { taskNo, desk, form: { merchantNo, source } }: { taskNo: string; desk: Desk; form: Form },
  call: CommandContext,
): Promise<number> {
  const { tx } = call;
  const saved = await savedEntries(source, desk, call);
  await tx.deleteFrom('callTaskEntry').where('taskNo', '=', taskNo).execute();
  const { entryIds, batchNo, listType, marketingTarget, willingness } = source;
  const ids = entryIds ?? null;
  const taken = await sql`insert into call_task_entry (task_no, entry_id)
    select ${taskNo}, e.entry_id from call_entry e
    where e.desk = ${desk} and e.merchant_no = ${merchantNo} and e.list_status in ('POOL', 'ASSIGNED')
      and (${ids}::text[] is null or e.entry_id = any(${ids}::text[]))
      and (${saved}::text[] is null or e.entry_id = any(${saved}::text[]))
      and (${batchNo ?? null}::text is null or e.batch_no = ${batchNo ?? null})
      and (${listType ?? null}::text is null or e.list_type = ${listType ?? null})
      and (${marketingTarget ?? null}::text is null or e.marketing_target = ${marketingTarget ?? null})
      and (${willingness ?? null}::text is null or e.willingness = ${willingness ?? null})
      and not exists (select from call_task_entry te join call_task t on t.task_no = te.task_no
        where te.entry_id = e.entry_id and te.item_status = 'WAITING' and t.task_status in ('DRAFT', 'RUNNING', 'PAUSED'))
    `.execute(tx);
  const entryCount = Number(taken.numAffectedRows ?? 0);
  if (entryCount === 0) throw new AppError('CALL_TASK_EMPTY', { fields: ['source'] });
  return entryCount;
}

/** What a saved filter of the desk's own list finds within the caller's scope; null without one. @throws AppError BAD_REQUEST */
async function savedEntries(
  { savedFilter }: Form['source'],
  desk: Desk,
  call: CommandContext,
): Promise<string[] | null> {
  if (savedFilter === undefined) return null;
  const reading = { ...call, db: call.tx };
  if (desk === 'TELEMARKETING') {
    const found = callList.filters.safeParse(savedFilter.filters);
    if (found.success) return await callEntries.matching({ filters: found.data }, reading);
  } else {
    const found = notLoggedList.filters.safeParse(savedFilter.filters);
    if (found.success) return await notLogged.matching({ filters: found.data }, reading);
  }
  throw new AppError('BAD_REQUEST', { fields: ['source.savedFilter'] });
}

/** @throws AppError CALL_TASK_NOT_FOUND, CALL_TASK_EMPTY, CALL_TASK_PEOPLE, STALE, ILLEGAL_TRANSITION, REFERENCE_UNKNOWN */
export async function saveTask(form: Form, desk: Desk, call: CommandContext): Promise<ReplyOf<Endpoints['save']>> {
  const { tx, caller } = call;
  const { taskNo, version, source, purpose, ...rest } = form;
  const { merchantNo, userNos, validFrom, validTo } = form;
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  await refuseStrangers(tx, [...new Set(userNos)], merchantNo, desk);
  const scriptTag = desk === 'TELEMARKETING' ? (form.scriptTag ?? null) : null;
  // One that is offered no more may stay.
  const isKept = taskNo !== undefined && (await tagOf(tx, taskNo)) === scriptTag;
  if (scriptTag !== null && !isKept) await refuseUnknownTag(tx, scriptTag);
  // Whoever saves a task takes entries that no other live task has: two who save wait for one another.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`call tasks ${merchantNo}`}, 0))`.execute(tx);
  const values = {
    ...rest,
    scriptTag,
    userNos: [...new Set(userNos)],
    purpose: desk === 'TELEMARKETING' ? ('MARKETING' as const) : purpose,
    source: JSON.stringify(source),
  };
  const audit = { subjectType: 'callTask', merchantNo, after: { ...values, source } };
  if (taskNo === undefined) {
    const made = await tx
      .insertInto('callTask')
      .values({ ...values, desk, createdBy: caller.userNo })
      .returning(['taskNo', 'version'])
      .executeTakeFirstOrThrow();
    noteMade(tx, `call task ${made.taskNo}`);
    const entryCount = await takeEntries({ taskNo: made.taskNo, desk, form }, call);
    await writeAudit(tx, call, { ...audit, action: 'callTask.save', subjectNo: made.taskNo });
    return { ...made, entryCount };
  }
  const before = await lockTask(tx, taskNo, desk, call);
  if (before.version !== version) throw new AppError('STALE');
  refuseMove(before, 'save', ['DRAFT', 'PAUSED']);
  const isDraft = before.taskStatus === 'DRAFT';
  const change = isDraft ? values : { userNos: values.userNos, validFrom, validTo };
  await tx
    .updateTable('callTask')
    .set({ ...change, version: before.version + 1 })
    .where('taskNo', '=', taskNo)
    .execute();
  const entryCount = isDraft ? await takeEntries({ taskNo, desk, form }, call) : await countEntries(tx, taskNo);
  await writeAudit(tx, call, {
    ...audit,
    action: 'callTask.update',
    subjectNo: taskNo,
    before: { userNos: before.userNos, validFrom: before.validFrom, validTo: before.validTo },
  });
  return { taskNo, entryCount, version: before.version + 1 };
}

const tagOf = async (tx: Tx, taskNo: string) =>
  (await tx.selectFrom('callTask').select('scriptTag').where('taskNo', '=', taskNo).executeTakeFirst())?.scriptTag;

async function countEntries(tx: Tx, taskNo: string): Promise<number> {
  const { count } = await tx
    .selectFrom('callTaskEntry')
    .select(sql<number>`count(*)`.as('count'))
    .where('taskNo', '=', taskNo)
    .executeTakeFirstOrThrow();
  return count;
}

/** @throws AppError CALL_TASK_NOT_FOUND, ILLEGAL_TRANSITION */
export async function moveTask(
  { taskNo }: { readonly taskNo: string },
  command: keyof typeof MOVES,
  desk: Desk,
  call: CommandContext,
): Promise<ReplyOf<Endpoints['start']>> {
  const { tx } = call;
  const before = await lockTask(tx, taskNo, desk, call);
  const { from, to } = MOVES[command];
  refuseMove(before, command, from);
  const version = before.version + 1;
  await tx
    .updateTable('callTask')
    .set({ taskStatus: to, pausedFor: null, version })
    .where('taskNo', '=', taskNo)
    .execute();
  await writeAudit(tx, call, {
    action: `callTask.${command}`,
    subjectType: 'callTask',
    subjectNo: taskNo,
    merchantNo: before.merchantNo,
    before: { taskStatus: before.taskStatus },
    after: { taskStatus: to },
  });
  return { taskNo, taskStatus: to, version };
}

/** @throws AppError CALL_TASK_NOT_FOUND, CALL_TASK_PEOPLE, ILLEGAL_TRANSITION */
export async function reassignTask(
  { taskNo, userNo }: ParsedRequestOf<Endpoints['reassign']>,
  desk: Desk,
  call: CommandContext,
): Promise<ReplyOf<Endpoints['reassign']>> {
  const { tx } = call;
  const before = await lockTask(tx, taskNo, desk, call);
  refuseMove(before, 'reassign', ['RUNNING', 'PAUSED']);
  await refuseStrangers(tx, [userNo], before.merchantNo, desk);
  const { numUpdatedRows } = await tx
    .updateTable('callTaskEntry')
    .set({ userNo })
    .where('taskNo', '=', taskNo)
    .where('itemStatus', '=', 'WAITING')
    .executeTakeFirst();
  const userNos = [...new Set([...before.userNos, userNo])];
  await tx
    .updateTable('callTask')
    .set({ userNos, version: before.version + 1 })
    .where('taskNo', '=', taskNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'callTask.reassign',
    subjectType: 'callTask',
    subjectNo: taskNo,
    merchantNo: before.merchantNo,
    before: { userNos: before.userNos },
    after: { userNos, to: userNo },
  });
  return { taskNo, entries: Number(numUpdatedRows) };
}
