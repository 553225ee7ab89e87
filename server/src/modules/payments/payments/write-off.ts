import { needed } from '../../../needed.ts';
import { type ParsedRequestOf, payment, type ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable, Tx } from '../../../db/database.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { advance } from '../../../state-machine/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { applicationTaskMachine } from '../../../state-machine/machines/application-task.machine.ts';
import { applyByHand } from './apply-by-hand.ts';
import { judgeFlows } from './apply-payment.ts';
import type { WriteOffRequest } from './plan-application.ts';
import { reachOrder } from './reach.ts';
import { recordOnLoan } from './record-loan.ts';
import { recordTyped, refuseUnproved } from './typed-receipts.ts';
import { checkRows, draftedCents, usesOf } from './write-off-form.ts';

type Form = payment.WriteOffForm;
type CommitForm = ParsedRequestOf<typeof payment.writeOffCommit>;
type SavedTask = ReplyOf<typeof payment.writeOffSave>;

/** Keeps a write-off for later; the form may still have holes. @throws AppError ORDER_NOT_FOUND, BILL_NOT_FOUND */
export async function saveWriteOff(form: Form, call: CommandContext): Promise<SavedTask> {
  const { tx, caller } = call;
  const { merchantNo } = await reachOrder(tx, caller.scope, form.orderNo);
  await refuseStrangeBill(tx, form);
  await refuseStrangeDeduction(tx, form);
  await refuseStrangeCoupon(tx, form);
  const task = await insertTask(tx, form, merchantNo, caller.userNo);
  await recordDraft(call, 'payment.writeOffSave', task.taskNo, merchantNo, form);
  return task;
}

/** @throws AppError WRITE_OFF_NOT_FOUND, ILLEGAL_TRANSITION, STALE */
export async function updateWriteOff(
  request: ParsedRequestOf<typeof payment.writeOffUpdate>,
  call: CommandContext,
): Promise<SavedTask> {
  const { tx, caller } = call;
  const { taskNo, version, ...form } = request;
  const { merchantNo } = await reachOrder(tx, caller.scope, form.orderNo);
  await refuseStrangeBill(tx, form);
  await refuseStrangeDeduction(tx, form);
  await refuseStrangeCoupon(tx, form);
  const task = await lockTask(tx, taskNo, form.orderNo);
  if (task.taskStatus !== 'UNFINISHED') throw illegal(task.taskStatus, 'update');
  if (task.version !== version) throw new AppError('STALE');
  await tx
    .updateTable('writeOffTask')
    .set((eb) => ({ ...fieldsOf(form), version: eb('version', '+', 1) }))
    .where('taskNo', '=', taskNo)
    .execute();
  await recordDraft(call, 'payment.writeOffUpdate', taskNo, merchantNo, form);
  return { taskNo, taskStatus: 'UNFINISHED', version: version + 1 };
}

/**
 * Applies the form's flows, finishing its draft where it had one.
 * @throws AppError of the form's checks and `applyFlows`; FORBIDDEN for several flows without commitMulti;
 *   WRITTEN_OFF_BY_SYSTEM, ILLEGAL_TRANSITION where the loan is not open; WRITE_OFF_NOT_FOUND
 */
export async function commitWriteOff(
  request: CommitForm,
  call: CommandContext,
  /** Where another person agreed to it. */
  people: People = { makerUserNo: call.caller.userNo },
  /** What several payments at once take. */
  manyCode = 'afterLoan:writeOff:commitMulti',
): Promise<ReplyOf<typeof payment.writeOffCommit>> {
  return await carryOut(request, await checked(request, call, people, manyCode), call, people);
}

/**
 * Whether `commitWriteOff` would accept the form now, in a transaction that is rolled back afterwards: the plan tells,
 * without a posting. A payment of an earlier day is judged by today's plan, too, to which the commit falls back.
 * @throws AppError as `commitWriteOff`
 */
export async function tryWriteOff(request: CommitForm, call: CommandContext, people: People): Promise<void> {
  const form = await checked(request, call, people);
  await judgeFlows(call.tx, { ...requestOf(request, form, people), idempotencyKey: 'trial' });
}

interface People {
  readonly makerUserNo: string;
  readonly checkerUserNo?: string;
}

interface Checked {
  readonly merchantNo: string;
  readonly uses: WriteOffRequest['uses'];
}

