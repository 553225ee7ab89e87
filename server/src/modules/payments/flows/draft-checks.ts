import type { flow } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { areAttached } from '../../platform/files/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { type ChannelReceipt, channelReceiptOf, reachOrder, refuseRecharge, unlike } from '../payments/index.ts';

/** A draft's form; without a number, the loan is one of the draft's own customer. */
export type CheckedForm = Omit<flow.FlowDraftForm, 'phone'> & Whose;
interface Whose {
  readonly phone?: string | undefined;
  readonly draftNo?: string | undefined;
}
type Form = CheckedForm;
type Serial = Pick<Form, 'orderNo' | 'paymentChannel' | 'paymentCode'>;

export const wrong = (field: string, msg: string): AppError =>
  new AppError('BAD_REQUEST', { fields: [{ field, msg }] });

/** Who a draft's customer is. @throws AppError FLOW_DRAFT_NOT_FOUND */
export async function customerOfDraft(db: Queryable, draftNo: string, scope: DataScope): Promise<string> {
  const found = await db
    .selectFrom('flowDraft')
    .innerJoin('loanOrder', 'loanOrder.orderNo', 'flowDraft.orderNo')
    .select(['flowDraft.orderNo', 'customerNo'])
    .where('draftNo', '=', draftNo)
    .executeTakeFirst();
  if (!found) throw new AppError('FLOW_DRAFT_NOT_FOUND');
  await reachOrder(db, scope, found.orderNo, 'FLOW_DRAFT_NOT_FOUND');
  return found.customerNo;
}

/**
 * The order of a checked phone, or of a draft's customer, with that customer's number.
 * @throws AppError ORDER_NOT_FOUND, FLOW_DRAFT_NOT_FOUND, BAD_REQUEST where it is not that customer's
 */
export async function refuseUnchecked(
  db: Queryable,
  { orderNo, phone, draftNo = '' }: Pick<Form, 'orderNo' | 'phone' | 'draftNo'>,
  { scope }: { readonly scope: DataScope },
) {
  const { merchantNo } = await reachOrder(db, scope, orderNo);
  const order = await db
    .selectFrom('loanOrder')
    .innerJoin('customer', 'customer.customerNo', 'loanOrder.customerNo')
    .select(['lendingTime', 'customer.phone', 'customer.customerNo', 'thirdPartyOrderNo'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const isTheirs =
    phone === undefined ? order.customerNo === (await customerOfDraft(db, draftNo, scope)) : order.phone === phone;
  if (!isTheirs) throw wrong('phone', 'Please check the phone number first');
  return { merchantNo, ...order };
}

/** @throws AppError SERIAL_EQUALS_ORDER_NO, SERIAL_REPEATED */
export async function refuseKnown(
  db: Queryable,
  { orderNo, thirdPartyOrderNo, paymentChannel, paymentCode }: Serial & { readonly thirdPartyOrderNo: string | null },
): Promise<void> {
  if ([orderNo, thirdPartyOrderNo].includes(paymentCode)) {
    throw new AppError('SERIAL_EQUALS_ORDER_NO', { fields: ['paymentCode'] });
  }
  const known = await db
    .selectFrom('paymentFlow')
    .select('flowNo')
    .where('paymentChannel', '=', paymentChannel)
    .where('paymentCode', '=', paymentCode)
    .executeTakeFirst();
  if (known) throw new AppError('SERIAL_REPEATED', { fields: ['paymentCode'] });
  await refuseRecharge(db, { paymentChannel, paymentCode });
}

/** Refuses a draft that says otherwise than its channel. @throws AppError SERIAL_DIFFERS */
export function refuseOther(
  told: ChannelReceipt,
  typed: { readonly amountCents: number; readonly repayTime: Date },
): void {
  const other = unlike(told, typed);
  if (other) throw new AppError('SERIAL_DIFFERS', { facts: other.facts, fields: [other.field] });
}

/** Refuses what cannot have happened; the rest is for the approver to see. */
export async function refuseImpossible(
  db: Queryable,
  form: Form,
  { caller }: CommandContext,
): Promise<{ readonly merchantNo: string; readonly phone: string; readonly told: ChannelReceipt | null }> {
  const { paymentChannel, paymentCode, amountCents, accountId } = form;
  const { merchantNo, phone, lendingTime, thirdPartyOrderNo } = await refuseUnchecked(db, form, caller);
  if (amountCents === 0) throw new AppError('ZERO_AMOUNT_FIELD', { fields: ['amountCents'] });
  if (amountCents < 0) throw new AppError('AMOUNT_INVALID', { fields: ['amountCents'] });
  await refuseKnown(db, { ...form, thirdPartyOrderNo });
  const paidAt = new Date(form.repayTime);
  if (paidAt.getTime() > Date.now()) throw new AppError('PAID_IN_FUTURE', { fields: ['repayTime'] });
  if (lendingTime === null || paidAt < startOfBusinessDate(businessDateOf(lendingTime))) {
    throw new AppError('BEFORE_LOAN_DATE', { fields: ['repayTime'] });
  }
  const { voucherIds } = form;
  if (voucherIds.length > 0 && !(await areAttached(db, 'order', voucherIds))) {
    throw new AppError('ATTACHMENT_NOT_FOUND', { fields: ['voucherIds'] });
  }
  const account = await db
    .selectFrom('account')
    .select('accountCode')
    .where('accountCode', '=', accountId)
    .where('accountCode', 'like', 'BANK.%')
    .executeTakeFirst();
  if (!account) throw wrong('accountId', 'Invalid value');
  const told = await channelReceiptOf(db, { merchantNo, paymentChannel, paymentCode, accountCode: accountId });
  if (told) refuseOther(told, { amountCents, repayTime: paidAt });
  return { merchantNo, phone, told };
}
