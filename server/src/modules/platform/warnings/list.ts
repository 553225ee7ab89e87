import { type ParsedRequestOf, warning } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList, type Reading } from '../../../lists/index.ts';
import { presentWarning } from './present.ts';
import { withNames } from './query.ts';
import { warningsOf } from './scope.ts';

/** Calendar days in EAT, today included. */
const DAYS = { D1: 1, D7: 7, D30: 30 } as const;

/** Warnings that a person sees. Levels and states sort by weight, not by letter. */
export const warnings = defineList(
  warning.page,
  (db) => db.selectFrom('warning'),
  (by) => ({
    scope: ({ caller }) => warningsOf(caller),
    key: 'warning.warningNo',
    missing: 'WARNING_NOT_FOUND',
    filters: {
      warningLevel: by.is('warning.warningLevel'),
      warningStatus: by.is('warning.warningStatus'),
      sourceType: by.is('warning.sourceType'),
      merchantNo: by.is('warning.merchantNo'),
      assigneeUserNo: by.is('warning.assigneeUserNo'),
      raisedFrom: (from) => (eb) => eb('warning.raisedAt', '>=', new Date(from)),
      raisedTo: (to) => (eb) => eb('warning.raisedAt', '<', new Date(to)),
      raisedWithin: (days) =>
        sql<boolean>`warning.raised_at >= (date_trunc('day', now() AT TIME ZONE 'Africa/Nairobi')
          - make_interval(days => ${DAYS[days] - 1})) AT TIME ZONE 'Africa/Nairobi'`,
      isLive: (is) => (is ? (eb) => eb('warning.warningStatus', '!=', 'RESOLVED') : null),
      hideSnoozed: (is) =>
        is
          ? (eb) => eb.or([eb('warning.snoozedUntil', 'is', null), eb('warning.snoozedUntil', '<=', new Date())])
          : null,
    },
    sorts: {
      raisedAt: 'warning.raisedAt',
      amountCents: 'warning.amountCents',
      warningLevel: sql`array_position(ARRAY['INFO', 'ATTENTION', 'URGENT'], warning.warning_level)`,
      warningStatus: sql`array_position(ARRAY['OPEN', 'ACKNOWLEDGED', 'RESOLVED'], warning.warning_status)`,
    },
    first: [['warning.raisedAt', 'desc']],
    ties: 'desc',
    nulls: 'last',
    select: withNames,
    row: presentWarning,
  }),
);

/** How many there are of each cause under the filters, the most first. */
export async function causesOfWarnings(filters: ParsedRequestOf<typeof warning.page>['filters'], reading: Reading) {
  return await warnings.summed(
    filters,
    reading,
    async (found) =>
      await found
        .select('sourceType')
        .select(sql<number>`count(*)`.as('count'))
        .select(sql<number>`count(*) FILTER (WHERE warning_level = 'URGENT')`.as('urgent'))
        .groupBy('sourceType')
        .orderBy('count', 'desc')
        .orderBy('sourceType')
        .execute(),
  );
}
