import { merchantsSeen } from '../../../http/merchant-scope.ts';
import type { FileSubject } from '../../platform/files/index.ts';

/** What certificates are attached as. */
export const VOUCHER = 'merchantVoucher';
const SECTION = '/admincontent/merchantsystem/';

/**
 * Certificates and evidence of the section's pages, kept with the merchant they concern: they are attached before
 * the record has a number. Seen by those who hold a page of the section and see the merchant.
 */
export const merchantVouchers: FileSubject = {
  subjectType: VOUCHER,
  sees: async (_db, { pages, scope }, merchantNo) => {
    const merchantNos = merchantsSeen(scope);
    const isSeen = merchantNos === null || merchantNos.includes(merchantNo);
    return await Promise.resolve(isSeen && [...pages].some((page) => page.startsWith(SECTION)));
  },
};
