import type { ParsedRequestOf, reconciliation, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { askReceipt, type AskingReceipt } from '../flows/index.ts';
import { needAccount } from './days.ts';

/**
 * Asks the channel for a payment that we hold and its statement has not: before it is reversed, somebody looks whether
 * the channel denies it, too.
 * @throws AppError NOT_FOUND, ILLEGAL_TRANSITION for another kind, CHANNEL_NOT_QUERYABLE, CHANNEL_SILENT
 */
export async function askAboutDifference(
  { diffId }: ParsedRequestOf<typeof reconciliation.askChannel>,
  call: AskingReceipt,
): Promise<ReplyOf<typeof reconciliation.askChannel>> {
  const { db, caller } = call;
  const found = await db
    .selectFrom('reconDifference as x')
    .innerJoin('reconDay as d', 'd.runId', 'x.runId')
    .leftJoin('paymentFlow as f', 'f.flowNo', 'x.flowNo')
    .select(['x.diffType', 'd.accountCode', 'f.merchantNo', 'f.paymentChannel', 'f.paymentCode'])
    .where('x.diffId', '=', diffId)
    .executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
  const { diffType, accountCode, merchantNo, paymentChannel, paymentCode } = found;
  await needAccount(db, accountCode, caller.scope);
  if (diffType !== 'MISSING_THERE' || merchantNo === null || paymentChannel === null || paymentCode === null) {
    throw new AppError('ILLEGAL_TRANSITION');
  }
  const told = await askReceipt(db, { merchantNo, paymentChannel, paymentCode, accountCode }, call);
  return { told: told && { amountCents: told.amountCents, repayTime: told.repayTime.toISOString() } };
}
