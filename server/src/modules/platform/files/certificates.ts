import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';

/**
 * Whether each certificate that a command names is there, attached to what it speaks of: a number that was made up
 * proves nothing. None is no matter of this.
 * @throws AppError ATTACHMENT_NOT_FOUND
 */
export async function refuseUnattached(
  db: Queryable,
  of: { readonly subjectType: string; readonly subjectNo: string },
  attachIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(attachIds)];
  if (wanted.length === 0) return;
  const found = await db
    .selectFrom('attachment')
    .select('attachmentNo')
    .where('attachmentNo', 'in', wanted)
    .where('subjectType', '=', of.subjectType)
    .where('subjectNo', '=', of.subjectNo)
    .where('deletedAt', 'is', null)
    .execute();
  if (found.length < wanted.length) throw new AppError('ATTACHMENT_NOT_FOUND', { fields: ['voucherIds'] });
}
