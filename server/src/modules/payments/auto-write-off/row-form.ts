import type { payment } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { shownDay } from '../../../ground/shown-time.ts';
import { AppError } from '../../../http/app-error.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

type Row = z.output<typeof payment.writeOffImportRow> & { readonly remark?: string | undefined };

/**
 * One payment on one bill or loan: one that we hold, or a typed one, which is recorded with the commit.
 * @throws AppError PAID_ANOTHER_DAY
 */
export async function formOf(db: Queryable, row: Row): Promise<payment.WriteOffForm> {
  const { orderNo, billNo = null, repayType, remark, paymentCode, paymentChannel, amountCents } = row;
  const { repayTime, accountId } = row;
  const held = await flowOf(db, row);
  if (held && repayTime !== undefined && businessDateOf(held.repayTime) !== businessDateOf(new Date(repayTime))) {
    throw new AppError('PAID_ANOTHER_DAY', { facts: { day: shownDay(held.repayTime) }, fields: ['repayTime'] });
  }
  const use = { paymentCode, paymentChannel, writeOffAmountCents: amountCents };
  const isTyped = !held && repayTime !== undefined;
  const typed = { flowAmountCents: amountCents, repayTime, ...(accountId && { accountId }) };
  const rows = [{ ...use, isrecord: !isTyped, ...(isTyped && typed) }];
  return { orderNo, billNo, repayType, rows, ...(remark !== undefined && { remark }) };
}

async function flowOf(db: Queryable, { paymentChannel, paymentCode }: Row) {
  return await db
    .selectFrom('paymentFlow')
    .select('repayTime')
    .where('paymentChannel', '=', paymentChannel)
    .where('paymentCode', '=', paymentCode)
    .executeTakeFirst();
}
