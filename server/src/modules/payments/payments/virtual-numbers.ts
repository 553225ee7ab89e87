import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { MatchedOrder } from './auto-write-off.ts';

/*
 * A virtual account number stands for one loan. Its last digit checks the others (Luhn, ISO/IEC 7812): it finds each
 * digit that was typed wrong, and all neighbours that changed places but 0 and 9.
 */

/** Why money that was paid in with such a number waits for a person. */
export type VirtualRefusal = 'VIRTUAL_CHECK_DIGIT' | 'VIRTUAL_NOT_ISSUED' | 'VIRTUAL_FOREIGN';

/** The account that money came in to, as it says what customers type. */
export interface ReceivingAccount {
  readonly accountId: string;
  readonly accountCode: string;
  readonly codeRule: 'ORDER_NO' | 'PHONE' | 'VIRTUAL';
  /** Empty: of all merchants. */
  readonly merchantNos: readonly string[];
  readonly rangeFrom: string | null;
}

/** The digit that comes after these. Pure. */
export function checkDigitOf(body: string): string {
  let sum = 0;
  for (const [index, digit] of [...body].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return String((10 - (sum % 10)) % 10);
}

const isChecked = (number: string): boolean => checkDigitOf(number.slice(0, -1)) === number.at(-1);

export const isServed = ({ merchantNos }: Pick<ReceivingAccount, 'merchantNos'>, merchantNo: string): boolean =>
  merchantNos.length === 0 || merchantNos.includes(merchantNo);

/**
 * The loan of a virtual account number, by the rule of the account that it was paid in to: a number belongs to the
 * account whose range it is from, and to no other. A number that was issued stays good when the range changes.
 * @returns why it waits where it is one that names no loan; null where it is none.
 */
export async function byVirtualNumber(
  db: Queryable,
  reference: string,
  account: ReceivingAccount,
): Promise<MatchedOrder | VirtualRefusal | null> {
  if (!/^\d{7,13}$/.test(reference)) return null;
  const issued = await db
    .selectFrom('virtualAccount as v')
    .innerJoin('loanOrder as o', 'o.orderNo', 'v.orderNo')
    .select(['v.accountId', 'o.orderNo', 'o.merchantNo', 'o.orderStatus', 'o.lendingTime'])
    .where('v.virtualNo', '=', reference)
    .executeTakeFirst();
  if (issued) {
    const { accountId, ...order } = issued;
    return accountId === account.accountId && isServed(account, order.merchantNo) ? order : 'VIRTUAL_FOREIGN';
  }
  const body = reference.slice(0, -1);
  const within = await db
    .selectFrom('repayAccount')
    .select('accountId')
    .where('rangeFrom', 'is not', null)
    .where(sql<boolean>`length(range_from) = ${body.length} and range_from <= ${body} and range_to >= ${body}`)
    .executeTakeFirst();
  // Where numbers are the rule, whatever has their length is meant as one.
  const isMeant = account.codeRule === 'VIRTUAL' && account.rangeFrom?.length === body.length;
  if (!within && !isMeant) return null;
  if (!isChecked(reference)) return 'VIRTUAL_CHECK_DIGIT';
  return within && within.accountId !== account.accountId ? 'VIRTUAL_FOREIGN' : 'VIRTUAL_NOT_ISSUED';
}
