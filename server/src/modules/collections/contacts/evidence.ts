import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';

const KINDS = ['serviceVoucher', 'merchantVoucher'];

/**
 * What proves a consent is kept with the merchant, and whoever names it attached it: a number that was read somewhere, or
 * another person's file, proves nothing.
 * @throws AppError ATTACHMENT_NOT_FOUND
 */
export async function refuseStrangeEvidence(
  db: Queryable,
  merchantNo: string,
  voucherIds: readonly string[],
  { userNo }: Pick<Caller, 'userNo'>,
): Promise<void> {
  const wanted = [...new Set(voucherIds)];
  const found = await db
    .selectFrom('attachment')
    .select('attachmentNo')
    .where('attachmentNo', 'in', [...wanted, ''])
    .where('subjectType', 'in', KINDS)
    .where('subjectNo', '=', merchantNo)
    .where('userNo', '=', userNo)
    .where('deletedAt', 'is', null)
    .execute();
  if (found.length < wanted.length) throw new AppError('ATTACHMENT_NOT_FOUND', { fields: ['voucherIds'] });
}
