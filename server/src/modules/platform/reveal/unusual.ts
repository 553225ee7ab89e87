import { type ParsedRequestOf, sensitiveInfo } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Reading } from '../../../lists/index.ts';
import { listExport } from '../exports/index.ts';
import { addDays, businessDateOf } from '../policy/index.ts';

type Row = sensitiveInfo.UnusualRow;
type Filters = ParsedRequestOf<typeof sensitiveInfo.unusual>['filters'];

/** Without a period the last week: what somebody still remembers. */
const DAYS = 7;
/** So many reveals, and so many times one's usual day. */
const VOLUME = { least: 10, times: 3 } as const;
/** So many reveals, more than half of them without anything that followed. */
const IDLE_LEAST = 5;

/**
 * Days of unusual reveals, the newest first. What followed is a contact, or anything that the person did with the
 * subject, within a day of the reveal.
 */
export async function unusualDays({ eatDay, userNos, reason }: Filters, { db, caller }: Reading): Promise<Row[]> {
  const today = businessDateOf(new Date());
  const from = eatDay?.from ?? addDays(eatDay?.to ?? today, 1 - DAYS);
  const to = eatDay?.to ?? today;
  const { scope } = caller;
  const merchantNos = scope === 'all' ? null : [...scope.merchantNos];
  const { rows } = await sql<Omit<Row, 'reasons' | 'dayId'>>`
    WITH shown AS (
      SELECT l.user_no, l.eat_day, l.happened_at, l.subject_no FROM reveal_log l
      WHERE l.outcome = 'SHOWN' AND l.eat_day BETWEEN ${from}::date AND ${to}::date
        AND (${userNos ?? null}::text[] IS NULL OR l.user_no = ANY(${userNos ?? null}::text[]))
        AND (${merchantNos}::text[] IS NULL OR EXISTS (SELECT FROM user_merchant um
          WHERE um.user_no = l.user_no AND um.merchant_no = ANY(${merchantNos}::text[])))),
    day AS (
      SELECT s.user_no, s.eat_day, count(*)::int AS reveals,
        count(*) FILTER (WHERE extract(hour FROM s.happened_at AT TIME ZONE 'Africa/Nairobi') NOT BETWEEN 6 AND 20)::int
          AS at_night,
        count(*) FILTER (WHERE NOT EXISTS (SELECT FROM audit_log a WHERE a.user_no = s.user_no
              AND a.subject_no = split_part(s.subject_no, '_', 1)
              AND a.happened_at BETWEEN s.happened_at AND s.happened_at + interval '1 day')
            AND NOT EXISTS (SELECT FROM contact_attempt c WHERE c.user_no = s.user_no
              AND split_part(s.subject_no, '_', 1) IN (c.order_no, c.case_no, c.customer_no)
              AND c.attempted_at BETWEEN s.happened_at AND s.happened_at + interval '1 day'))::int AS without_follow_up
      FROM shown s GROUP BY 1, 2)
    SELECT d.eat_day::text AS eat_day, d.user_no, u.real_name, d.reveals, d.at_night, d.without_follow_up,
      coalesce((SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY before.n) FROM (SELECT count(*) AS n
        FROM reveal_log b WHERE b.user_no = d.user_no AND b.outcome = 'SHOWN'
          AND b.eat_day BETWEEN d.eat_day - 30 AND d.eat_day - 1 GROUP BY b.eat_day) before), 0)::float AS usual
    FROM day d JOIN app_user u USING (user_no) ORDER BY d.eat_day DESC, d.reveals DESC, d.user_no`.execute(db);
  return rows
    .map((row) => ({ ...row, dayId: `${row.userNo}_${row.eatDay}`, reasons: reasonsOf(row) }))
    .filter(({ reasons }) => reasons.length > 0 && (reason === undefined || reasons.includes(reason)));
}

/** Pure. What is unusual about a day; nothing of most. */
export function reasonsOf({
  reveals,
  usual,
  atNight,
  withoutFollowUp,
}: Pick<Row, 'reveals' | 'usual' | 'atNight' | 'withoutFollowUp'>): Row['reasons'] {
  const reasons: Row['reasons'] = [];
  if (atNight > 0) reasons.push('HOUR');
  if (reveals >= VOLUME.least && reveals >= VOLUME.times * usual) reasons.push('VOLUME');
  if (reveals >= IDLE_LEAST && withoutFollowUp * 2 > reveals) reasons.push('NO_FOLLOW_UP');
  return reasons;
}

export const unusualExport = listExport({
  kind: 'unusualReveals.export',
  title: { en: 'Export of unusual reveals', zh: '导出异常查看' },
  page: sensitiveInfo.SENSITIVE_INFO_PAGE,
  params: sensitiveInfo.unusualExport.request,
  fileStem: 'unusual-reveals',
  subjectType: 'sensitiveInfo',
  idOf: (row: Row) => row.dayId,
  rows: async ({ filters }, run) => await unusualDays(filters, run),
  columns: [
    { en: 'Day', zh: '日期', of: (row) => row.eatDay },
    { en: 'Viewer', zh: '查看人', of: (row) => row.realName },
    {
      en: 'Unusual',
      zh: '异常',
      of: (row) => row.reasons,
      codes: {
        HOUR: ['At night', '夜间查看'],
        VOLUME: ['Far more than usual', '远超平时'],
        NO_FOLLOW_UP: ['No follow-up', '查看后无跟进'],
      },
    },
    { en: 'Reveals', zh: '查看次数', of: (row) => row.reveals },
    { en: 'Usual', zh: '平时', of: (row) => row.usual },
    { en: 'At night', zh: '夜间', of: (row) => row.atNight },
    { en: 'Without follow-up', zh: '无跟进', of: (row) => row.withoutFollowUp },
  ],
});
