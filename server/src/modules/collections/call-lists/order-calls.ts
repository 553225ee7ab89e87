import type { callTask, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { dialThrough } from './dial.ts';
import { incomingOrders } from './orders.ts';

/**
 * Calls the customer of one's own order: about the application itself while it is open (service), about the next loan
 * once everything is paid (telemarketing). While something is past due nobody here calls.
 * @throws AppError ORDER_NOT_FOUND, CALL_WITH_COLLECTION, CALL_LOAN_OPEN
 */
export async function dialOrder(orderNo: string, call: CommandCall): Promise<ReplyOf<typeof callTask.dialTasks.dial>> {
  const stored = await incomingOrders.stored(orderNo, call);
  const { phone, merchantNo, loanState } = stored;
  if (loanState === 'PAST_DUE') throw new AppError('CALL_WITH_COLLECTION');
  if (loanState === 'OPEN') throw new AppError('CALL_LOAN_OPEN');
  const isInvited = loanState === 'SETTLED';
  const { customerNo } = await call.tx
    .selectFrom('loanOrder')
    .select('customerNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const question = isInvited
    ? ({ phone, merchantNo, customerNo: null, purpose: 'TELEMARKETING' } as const)
    : ({ phone, merchantNo, customerNo, purpose: 'SERVICE' } as const);
  return await dialThrough(question, { entryId: null, orderNo, taskNo: null }, call);
}

/** What was said about one's own order. @throws AppError ORDER_NOT_FOUND */
export async function followOrder(
  {
    orderNo,
    content,
  }: { readonly orderNo: string } & Pick<ParsedRequestOf<typeof callTask.dialTasks.follow>, 'content'>,
  call: CommandCall,
): Promise<{ listStatus: null }> {
  const { merchantNo } = await incomingOrders.one(orderNo, call);
  await call.tx.insertInto('callFollowUp').values({ orderNo, userNo: call.caller.userNo, content }).execute();
  await writeAudit(call.tx, call, {
    action: 'callOrder.follow',
    subjectType: 'order',
    subjectNo: orderNo,
    merchantNo,
    after: { isFollowed: true },
  });
  return { listStatus: null };
}
