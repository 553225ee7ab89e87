import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';

/** The accounts within a data scope: those of its merchants, and those of all. */
export function accountsWithin(column: string, scope: DataScope): RawBuilder<boolean> | null {
  const merchantNos = merchantsSeen(scope);
  if (merchantNos === null) return null;
  return sql<boolean>`(${sql.ref(column)} = '{}' or ${sql.ref(column)} && ${merchantNos}::text[])`;
}

/** Changing an account takes the whole of it: whoever sees but some of its merchants looks on. */
export function reachesWhole(scope: DataScope, merchantNos: readonly string[]): boolean {
  const seen = merchantsSeen(scope);
  if (seen === null) return true;
  return merchantNos.length > 0 && merchantNos.every((merchantNo) => seen.includes(merchantNo));
}

/** `merchantNames` of an account, in order; none where it is of all merchants. */
export const merchantNamesOf = (column: string) =>
  sql<string[]>`array(select m.merchant_name from merchant m where m.merchant_no = any(${sql.ref(column)})
    order by m.merchant_name)`;

/** The account is of this merchant, or of all. */
export const isOfMerchant = (column: string) => (merchantNo: string) =>
  sql<boolean>`(${sql.ref(column)} = '{}' or ${merchantNo} = any(${sql.ref(column)}))`;

/** A request about the account awaits approval. */
export const hasWaitingChange = (kindPrefix: string, column: string) =>
  sql<boolean>`exists (select from change_request q where q.subject_no = ${sql.ref(column)}
    and q.kind like ${`${kindPrefix}.%`} and q.change_state = 'PENDING')`;

/**
 * What an account is to our books: its channel, and the merchant whose books hold what moved on it and names no loan.
 * That is its first merchant; of one of all merchants, as the first paybill, the first of all.
 * @param accountCode as the ledger has it, `BANK.` in front
 */
export async function ownerOf(
  db: Queryable,
  accountCode: string,
): Promise<{ readonly merchantNo: string; readonly paymentCompany: 'MPESA' | 'BANK' }> {
  const { paymentCompany, merchantNos } = await db
    .selectFrom('moneyAccount')
    .select(['paymentCompany', 'merchantNos'])
    .where('accountCode', '=', accountCode)
    .executeTakeFirstOrThrow();
  const first = db.selectFrom('merchant').select('merchantNo').orderBy('merchantNo').limit(1);
  const merchantNo = merchantNos?.[0] ?? (await first.executeTakeFirstOrThrow()).merchantNo;
  return { merchantNo, paymentCompany };
}