/** What a form may be refused with before its loan is locked. Its typed payments are recorded. */
async function checked(
  { acknowledged: _, taskNo: __, ...form }: CommitForm,
  { tx, caller }: CommandContext,
  people: People,
  manyCode = 'afterLoan:writeOff:commitMulti',
): Promise<Checked> {
  if (form.rows.length > 1 && !caller.codes.has(manyCode)) {
    throw new AppError('FORBIDDEN');
  }
  const { merchantNo } = await reachOrder(tx, caller.scope, form.orderNo);
  if (form.repayType === 'GENERIC' ? form.billNo !== null : form.billNo === null) {
    throw new AppError('FORM_INCOMPLETE', { fields: ['billNo'] });
  }
  await refuseClosed(tx, form);
  await refuseStrangeDeduction(tx, form);
  await refuseStrangeCoupon(tx, form);
  await checkRows(tx, form);
  const recorded = await recordTyped(tx, form, { merchantNo, ...people });
  return { merchantNo, uses: await usesOf(tx, caller.scope, form, recorded) };
}

const requestOf = (
  { orderNo, billNo, repayType, acknowledged = [], deductionNo, couponNo }: CommitForm,
  { uses }: Checked,
  people: People,
) => ({
  orderNo,
  billNo,
  repayType,
  uses,
  acknowledged,
  ...people,
  ...(deductionNo && { deductionNo }),
  ...(couponNo && { couponNo }),
});

async function carryOut(
  request: CommitForm,
  form: Checked,
  call: CommandContext,
  people: People,
): Promise<ReplyOf<typeof payment.writeOffCommit>> {
  const { tx } = call;
  const { orderNo, taskNo: draftNo = null, remark } = request;
  const { merchantNo, uses } = form;
  const taskNo = await beginTask(tx, request, draftNo, merchantNo, people.makerUserNo);
  const flowNos = uses.map(({ flowNo }) => flowNo);
  const about = { action: 'payment.writeOffCommit', orderNo, merchantNo, flowNos };
  const applied = await recordOnLoan(call, { ...about, reason: remark || undefined }, async () =>
    applyByHand(tx, { ...requestOf(request, form, people), idempotencyKey: `write-off/${taskNo}`, taskNo }),
  );
  await finishTask(tx, taskNo);
  return {
    taskNo,
    taskStatus: 'DONE',
    applications: applied.shares.map((share, index) => ({
      applicationNo: needed(applied.applicationNos[index], 'the application'),
      flowNo: share.flowNo,
      appliedCents: share.appliedCents,
      surplusCents: share.surplusCents,
      parts: [...share.parts],
      recoveries: share.recoveries.map(({ billNo, amountCents }) => ({ billNo, amountCents })),
    })),
    settledBillNos: [...applied.settledBillNos],
    recoveredBillNos: [...applied.recoveredBillNos],
    successorBillNo: applied.successorBillNo,
  };
}

/** As a person asks for it. @throws AppError as `commitWriteOff` and `refuseUnproved` */
export async function commitProved(form: CommitForm, call: CommandContext): ReturnType<typeof commitWriteOff> {
  await refuseUnproved(call.tx, form);
  return await commitWriteOff(form, call);
}

async function beginTask(
  tx: Tx,
  form: Form,
  draftNo: string | null,
  merchantNo: string,
  userNo: string,
): Promise<string> {
  if (draftNo === null) return (await insertTask(tx, form, merchantNo, userNo)).taskNo;
  const task = await lockTask(tx, draftNo, form.orderNo);
  const command = task.taskStatus === 'ERROR' ? 'retry' : 'commit';
  advance(applicationTaskMachine, task.taskStatus, command);
  await tx
    .updateTable('writeOffTask')
    .set((eb) => ({ ...fieldsOf(form), version: eb('version', '+', 1) }))
    .where('taskNo', '=', draftNo)
    .execute();
  return draftNo;
}

async function finishTask(tx: Tx, taskNo: string): Promise<void> {
  await tx
    .updateTable('writeOffTask')
    .set({ taskStatus: 'DONE', fault: null, finishedAt: new Date() })
    .where('taskNo', '=', taskNo)
    .execute();
}

/** A loan that is not open asks for nothing; the person is told where the system was quicker. */
export async function refuseClosed(
  db: Queryable,
  { orderNo, billNo }: Pick<Form, 'orderNo' | 'billNo'>,
): Promise<void> {
  const order = await db
    .selectFrom('loanOrder')
    .select('orderStatus')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const bill = await refuseStrangeBill(db, { orderNo, billNo });
  const isOver = bill?.billStatus === 'SETTLED' || bill?.billStatus === 'ROLLED_OVER';
  const isOpen = order.orderStatus === 'DISBURSED' && !isOver && bill?.billStatus !== 'VOID';
  if (isOpen) return;
  const newest = await db
    .selectFrom('paymentApplication')
    .select('makerUserNo')
    .where('orderNo', '=', orderNo)
    .where('applicationStatus', '=', 'LIVE')
    .orderBy('applicationNo', 'desc')
    .executeTakeFirst();
  if (newest?.makerUserNo === null) throw new AppError('WRITTEN_OFF_BY_SYSTEM');
  throw illegal(bill?.billStatus ?? order.orderStatus, 'write off');
}

