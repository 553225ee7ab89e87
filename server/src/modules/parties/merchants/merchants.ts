import type { user } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';

/** The merchants a scope takes in, by number. */
export async function merchantsWithin(db: Queryable, scope: DataScope) {
  let query = db
    .selectFrom('merchant')
    .select(['merchantNo', 'merchantName', 'isEnabled', 'companyCode', 'companyName', 'orgName'])
    .orderBy('merchantNo');
  const merchantNos = merchantsSeen(scope);
  if (merchantNos?.length === 0) return [];
  if (merchantNos !== null) query = query.where('merchantNo', 'in', merchantNos);
  return await query.execute();
}

/** The organisations as a tree. */
export async function organizationTree(db: Queryable): Promise<user.Organization[]> {
  const rows = await db.selectFrom('organization').selectAll().orderBy('orgNo').execute();
  const below = (parent: string | null): user.Organization[] =>
    rows
      .filter((row) => row.parentOrgNo === parent)
      .map(({ orgNo, orgName }) => ({ orgNo, orgName, childSet: below(orgNo) }));
  return below(null);
}
