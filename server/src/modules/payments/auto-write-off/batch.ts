import { type change, type ParsedRequestOf, payment, type ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { advance } from '../../../state-machine/index.ts';
import { defineBatch } from '../../platform/batches/index.ts';
import type { ItemsKind } from '../../platform/jobs/index.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { applicationTaskMachine, commitWriteOff, draftedCents, saveWriteOff, storedForm } from '../payments/index.ts';
import { formOf } from './row-form.ts';

/** Two people looked at the file: what a row has too much becomes credit. Anything less has to be a row's own work. */
export const AGREED: payment.Confirmation[] = ['SURPLUS_TO_CREDIT'];

interface BatchOf {
  /** Before the dot of its kinds. */
  readonly name: string;
  readonly family: change.ChangeFamily;
  readonly checkerCode: string;
}

/** Write-offs that one person brings as a file and another approves. */
export function writeOffBatchOf(of: BatchOf) {
  const batch = batchOf(of);
  return {
    changeKind: batch.changeKind,
    jobKinds: batch.jobKinds.map((kind) => ({ ...kind, ended: keepFaults })),
    importRows: async (request: ImportRequest, call: CommandContext) => await importInto(batch, request, call),
    /** Tries drafts out and asks for them. */
    ask: async (taskNos: readonly string[], reason: string, call: CommandContext) =>
      await batch.ask('commit', taskNos, reason, call),
    /** Asks for drafts that were tried out before. */
    submit: async (taskNos: readonly string[], reason: string, call: CommandContext) =>
      await batch.submit('commit', taskNos, reason, call),
  };
}
export type WriteOffBatch = ReturnType<typeof writeOffBatchOf>;

type ImportRequest = ParsedRequestOf<typeof payment.writeOffImport>;

const batchOf = (of: BatchOf) =>
  defineBatch({
    ...of,
    title: { en: 'Batch write-off', zh: '批量核销' },
    field: 'rows',
    missing: 'WRITE_OFF_NOT_FOUND',
    async find(db, taskNos, scope) {
      const tasks = await db
        .selectFrom('writeOffTask as t')
        .innerJoin('loanOrder', 'loanOrder.orderNo', 't.orderNo')
        .select(['t.taskNo', 't.merchantNo', 't.rows'])
        .where('t.taskNo', 'in', [...taskNos])
        .where(ordersWithin(scope))
        .execute();
      return tasks.map(({ taskNo, merchantNo, rows }) => ({
        no: taskNo,
        merchantNo,
        amountCents: draftedCents(payment.writeOffSave.request.shape.rows.parse(rows)),
      }));
    },
    actions: {
      commit: {
        title: { en: 'Write-offs committed', zh: '批量提交核销' },
        run: async (taskNo, { makerUserNo }, call) => {
          const { form } = await storedForm(call.tx, taskNo, call.caller.scope);
          const request = { ...form, taskNo, acknowledged: AGREED };
          // At the asking the maker tries it out alone.
          const isTrial = call.caller.userNo === makerUserNo;
          const done = await commitWriteOff(request, call, {
            makerUserNo,
            ...(!isTrial && { checkerUserNo: call.caller.userNo }),
          });
          await call.tx
            .updateTable('writeOffTask')
            .set({ settleResult: 'SUCCESS' })
            .where('taskNo', '=', taskNo)
            .execute();
          return done;
        },
      },
    },
  });

/** What a batch could not do stands at the task as its fault, for whoever retries it. */
const keepFaults: NonNullable<ItemsKind['ended']> = async ({ db, jobNo }) => {
  const failed = await db
    .selectFrom('jobItem')
    .select(['subjectNo', 'reason'])
    .where('jobNo', '=', jobNo)
    .where('itemStatus', '=', 'FAILURE')
    .execute();
  for (const { subjectNo, reason } of failed) {
    await db.transaction().execute(async (tx) => {
      const task = await tx
        .selectFrom('writeOffTask')
        .select(['taskNo', 'taskStatus', 'fault'])
        .where('taskNo', '=', subjectNo)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!task || task.taskStatus === 'DONE') return;
      // Kept already, by a process that died before the job had ended.
      if (task.taskStatus === 'ERROR' && task.fault === reason) return;
      const command = task.taskStatus === 'ERROR' ? 'retry' : 'commit';
      const tried = advance(applicationTaskMachine, task.taskStatus, command);
      await tx
        .updateTable('writeOffTask')
        .set((eb) => ({
          taskStatus: advance(applicationTaskMachine, tried, 'fail'),
          fault: reason,
          settleResult: 'FAILURE',
          version: eb('version', '+', 1),
        }))
        .where('taskNo', '=', task.taskNo)
        .execute();
    });
  }
};

export const writeOffBatch = writeOffBatchOf({
  name: 'writeOff',
  family: 'writeOffBatch',
  checkerCode: 'afterLoan:writeOff:audit',
});

export const importWriteOffs = writeOffBatch.importRows;

/**
 * Keeps the rows as drafts, one each, tries each out, and asks an approver to commit them all.
 * @throws AppError ORDER_NOT_FOUND with the row, and what the first row is refused with where all are
 */
async function importInto(
  batch: ReturnType<typeof batchOf>,
  { rows, reason }: ImportRequest,
  call: CommandContext,
): Promise<ReplyOf<typeof payment.writeOffImport>> {
  const taskNos: string[] = [];
  for (const [index, row] of rows.entries()) {
    taskNos.push((await saved({ ...row, remark: reason }, index, call)).taskNo);
  }
  const { changeNo, items } = await batch.ask('commit', taskNos, reason, call);
  const outcomes = rows.map(({ orderNo, paymentCode }, index) => {
    const { error = null, text = null } = items[index] ?? {};
    return { taskNo: taskNos[index] ?? '', orderNo, paymentCode, error, text };
  });
  return { changeNo, rows: outcomes };
}

const FIELDS: Readonly<Record<string, string>> = { BILL_NOT_FOUND: 'billNo', PAID_ANOTHER_DAY: 'repayTime' };

async function saved(of: Parameters<typeof formOf>[1], row: number, call: CommandContext) {
  try {
    return await saveWriteOff(await formOf(call.tx, of), call);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { facts } = error;
    throw new AppError(error.error, { facts, fields: [`rows.${row}.${FIELDS[error.error] ?? 'orderNo'}`] });
  }
}

/**
 * Tries again what ended in ERROR, under the key it had.
 * @throws AppError WRITE_OFF_NOT_FOUND, ILLEGAL_TRANSITION, and what `commitWriteOff` refuses
 */
export async function retryWriteOff(
  { taskNo, acknowledged }: ParsedRequestOf<typeof payment.writeOffRetry>,
  call: CommandContext,
): Promise<ReplyOf<typeof payment.writeOffRetry>> {
  const { form, taskStatus } = await storedForm(call.tx, taskNo, call.caller.scope);
  if (taskStatus !== 'ERROR') {
    const facts = { subject: applicationTaskMachine.name, state: taskStatus, command: 'retry' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  return await commitWriteOff({ ...form, taskNo, ...(acknowledged && { acknowledged }) }, call);
}
