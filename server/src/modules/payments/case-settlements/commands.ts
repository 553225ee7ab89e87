import type { caseSettle, ParsedRequestOf, payment, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';
import { applicationTaskMachine } from '../../../state-machine/machines/application-task.machine.ts';
import { writeOffBatchOf } from '../auto-write-off/index.ts';
import { commitWriteOff, refuseUnproved, saveWriteOff, storedForm, updateWriteOff } from '../payments/index.ts';
import { reachOrderOf, type System } from '../waivers/index.ts';
import { AREAS } from './task-list.ts';

/** An order of the system that is or was in collection. @throws AppError ORDER_NOT_FOUND */
export async function reachCaseOf(
  system: System,
  orderNo: string,
  { db, caller }: Pick<Call, 'db' | 'caller'>,
): Promise<void> {
  await reachOrderOf(db, caller.scope, system, orderNo);
  const one = await db
    .selectFrom('collectionCase')
    .select('caseNo')
    .where('orderNo', '=', orderNo)
    .limit(1)
    .executeTakeFirst();
  if (!one) throw new AppError('ORDER_NOT_FOUND');
}

const within = (system: System, orderNo: string, { tx, caller }: CommandContext) =>
  reachCaseOf(system, orderNo, { db: tx, caller });

type Commit = ParsedRequestOf<typeof payment.writeOffCommit>;

export async function saveOnCase(system: System, form: payment.WriteOffForm, call: CommandContext) {
  await within(system, form.orderNo, call);
  return await saveWriteOff(form, call);
}

export async function updateOnCase(
  system: System,
  form: ParsedRequestOf<typeof payment.writeOffUpdate>,
  call: CommandContext,
) {
  await within(system, form.orderNo, call);
  return await updateWriteOff(form, call);
}

/** @throws AppError ORDER_NOT_FOUND, and what `commitWriteOff` refuses */
export async function commitOnCase(
  system: System,
  form: Commit,
  call: CommandContext,
): Promise<ReplyOf<typeof payment.writeOffCommit>> {
  await refuseUnproved(call.tx, form);
  return await commitTask(system, form, call);
}

async function commitTask(system: System, form: Commit, call: CommandContext) {
  await within(system, form.orderNo, call);
  const people = { makerUserNo: call.caller.userNo };
  return await commitWriteOff(form, call, people, `${AREAS[system]}:writeOff:commitMulti`);
}

/** Tries again what ended in ERROR. @throws AppError WRITE_OFF_NOT_FOUND, ILLEGAL_TRANSITION, and of the commit */
export async function retryOnCase(
  system: System,
  { taskNo, acknowledged }: ParsedRequestOf<typeof payment.writeOffRetry>,
  call: CommandContext,
): Promise<ReplyOf<typeof payment.writeOffCommit>> {
  const { form, taskStatus } = await storedForm(call.tx, taskNo, call.caller.scope);
  await within(system, form.orderNo, call);
  if (taskStatus !== 'ERROR') {
    const facts = { subject: applicationTaskMachine.name, state: taskStatus, command: 'retry' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  return await commitTask(system, { ...form, taskNo, ...(acknowledged && { acknowledged }) }, call);
}

const batchOf = (system: System) =>
  writeOffBatchOf({
    name: system === 'ORDER' ? 'caseSettle' : 'caseSettleStage',
    family: system === 'ORDER' ? 'caseSettle' : 'caseSettleStage',
    checkerCode: `${AREAS[system]}:bulk:check`,
  });

export const settleBatches = { ORDER: batchOf('ORDER'), BILL: batchOf('BILL') } as const;

/**
 * Asks an approver to commit drafts on cases of the system, each tried out first.
 * @throws AppError WRITE_OFF_NOT_FOUND, ORDER_NOT_FOUND for one of the other system
 */
export async function submitOnCases(
  system: System,
  { taskNos, reason }: ParsedRequestOf<typeof caseSettle.byOrder.submitMany>,
  call: CommandContext,
): Promise<ReplyOf<typeof caseSettle.byOrder.submitMany>> {
  for (const taskNo of new Set(taskNos)) {
    const { form } = await storedForm(call.tx, taskNo, call.caller.scope);
    await within(system, form.orderNo, call);
  }
  return await settleBatches[system].ask(taskNos, reason, call);
}

/** Keeps rows as drafts on cases of the system and asks an approver. @throws AppError ORDER_NOT_FOUND with the row */
export async function importOnCases(
  system: System,
  request: ParsedRequestOf<typeof payment.writeOffImport>,
  call: CommandContext,
): Promise<ReplyOf<typeof payment.writeOffImport>> {
  for (const [index, { orderNo }] of request.rows.entries()) {
    await within(system, orderNo, call).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError(error.error, { fields: [`rows.${index}.orderNo`] }) : error;
    });
  }
  return await settleBatches[system].importRows(request, call);
}
