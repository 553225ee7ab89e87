import { nineFour } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList } from '../../../lists/index.ts';

/** The people of a task that the vendor holds, of one task at a time. */
export const aiItems = defineList(
  nineFour.itemPage,
  (db) => db.selectFrom('aiTaskItem as i').innerJoin('aiTask as t', 't.taskNo', 'i.taskNo'),
  (by) => ({
    scope: by.ofMerchants('t.merchantNo'),
    key: 'i.itemNo',
    filters: { taskNo: by.is('i.taskNo') },
    sorts: { itemNo: 'i.itemNo' },
    first: [['i.itemNo', 'asc']],
    select: (query) =>
      query
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('contactResult as cr')
              .select(['cr.outcome', 'cr.talkSeconds', 'cr.willingness', 'cr.at'])
              .whereRef('cr.attemptId', '=', 'i.attemptId')
              // Noted after the vendor began the call: how it ended may be dated before that.
              .where('cr.outcome', 'not in', ['SENT', 'UNKNOWN', 'REFUSED'])
              .orderBy('cr.resultId', 'desc')
              .limit(1)
              .as('r'),
          (join) => join.on(sql<boolean>`true`),
        )
        .select(['i.itemNo', 'i.phone', 'i.caseNo', 'i.refusedFor', 'i.withdrawnAt', 'i.askedAt'])
        .select(['r.outcome as callResult', 'r.talkSeconds', 'r.willingness', 'r.at as calledAt']),
    row: (row) => ({
      ...row,
      calledAt: row.calledAt?.toISOString() ?? null,
      withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
      askedAt: row.askedAt?.toISOString() ?? null,
    }),
    personal: { phone: 'phone' },
  }),
);
