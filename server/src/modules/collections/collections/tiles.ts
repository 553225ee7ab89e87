import { sql } from 'kysely';
import type { CaseScope } from '../../../db/collection-schema.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { tileOf } from '../../platform/tiles/index.ts';
import { withinScope } from './cases.ts';

/** One's own cases with a promise that falls due today. */
const promisesTile = (
  caseScope: CaseScope,
  key: string,
  page: string,
  title: { readonly en: string; readonly zh: string },
) =>
  tileOf({
    key,
    title,
    page,
    query: 'promiseDueToday=true',
    read: async ({ db, caller }) =>
      await db
        .selectFrom('collectionCase')
        .where('collectorUserNo', '=', caller.userNo)
        .where('caseScope', '=', caseScope)
        .where('caseStatus', 'in', ['COLLECTING', 'RETAINED'])
        .where(withinScope(caller.scope))
        .where(
          sql<boolean>`exists (select from promise_to_pay p where p.case_no = collection_case.case_no
            and p.promise_status = 'OPEN' and p.promised_on = ${businessDateOf(new Date())})`,
        )
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
  });

export const promiseTiles = [
  promisesTile('ORDER', 'cases.promisesDue', '/AdminContent/CollectionSystem/MyCollection', {
    en: 'Promises due today',
    zh: '今日到期承诺',
  }),
  promisesTile('BILL', 'bills.promisesDue', '/AdminContent/CollectionSystemNew/MyCollectionNew', {
    en: 'Promises due today, by bill',
    zh: '今日到期承诺（按账单）',
  }),
];
