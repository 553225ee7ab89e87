import { payment } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { tryItems } from '../../platform/batches/index.ts';
import { type Cells, importColumns, type ImportKind, instantIn } from '../../platform/imports/index.ts';
import { asCommand, type JobRun } from '../../platform/jobs/index.ts';
import { reachOrder, saveWriteOff, tryWriteOff } from '../payments/index.ts';
import { AGREED, type WriteOffBatch, writeOffBatch } from './batch.ts';
import { formOf } from './row-form.ts';

/** A row of a file, with why the file was sent. */
const fileRow = z.extend(payment.writeOffImportRow, {
  remark: z.optional(z.string().check(z.maxLength(200))),
});
type FileRow = z.output<typeof fileRow>;

interface ImportOf {
  readonly kind: string;
  readonly code: string;
  /** What an approver is asked for. */
  readonly batch: WriteOffBatch;
  /** @throws AppError ORDER_NOT_FOUND for an order that its page does not reach */
  reach(orderNo: string, call: Pick<Call, 'db' | 'caller'>): Promise<unknown>;
}

/** Rows in a transaction: enough to spare most commits, few enough for progress and cancellation. */
const AT_ONCE = 25;

/**
 * A file of write-offs. Each row is kept as a draft and tried out, behind a savepoint of its own; what is refused says
 * why beside its line. The drafts that passed go to an approver, whose job commits them, each under its own key.
 */
export const writeOffImportOf = ({ kind, code, batch, reach }: ImportOf): ImportKind<FileRow> => ({
  kind,
  title: { en: 'Write-offs', zh: '批量核销' },
  code,
  nameColumn: 'orderNo',
  columns: importColumns([
    ['orderNo', 'Order number', '订单号', true, 'LO0000000001'],
    ['billNo', 'Bill number', '账单号', false, 'LB0000000001'],
    ['paymentCode', 'Serial number', '流水号', true, 'SGR7XK21QP'],
    ['paymentChannel', 'Channel', '支付渠道', true, 'MPESA'],
    ['amountCents', 'Amount (KES)', '金额（KES）', true, '5400.00'],
    ['repayType', 'Repayment type', '还款类型', true, 'GENERIC'],
    ['repayTime', 'Paid at (EAT)', '还款时间（EAT）', false, '2026-11-20 10:30'],
    ['accountId', 'Receiving account', '收款账户', false, 'BANK.MPESA_PAYBILL'],
  ]),
  toInput: inputOf,
  form: fileRow,
  unique: [['orderNo', 'billNo', 'paymentChannel', 'paymentCode']],
  atOnce: AT_ONCE,
  async check({ orderNo }, { db, caller }) {
    await reaching(orderNo, () => reach(orderNo, { db, caller }));
  },
  async apply(row, run) {
    const { tx, caller, lang } = run;
    const { orderNo } = row;
    await reaching(orderNo, () => reach(orderNo, { db: tx, caller }));
    const form = await formOf(tx, row);
    const call = asCommand(run);
    const { taskNo } = await saveWriteOff(form, call);
    const people = { makerUserNo: caller.userNo };
    const work = () => tryWriteOff({ ...form, taskNo, acknowledged: AGREED }, call, people);
    await tryItems([taskNo], work, 'paymentCode', { tx, lang });
    return { taskNo, changeNo: null };
  },
  ended: async (run) => await submit(batch, run),
});

async function reaching(orderNo: string, reach: () => Promise<unknown>): Promise<void> {
  try {
    await reach();
  } catch (error) {
    throw error instanceof AppError ? new AppError(error.error, { facts: { orderNo }, fields: ['orderNo'] }) : error;
  }
}

/** Asks an approver for the drafts that passed. Run again after a process died over it, it asks for none twice. */
async function submit(batch: WriteOffBatch, run: JobRun): Promise<void> {
  await run.db.transaction().execute(async (tx) => {
    const passed = await tx
      .selectFrom('jobItem')
      .select(['itemNo', 'input', sql<string>`result ->> 'taskNo'`.as('taskNo')])
      .where('jobNo', '=', run.jobNo)
      .where('itemStatus', '=', 'SUCCESS')
      .where(sql<boolean>`result ->> 'changeNo' is null`)
      .orderBy('itemNo')
      .forNoKeyUpdate()
      .execute();
    const [first] = passed;
    if (!first) return;
    const { remark = run.jobNo } = z.parse(z.looseObject({ remark: z.optional(z.string()) }), first.input);
    const taskNos = passed.map(({ taskNo }) => taskNo);
    const changeNo = await batch.submit(taskNos, remark, asCommand({ ...run, tx }));
    await tx
      .updateTable('jobItem')
      .set({ result: sql`result || jsonb_build_object('changeNo', ${changeNo}::text)` })
      .where('jobNo', '=', run.jobNo)
      .where('itemStatus', '=', 'SUCCESS')
      .where(sql<boolean>`result ->> 'changeNo' is null`)
      .execute();
  });
}

const filled = (cells: Cells): Cells =>
  Object.fromEntries(Object.entries(cells).flatMap(([key, cell]) => (cell.trim() === '' ? [] : [[key, cell.trim()]])));

function inputOf({
  orderNo,
  paymentCode,
  paymentChannel,
  repayType,
  amountCents = '',
  repayTime = '',
  ...cells
}: Cells) {
  return {
    ...Object.fromEntries(
      Object.entries({ orderNo, paymentCode, paymentChannel, repayType }).filter(([, cell]) => cell !== undefined),
    ),
    ...filled(cells),
    amountCents: centsOf(amountCents),
    ...(repayTime.trim() !== '' && { repayTime: instantIn(repayTime) }),
  };
}

/** Shillings as typed: no leading zero, at most two decimals, thousands with commas or without. */
function centsOf(typed: string): number | null {
  const plain = typed.trim().replaceAll(',', '');
  if (!/^(0|[1-9]\d{0,12})(\.\d{1,2})?$/.test(plain)) return null;
  const [whole = '0', part = ''] = plain.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

export const writeOffImportKind = writeOffImportOf({
  kind: 'payment.writeOffs',
  code: 'afterLoan:writeOff:import',
  batch: writeOffBatch,
  reach: async (orderNo, { db, caller }) => await reachOrder(db, caller.scope, orderNo),
});
