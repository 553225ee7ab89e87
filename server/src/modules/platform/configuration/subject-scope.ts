import type { Call, DataScope } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import { reachOn } from '../access/index.ts';
import type { ConfigFamily } from './families.ts';

/** What stands for every merchant at the beginning of a subject. */
const EVERY_MERCHANT = ['', 'ALL'];

/** Whose a thing is, and which of that merchant's; `merchantNo` is null where it stands for all of them. */
export function partsOfSubject(subjectNo: string): { readonly merchantNo: string | null; readonly rest: string } {
  const merchantNo = merchantOf(subjectNo);
  const isOfAll = EVERY_MERCHANT.includes(merchantNo);
  return { merchantNo: isOfAll ? null : merchantNo, rest: subjectNo.slice(merchantNo.length + 1) };
}

/** Of which merchant a thing is: subjects are its number, or begin with it (`M0001_P00002_FIRST`). */
const merchantOf = (subjectNo: string): string => subjectNo.split('_')[0] ?? '';

/**
 * Whose things a caller may configure of a family: the endpoints are the same for all families, so the data
 * rules of the family's own page count, unless the call came by a page that has rules itself.
 */
export async function reachOf(
  { access }: Pick<ConfigFamily, 'access'>,
  { services, caller }: Pick<Call, 'services' | 'caller'>,
): Promise<DataScope> {
  const { scope, userNo, rightsEpoch } = caller;
  if (scope !== 'all' && scope.rows !== undefined) return scope;
  return reachOn(await services.rights.of(userNo, rightsEpoch), access.see).scope;
}

/** Whether a scope holds the thing that is configured; what is for every merchant everybody sees. */
export function seesSubject(subjectNo: string, scope: DataScope): boolean {
  const merchantNo = merchantOf(subjectNo);
  return EVERY_MERCHANT.includes(merchantNo) || seesMerchant(scope, merchantNo);
}

/** Whether one may write on it: what is for every merchant belongs to those who see every merchant. */
export function ownsSubject(subjectNo: string, scope: DataScope): boolean {
  return subjectNo === '' || seesMerchant(scope, merchantOf(subjectNo));
}

/** Beginnings of the subjects within a scope; null for all. */
export function seenBeginnings(scope: DataScope): string[] | null {
  const merchantNos = merchantsSeen(scope);
  return merchantNos === null ? null : [...EVERY_MERCHANT, ...merchantNos];
}
