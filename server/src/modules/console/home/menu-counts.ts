import { auditOrder, type home, USER_MANAGEMENT_PAGE } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { CaseScope } from '../../../db/collection-schema.ts';
import type { Call } from '../../../http/implement.ts';
import { countDecidable as countChanges } from '../../platform/changes/index.ts';
import { casesWithin } from '../../collections/collections/index.ts';
import { countDecidable as countVersions, policyFamilies } from '../../platform/configuration/index.ts';
import { ordersWithin } from '../../lending/orders/index.ts';

type Count = (call: Call) => Promise<number>;

const POLICY_KEYS = policyFamilies.map(({ key }) => key);

/** Orders that the caller has under review, wherever they may see them. */
const ownReviews: Count = async ({ db, caller }) => {
  const { count } = await db
    .selectFrom('loanOrder')
    .select(sql<number>`count(*)`.as('count'))
    .where('auditorUserNo', '=', caller.userNo)
    .where('orderStatus', '=', 'PENDING_REVIEW')
    .where(ordersWithin(caller.scope))
    .executeTakeFirstOrThrow();
  return count;
};

/** Cases of one system that the caller works on. */
const ownCases =
  (caseScope: CaseScope): Count =>
  async ({ db, caller }) => {
    const { count } = await db
      .selectFrom('collectionCase')
      .select(sql<number>`count(*)`.as('count'))
      .where('collectorUserNo', '=', caller.userNo)
      .where('caseScope', '=', caseScope)
      .where('caseStatus', 'in', ['COLLECTING', 'RETAINED'])
      .where(casesWithin(caller.scope))
      .executeTakeFirstOrThrow();
    return count;
  };

/** Changes of somebody else that the caller may agree to. */
const decisions =
  (family: 'user' | 'role' | 'menu'): Count =>
  async (call) => {
    if (!call.caller.codes.has('user:change:approve')) return 0;
    const house = family === 'role' ? countVersions(call, POLICY_KEYS) : 0;
    return (await countChanges(family, call)) + (await house);
  };

/** Which entries count what waits. A page that asks for no work of a person's own has none. */
const COUNTED: readonly (readonly [path: string, count: Count])[] = [
  [auditOrder.MY_AUDIT_PAGE, ownReviews],
  ['/AdminContent/CollectionSystem/MyCollection', ownCases('ORDER')],
  ['/AdminContent/CollectionSystemNew/MyCollectionNew', ownCases('BILL')],
  [USER_MANAGEMENT_PAGE, decisions('user')],
  ['/AdminContent/UserSystem/RoleManagement', decisions('role')],
  ['/AdminContent/UserSystem/MenuManagement', decisions('menu')],
];

/** Counts of the pages that the caller holds. What cannot be counted is left out, the others stand. */
export async function countMenu(call: Call): Promise<home.MenuCount[]> {
  const held = COUNTED.filter(([path]) => call.caller.pages.has(path.toLowerCase()));
  const counts = await Promise.all(
    held.map(async ([path, count]) => {
      try {
        return { path, count: await count(call) };
      } catch (error) {
        call.log.error({ err: error, page: path }, 'an entry of the menu could not be counted');
        return { path, count: 0 };
      }
    }),
  );
  return counts.filter(({ count }) => count > 0);
}
