import { abTest } from '@kituo/sdk/contracts';
import { implement } from '../../../../http/implement.ts';
import { experimentExport, experimentOf, experimentsOf, pageOfExperiments } from './list.ts';
import { customersOf, readResult } from './results.ts';

export const abTestRoutes = [
  implement(abTest.page, async (request, { db, caller }) =>
    pageOfExperiments(await experimentsOf(db, request, caller), request),
  ),
  implement(abTest.exportList, experimentExport.queue),
  implement(abTest.query, async ({ experimentNo }, { db, caller }) => {
    const row = await experimentOf(db, experimentNo, caller);
    return { ...row, ...(await readResult(db, row, new Date())) };
  }),
  implement(abTest.drill, async ({ filters, page, pageSize, sort }, { db, caller }) => {
    const row = await experimentOf(db, filters.experimentNo, caller);
    const place = { isAscending: sort?.direction === 'asc', limit: pageSize, offset: (page - 1) * pageSize };
    return await customersOf(db, row, { variant: filters.variant, ...place }, new Date());
  }),
];
