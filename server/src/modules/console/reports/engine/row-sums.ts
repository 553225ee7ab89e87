import { sql } from 'kysely';
import type { Queryable } from '../../../../db/database.ts';
import type { Period } from './asked.ts';
import { type DaySum, type Kept, keptOf } from './daily.ts';
import { behind } from './drill.ts';

/** Of all merchants. */
export type RowSum = Omit<DaySum, 'merchantNo'>;

/** What the rows behind figures come to by day and measure, read as a drill-down reads them; sums of 0 are left out. */
export async function rowSums(
  db: Queryable,
  report: Kept,
  { from, to, asOf }: Period & { readonly asOf: Date },
): Promise<RowSum[]> {
  const asked = { period: { from, to }, dimension: 'DATE', grain: 'DAY', asOf, only: {} } as const;
  const reach = { merchantNos: null };
  const found: RowSum[] = [];
  for (const [, measures] of keptOf(report)) {
    for (const [measure, { isStock: _, ...definition }] of measures) {
      // Of a stock what a day adds, as the kept sums have it.
      const ofDay = { name: report.name, sources: report.sources, measures: { [measure]: definition } };
      const terms = { measure, key: undefined, asked: { ...asked, compareWith: null, view: null }, reach };
      const { facts } = behind(ofDay, {}, terms);
      const { rows } = await sql<{ businessDate: string; figure: number }>`
        select f.business_date, sum(f.value)::bigint as figure from (${facts}) f group by 1`.execute(db);
      found.push(...rows.filter(({ figure }) => figure !== 0).map((row) => ({ ...row, measure })));
    }
  }
  return found;
}
