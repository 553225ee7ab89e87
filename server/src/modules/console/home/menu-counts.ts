import { auditOrder, type home } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { CaseScope } from '../../../db/collection-schema.ts';
import type { Call } from '../../../http/implement.ts';
import { casesWithin } from '../../collections/collections/index.ts';
import { countApprovals } from '../../platform/approvals/index.ts';
import { ordersWithin } from '../../lending/orders/index.ts';

const HOME = '/AdminContent/Home';

type Count = (call: Call) => Promise<number>;

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

/** Which entries count what waits. A page that asks for no work of a person's own has none. */
const COUNTED: readonly (readonly [path: string, count: Count])[] = [
  [auditOrder.MY_AUDIT_PAGE, ownReviews],
  ['/AdminContent/CollectionSystem/MyCollection', ownCases('ORDER')],
  ['/AdminContent/CollectionSystemNew/MyCollectionNew', ownCases('BILL')],
];

/** Nothing where it cannot be read: the other entries stand. */
async function orNone<Value>(reading: () => Promise<Value>, none: Value, call: Call, page: string): Promise<Value> {
  try {
    return await reading();
  } catch (error) {
    call.log.error({ err: error, page }, 'an entry of the menu could not be counted');
    return none;
  }
}

/** Work of one's own and what awaits one's approval, on the pages that the caller holds. */
export async function countMenu(call: Call): Promise<home.MenuCount[]> {
  const held = COUNTED.filter(([path]) => call.caller.pages.has(path.toLowerCase()));
  const [work, decisions] = await Promise.all([
    Promise.all(held.map(async ([path, count]) => ({ path, count: await orNone(() => count(call), 0, call, path) }))),
    orNone(async () => await countApprovals(call), { total: 0, pages: [] }, call, HOME),
  ]);
  // Home lists them all, whichever page they stand on.
  const counts = new Map([[HOME, decisions.total]]);
  for (const { path, count } of [...work, ...decisions.pages]) counts.set(path, (counts.get(path) ?? 0) + count);
  return [...counts].flatMap(([path, count]) => (count > 0 ? [{ path, count }] : []));
}
