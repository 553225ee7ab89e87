import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { areAttached, type FileSubject } from '../../platform/files/index.ts';

const SECTION = '/admincontent/chargetoanaccountsystem/';

/**
 * Certificates of refunds and transfers, kept with the merchant whose money it is: they are attached before the
 * request has a number. Seen by those who hold a page of the section and see the merchant.
 */
export const chargeVouchers: FileSubject = {
  subjectType: 'chargeVoucher',
  sees: async (_db, { pages, scope }, merchantNo) => {
    const merchantNos = merchantsSeen(scope);
    const isSeen = merchantNos === null || merchantNos.includes(merchantNo);
    return await Promise.resolve(isSeen && [...pages].some((page) => page.startsWith(SECTION)));
  },
};

/** A certificate is a file that somebody attached as one. @throws AppError ATTACHMENT_NOT_FOUND */
export async function refuseUnattached(db: Queryable, voucherIds: readonly string[]): Promise<void> {
  if (voucherIds.length === 0 || (await areAttached(db, chargeVouchers.subjectType, voucherIds))) return;
  throw new AppError('ATTACHMENT_NOT_FOUND', { fields: ['voucherIds'] });
}
