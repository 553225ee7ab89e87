import { performanceReport } from '@kituo/sdk/contracts';
import { AppError } from '../../../../http/app-error.ts';
import { implement } from '../../../../http/implement.ts';
import { defineReport } from '../engine/define-report.ts';
import { performanceMeasures } from './measures.ts';
import { ownOnly, staff } from './people.ts';
import {
  answers,
  assigned,
  attributed,
  calls,
  disciplineMoves,
  entries,
  feedback,
  firstBills,
  inCalls,
  incomings,
  inspections,
  moves,
  promises,
  shifts,
} from './sources.ts';
import { aboutPeople, scoreLines, withStanding } from './standing.ts';

/** What people achieved, and where they are within their type and category. */
export const performance = defineReport({
  name: 'performance',
  title: { en: 'Performance report', zh: '绩效报表' },
  endpoints: performanceReport,
  units: performanceReport.measures,
  dimension: 'PERSON',
  days: 7,
  sources: {
    entries,
    assigned,
    promises,
    moves,
    firstBills,
    attributed,
    feedback,
    shifts,
    calls,
    incomings,
    inCalls,
    answers,
    inspections,
    disciplineMoves,
  },
  measures: performanceMeasures,
  reach: (caller) => ownOnly({ caller }),
  people: staff,
  finish: withStanding,
  about: async (db, dimension, keys) =>
    dimension === 'PERSON'
      ? new Map(
          [...(await aboutPeople(db, keys))].map(([key, { jobNumber, deptName }]) => [key, { jobNumber, deptName }]),
        )
      : new Map(),
});

/** A score taken apart, for who sees the row that it stands in. */
export const performanceRoutes = [
  implement(performanceReport.score, async ({ queryId, userNo }, call) => {
    const row = await performance.figuresOfRow(queryId, userNo, call);
    if (row === null || row.asked.dimension !== 'PERSON') throw new AppError('NOT_FOUND');
    return await scoreLines(call.db, userNo, row.asked, row.figures);
  }),
];