async function refuseStrangeBill(db: Queryable, form: Pick<Form, 'orderNo' | 'billNo'>) {
  if (form.billNo === null) return undefined;
  const bill = await db
    .selectFrom('bill')
    .select('billStatus')
    .where('billNo', '=', form.billNo)
    .where('orderNo', '=', form.orderNo)
    .executeTakeFirst();
  if (!bill) throw new AppError('BILL_NOT_FOUND', { fields: ['billNo'] });
  return bill;
}

async function refuseStrangeDeduction(db: Queryable, form: Form): Promise<void> {
  const { deductionNo, billNo } = form;
  if (!deductionNo) return;
  const deduction = await db
    .selectFrom('deduction')
    .select('deductionNo')
    .where('deductionNo', '=', deductionNo)
    .where('billNo', '=', billNo)
    .executeTakeFirst();
  if (!deduction) throw new AppError('DEDUCTION_NOT_FOUND', { fields: ['deductionNo'] });
}

/** @throws AppError COUPON_NOT_FOUND for one that the order's customer does not have */
async function refuseStrangeCoupon(db: Queryable, { couponNo, orderNo }: Form): Promise<void> {
  if (!couponNo) return;
  const coupon = await db
    .selectFrom('coupon')
    .innerJoin('loanOrder', 'loanOrder.customerNo', 'coupon.customerNo')
    .select('couponNo')
    .where('couponNo', '=', couponNo)
    .where('orderNo', '=', orderNo)
    .executeTakeFirst();
  if (!coupon) throw new AppError('COUPON_NOT_FOUND', { fields: ['couponNo'] });
}

const illegal = (state: string, command: string): AppError =>
  new AppError('ILLEGAL_TRANSITION', { facts: { subject: 'write-off', state, command } });

async function lockTask(tx: Tx, taskNo: string, orderNo: string) {
  return await lockOne(
    tx,
    tx
      .selectFrom('writeOffTask')
      .select(['taskStatus', 'version'])
      .where('taskNo', '=', taskNo)
      .where('orderNo', '=', orderNo),
    { missing: 'WRITE_OFF_NOT_FOUND', subject: `write-off ${taskNo}`, state: ({ version }) => version },
  );
}

const fieldsOf = (form: Form) => ({
  orderNo: form.orderNo,
  billNo: form.billNo,
  repayType: form.repayType,
  deductionNo: form.deductionNo ?? null,
  couponNo: form.couponNo ?? null,
  remark: form.remark ?? null,
  voucherIds: form.voucherIds ?? [],
  rows: JSON.stringify(form.rows),
});

async function insertTask(tx: Tx, form: Form, merchantNo: string, makerUserNo: string): Promise<SavedTask> {
  const { taskNo, taskStatus, version } = await tx
    .insertInto('writeOffTask')
    .values({ ...fieldsOf(form), merchantNo, makerUserNo })
    .returning(['taskNo', 'taskStatus', 'version'])
    .executeTakeFirstOrThrow();
  noteMade(tx, `write-off ${taskNo}`);
  return { taskNo, taskStatus, version };
}

async function recordDraft(
  call: CommandContext,
  action: string,
  taskNo: string,
  merchantNo: string,
  { orderNo, billNo, repayType, rows }: Form,
): Promise<void> {
  const amountCents = draftedCents(rows);
  await writeAudit(call.tx, call, {
    action,
    subjectType: 'writeOff',
    subjectNo: taskNo,
    merchantNo,
    after: { orderNo, billNo, repayType, amountCents, flows: rows.length },
  });
}

/** A task as it was saved, within the scope. @throws AppError WRITE_OFF_NOT_FOUND */
export async function storedForm(
  db: Queryable,
  taskNo: string,
  scope: DataScope,
): Promise<{ readonly form: Form; readonly taskStatus: SavedTask['taskStatus'] }> {
  const task = await db
    .selectFrom('writeOffTask as t')
    .innerJoin('loanOrder', 'loanOrder.orderNo', 't.orderNo')
    .select(['t.orderNo', 't.billNo', 't.repayType', 't.deductionNo', 't.couponNo', 't.remark'])
    .select(['t.voucherIds', 't.rows', 't.taskStatus'])
    .where('t.taskNo', '=', taskNo)
    .where(ordersWithin(scope))
    .executeTakeFirst();
  if (!task) throw new AppError('WRITE_OFF_NOT_FOUND');
  const { taskStatus, rows, remark, ...form } = task;
  const parsed = payment.writeOffSave.request.shape.rows.parse(rows);
  return { taskStatus, form: { ...form, rows: parsed, ...(remark !== null && { remark }) } };
}
