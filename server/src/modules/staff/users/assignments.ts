import type { Tx } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { includesMerchant } from './scope.ts';

/** The difference between what is held and what is requested for. */
export function difference(held: readonly string[], requested: readonly string[]) {
  return {
    added: [...new Set(requested)].filter((item) => !held.includes(item)),
    removed: held.filter((item) => !requested.includes(item)),
  };
}

/** Writes only what differs: rights change their epoch, and so nobody's rights change for nothing. */
export async function changeRoles(
  tx: Tx,
  userNo: string,
  { added, removed }: ReturnType<typeof difference>,
): Promise<void> {
  if (removed.length > 0) {
    await tx.deleteFrom('userRole').where('userNo', '=', userNo).where('roleNo', 'in', removed).execute();
  }
  if (added.length > 0) {
    await tx
      .insertInto('userRole')
      .values(added.map((roleNo) => ({ userNo, roleNo })))
      .execute();
  }
}

/** As `changeRoles`, for merchants. Those outside the scope are neither seen nor touched. */
export async function changeMerchants(
  tx: Tx,
  scope: DataScope,
  userNo: string,
  { added, removed }: ReturnType<typeof difference>,
): Promise<void> {
  const within = removed.filter((merchantNo) => includesMerchant(scope, merchantNo));
  if (within.length > 0) {
    await tx.deleteFrom('userMerchant').where('userNo', '=', userNo).where('merchantNo', 'in', within).execute();
  }
  if (added.length > 0) {
    await tx
      .insertInto('userMerchant')
      .values(added.map((merchantNo) => ({ userNo, merchantNo })))
      .execute();
  }
}
