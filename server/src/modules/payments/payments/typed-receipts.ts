import type { ErrorName, payment } from '@kituo/sdk/contracts';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { areAttached } from '../../platform/files/index.ts';
import type { BankAccount } from '../../platform/ledger/index.ts';
import { channelReceiptOf, unlike } from './channel-receipts.ts';
import { receiveFlow } from './receive-flow.ts';
import { rechargeOfSerial } from './recharge-of-serial.ts';

type Row = payment.WriteOffForm['rows'][number];

/**
 * A person who types a payment that we do not hold shows what proves it, a file that was attached to an order; a file
 * of write-offs is its own proof.
 * @throws AppError BAD_REQUEST, ATTACHMENT_NOT_FOUND, both at `voucherIds`
 */
export async function refuseUnproved(
  db: Queryable,
  { rows, voucherIds = [] }: Pick<payment.WriteOffForm, 'rows' | 'voucherIds'>,
): Promise<void> {
  if (voucherIds.length === 0) {
    if (rows.every(({ isrecord }) => isrecord)) return;
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'voucherIds', msg: 'Certificate cannot be empty' }] });
  }
  if (!(await areAttached(db, 'order', voucherIds))) {
    throw new AppError('ATTACHMENT_NOT_FOUND', { fields: ['voucherIds'] });
  }
}

/**
 * Records the typed payments of a form, those we did not hold. Each rests on its channel's own word: a line of a
 * statement, or the answer to a query. What no channel confirms goes through FlowRecordSupplement, where an approver
 * agrees. @returns the flows that were recorded
 * @throws AppError SERIAL_REPEATED, FORM_INCOMPLETE, ZERO_AMOUNT_FIELD, SERIAL_NOT_CONFIRMED, SERIAL_DIFFERS, each with
 *   its cell
 */
export async function recordTyped(
  tx: Tx,
  { rows }: Pick<payment.WriteOffForm, 'rows'>,
  of: { readonly merchantNo: string; readonly makerUserNo: string; readonly checkerUserNo?: string },
): Promise<ReadonlySet<string>> {
  const recorded = new Set<string>();
  for (const [index, row] of rows.entries()) {
    if (!row.isrecord) recorded.add(await recordOne(tx, row, index, of));
  }
  return recorded;
}

async function recordOne(
  tx: Tx,
  row: Row,
  index: number,
  { merchantNo, ...people }: Parameters<typeof recordTyped>[2],
): Promise<string> {
  const { paymentChannel, paymentCode, accountId = null } = row;
  const fault = (error: ErrorName, field: keyof Row, facts = {}) =>
    new AppError(error, { fields: [`rows.${index}.${field}`], facts });
  const known = await tx
    .selectFrom('paymentFlow')
    .select('flowNo')
    .where('paymentChannel', '=', paymentChannel)
    .where('paymentCode', '=', paymentCode)
    .executeTakeFirst();
  if (known) throw fault('SERIAL_REPEATED', 'paymentCode', { flowNo: known.flowNo });
  const recharge = await rechargeOfSerial(tx, { paymentChannel, paymentCode });
  if (recharge) throw fault('SERIAL_REPEATED', 'paymentCode', { rechargeNo: recharge.rechargeNo });
  if (!row.flowAmountCents) {
    throw fault(row.flowAmountCents === 0 ? 'ZERO_AMOUNT_FIELD' : 'FORM_INCOMPLETE', 'flowAmountCents');
  }
  if (!row.repayTime) throw fault('FORM_INCOMPLETE', 'repayTime');
  const told = await channelReceiptOf(tx, { merchantNo, paymentChannel, paymentCode, accountCode: accountId });
  if (!told) throw fault('SERIAL_NOT_CONFIRMED', 'paymentCode');
  const other = unlike(told, { amountCents: row.flowAmountCents, repayTime: new Date(row.repayTime) });
  if (other)
    throw fault('SERIAL_DIFFERS', other.field === 'amountCents' ? 'flowAmountCents' : 'repayTime', other.facts);
  const { flowNo, isNew } = await receiveFlow(tx, {
    merchantNo,
    paymentChannel,
    paymentCode,
    account: bankOf(told.accountCode),
    amountCents: told.amountCents,
    repayTime: told.repayTime,
    payerPhone: told.payerPhone ?? undefined,
    payerName: told.payerName ?? undefined,
    ...people,
  });
  if (!isNew) throw fault('SERIAL_REPEATED', 'paymentCode', { flowNo });
  await tx.updateTable('paymentFlow').set({ source: 'SUPPLEMENT' }).where('flowNo', '=', flowNo).execute();
  return flowNo;
}

const isBank = (code: string): code is BankAccount => code.startsWith('BANK.');

function bankOf(code: string): BankAccount {
  if (!isBank(code)) throw new Error(`${code} is no bank account`);
  return code;
}
