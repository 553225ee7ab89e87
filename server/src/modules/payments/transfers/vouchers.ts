import { merchantsSeen } from '../../../http/merchant-scope.ts';
import type { FileSubject } from '../../platform/files/index.ts';

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
