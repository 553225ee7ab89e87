import type { collection, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';
import { withinScope } from './cases.ts';

type Cures = ReplyOf<typeof collection.outCures>;

/** Cases that began within so many days. */
const DAYS = 180;

/**
 * By instalment: of which orders it is the first that was late, and at which level late ones were settled. A case that
 * never left S0 was paid in time.
 */
export async function cureCurve(db: Queryable, scope: DataScope, today: string): Promise<Cures> {
  const cases = db
    .selectFrom('collectionCase')
    .innerJoin('caseBill as cb', 'cb.caseNo', 'collectionCase.caseNo')
    .innerJoin('bill as b', 'b.billNo', 'cb.billNo')
    .where('collectionCase.caseScope', '=', 'BILL')
    .where('collectionCase.caseLevel', '<>', 'S0')
    .where('collectionCase.openedAt', '>=', startOfBusinessDate(addDays(today, -DAYS)))
    .where(withinScope(scope))
    .select([
      'b.termNo',
      'collectionCase.caseLevel',
      'collectionCase.outReason',
      sql<boolean>`b.term_no = min(b.term_no) over (partition by collection_case.order_no)`.as('isFirst'),
    ]);
  const rows = await db
    .selectFrom(cases.as('c'))
    .select([
      'c.termNo',
      'c.caseLevel',
      sql<number>`count(*)`.as('missed'),
      sql<number>`count(*) filter (where c.is_first)`.as('firstMissed'),
      sql<number>`count(*) filter (where c.out_reason = 'SETTLED')`.as('cured'),
      sql<number>`count(*) filter (where c.out_reason is null)`.as('open'),
    ])
    .groupBy(['c.termNo', 'c.caseLevel'])
    .orderBy('c.termNo')
    .orderBy('c.caseLevel')
    .execute();
  const sum = (own: typeof rows, field: 'missed' | 'firstMissed' | 'open') =>
    own.reduce((total, row) => total + row[field], 0);
  return {
    days: DAYS,
    terms: [...Map.groupBy(rows, ({ termNo }) => termNo)].map(([termNo, own]) => ({
      termNo,
      missed: sum(own, 'missed'),
      firstMissed: sum(own, 'firstMissed'),
      open: sum(own, 'open'),
      cured: own.flatMap(({ caseLevel, cured }) => (cured > 0 ? [{ caseLevel, cases: cured }] : [])),
    })),
  };
}
