import type { ReplyOf, orderDetail } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { findOrder } from './find-order.ts';

type Info = ReplyOf<typeof orderDetail.readRepaymentCode>;

/** What a customer types as the account at the paybill. */
export function repaymentCodeOf(order: { readonly repaymentCode: string; readonly orderStatus: string }): Info {
  return {
    repaymentCode: order.repaymentCode,
    paymentChannel: 'MPESA',
    isValid: order.orderStatus === 'DISBURSED',
  };
}

/** A new code for an open loan. The old one is kept: a payment that comes by it still finds its order. */
export async function issueRepaymentCode({ orderNo }: { readonly orderNo: string }, call: CommandCall): Promise<Info> {
  const { tx, caller } = call;
  const order = await findOrder(tx, caller, orderNo);
  if (order.orderStatus !== 'DISBURSED') {
    const facts = { subject: 'order', state: order.orderStatus, command: 'issueRepaymentCode' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  const { repaymentCode: before } = order;
  await tx.insertInto('formerRepaymentCode').values({ repaymentCode: before, orderNo }).execute();
  const { repaymentCode } = await tx
    .updateTable('loanOrder')
    .set((eb) => ({
      repaymentCode: sql<string>`'R' || lpad(nextval('repayment_code_number')::text, 8, '0')`,
      version: eb('version', '+', 1),
    }))
    .where('orderNo', '=', orderNo)
    .where('repaymentCode', '=', before)
    .returning('repaymentCode')
    .executeTakeFirstOrThrow();
  await writeAudit(tx, call, {
    action: 'orderDetail.issueRepaymentCode',
    subjectType: 'order',
    subjectNo: orderNo,
    before: { repaymentCode: before },
    after: { repaymentCode },
  });
  return repaymentCodeOf({ repaymentCode, orderStatus: order.orderStatus });
}
