import { sql } from 'kysely';
import type { CaseScope } from '../../../db/collection-schema.ts';
import type { Call } from '../../../http/implement.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { tileOf } from '../../platform/tiles/index.ts';
import { withinScope } from './cases.ts';

const ownCases = ({ db, caller }: Call, caseScope: CaseScope) =>
  db
    .selectFrom('collectionCase')
    .where('collectorUserNo', '=', caller.userNo)
    .where('caseScope', '=', caseScope)
    .where('caseStatus', 'in', ['COLLECTING', 'RETAINED'])
    .where(withinScope(caller.scope));

interface Desk {
  readonly caseScope: CaseScope;
  /** How its keys begin. */
  readonly of: string;
  readonly page: string;
  /** What its titles end in, where two desks stand side by side. */
  readonly by: { readonly en: string; readonly zh: string };
}

const DESKS: readonly Desk[] = [
  { caseScope: 'ORDER', of: 'cases', page: '/AdminContent/CollectionSystem/MyCollection', by: { en: '', zh: '' } },
  {
    caseScope: 'BILL',
    of: 'bills',
    page: '/AdminContent/CollectionSystemNew/MyCollectionNew',
    by: { en: ', by bill', zh: '（按账单）' },
  },
];

/** One's own cases with a promise that falls due today. */
const promisesTile = ({ caseScope, of, page, by }: Desk) =>
  tileOf({
    key: `${of}.promisesDue`,
    title: { en: `Promises due today${by.en}`, zh: `今日到期承诺${by.zh}` },
    page,
    query: 'promiseDueToday=true',
    read: async (call) =>
      await ownCases(call, caseScope)
        .where(
          sql<boolean>`exists (select from promise_to_pay p where p.case_no = collection_case.case_no
            and p.promise_status = 'OPEN' and p.promised_on = ${businessDateOf(new Date())})`,
        )
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
  });

/** One's own cases that nobody has followed up today. */
const untouchedTile = ({ caseScope, of, page, by }: Desk) =>
  tileOf({
    key: `${of}.untouched`,
    title: { en: `Contacts left today${by.en}`, zh: `今日待联系案件${by.zh}` },
    page,
    query: 'untouchedToday=true',
    read: async (call) => {
      const start = startOfBusinessDate(businessDateOf(new Date()));
      return await ownCases(call, caseScope)
        .where(({ or, eb }) => or([eb('lastFollowUpAt', 'is', null), eb('lastFollowUpAt', '<', start)]))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    },
  });

export const caseTiles = DESKS.flatMap((desk) => [promisesTile(desk), untouchedTile(desk)]);
