import { payment } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { ImportKind } from '../../platform/imports/index.ts';
import { reachOrder } from '../payments/index.ts';

/**
 * A file of write-offs. It is read and marked here; the rows that are kept go into the import's form, and from
 * there to an approver. So no row is applied automatically.
 */
export const writeOffImportOf = (
  kind: string,
  code: string,
): ImportKind<z.output<typeof payment.writeOffImportRow>> => ({
  kind,
  title: { en: 'Write-offs', zh: '批量核销' },
  code,
  nameColumn: 'orderNo',
  columns: [
    { key: 'orderNo', title: { en: 'Order number', zh: '订单号' }, isRequired: true, example: 'LO0000000001' },
    { key: 'billNo', title: { en: 'Bill number', zh: '账单号' }, isRequired: false, example: 'LB0000000001' },
    { key: 'paymentCode', title: { en: 'Serial number', zh: '流水号' }, isRequired: true, example: 'SGR7XK21QP' },
    { key: 'paymentChannel', title: { en: 'Channel', zh: '支付渠道' }, isRequired: true, example: 'MPESA' },
    { key: 'amountCents', title: { en: 'Amount (KES)', zh: '金额（KES）' }, isRequired: true, example: '5400.00' },
    { key: 'repayType', title: { en: 'Repayment type', zh: '还款类型' }, isRequired: true, example: 'GENERIC' },
  ],
  toInput({ billNo = '', amountCents = '', ...cells }) {
    return {
      ...cells,
      ...(billNo.trim() !== '' && { billNo: billNo.trim() }),
      amountCents: centsOf(amountCents),
    };
  },
  form: payment.writeOffImportRow,
  async check({ orderNo }, { db, caller }) {
    try {
      await reachOrder(db, caller.scope, orderNo);
    } catch (error) {
      throw error instanceof AppError ? new AppError(error.error, { fields: ['orderNo'] }) : error;
    }
  },
  apply() {
    throw new AppError('FORBIDDEN');
  },
});

export const writeOffImportKind = writeOffImportOf('payment.writeOffs', 'afterLoan:writeOff:import');

/** Shillings as typed: no leading zero, at most two decimals, thousands with commas or without. */
function centsOf(typed: string): number | null {
  const plain = typed.trim().replaceAll(',', '');
  if (!/^(0|[1-9]\d{0,12})(\.\d{1,2})?$/.test(plain)) return null;
  const [whole = '0', part = ''] = plain.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
