import { addDays } from '../../../platform/policy/index.ts';
import type { Queryable } from '../../../../db/database.ts';
import type { Asked } from '../engine/asked.ts';
import type { Reach } from '../engine/facts.ts';
import { type Answer, type Figures, figuresOf } from '../engine/figures.ts';
import { rollMeasures } from './rolling.ts';
import { levelEntries } from './sources.ts';

/** So many days before the period are what is expected from. */
const LOOKED_BACK = 180;
const FORMULAS = { name: 'collection', sources: { levelEntries }, measures: rollMeasures };

/**
 * What cohorts of the half year before the period recovered, beside what those of the period did: by the same key, or
 * of all of them where rows are days.
 */
export async function withExpected(
  db: Queryable,
  asked: Asked,
  answer: Answer,
  _peers: Answer,
  reach: Reach,
): Promise<Answer> {
  if (asked.view !== 'ROLL') return answer;
  const period = { from: addDays(asked.period.from, -LOOKED_BACK), to: addDays(asked.period.from, -1) };
  const dimension = asked.dimension === 'DATE' ? 'LEVEL' : asked.dimension;
  const past = await figuresOf(db, FORMULAS, { ...asked, dimension }, reach, period);
  const expected = (figures: Figures | undefined) => figures?.['recoveryPct'] ?? null;
  const of = (key: string) => expected(asked.dimension === 'DATE' ? past.total : past.rows.get(key));
  return {
    total: { ...answer.total, expectedPct: expected(past.total) },
    rows: new Map([...answer.rows].map(([key, figures]) => [key, { ...figures, expectedPct: of(key) }])),
  };
}
