import { discipline, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call, Caller } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { lastObjectionDayOf } from './objection-days.ts';
import { KEEPERS } from './vouchers.ts';

/** Who keeps records sees those of the merchants they see; everybody sees their own. */
function withinScope({ caller }: { readonly caller: Caller }) {
  const own = sql<boolean>`r.user_no = ${caller.userNo}`;
  if (!KEEPERS.some((code) => caller.codes.has(code))) return own;
  const merchantNos = merchantsSeen(caller.scope);
  if (merchantNos === null) return null;
  return sql<boolean>`(${own} or exists (select from user_merchant um where um.user_no = r.user_no
    and um.merchant_no = any(${[...merchantNos]}::text[])))`;
}

export const records = defineList(
  discipline.page,
  (db) => db.selectFrom('disciplineRecord as r').innerJoin('appUser as u', 'u.userNo', 'r.userNo'),
  (by) => ({
    scope: withinScope,
    key: 'r.recordNo',
    missing: 'DISCIPLINE_NOT_FOUND',
    filters: {
      realName: by.contains('u.realName'),
      jobNumber: by.contains('u.jobNumber'),
      deptNo: by.is('u.deptNo'),
      staffType: (staffType) =>
        sql<boolean>`exists (select from personnel k where k.user_no = r.user_no and k.personnel_kind = ${staffType})`,
      employeeStatus: by.is('u.employeeStatus'),
      employeeCategory: by.is('u.employeeCategory'),
      disciplineType: by.is('r.disciplineType'),
      source: by.is('r.source'),
      disciplineStatus: by.is('r.disciplineStatus'),
      happenedOn: by.between('r.happenedOn'),
    },
    sorts: { happenedOn: 'r.happenedOn', points: 'r.points' },
    first: [['r.happenedOn', 'desc']],
    select: (query) =>
      query
        .leftJoin('department as d', 'd.deptNo', 'u.deptNo')
        .leftJoin('appUser as m', 'm.userNo', 'r.recordedBy')
        .leftJoin('appUser as c', 'c.userNo', 'r.decidedBy')
        .select(['r.recordNo', 'r.userNo', 'u.realName', 'u.jobNumber', 'd.deptName', 'u.employeeStatus'])
        .select(['u.employeeCategory', 'r.disciplineType', 'r.disciplineLevel', 'r.points', 'r.source'])
        .select(['r.happenedOn', 'r.content', 'r.disciplineStatus', 'r.objection', 'r.answer', 'r.decisionReason'])
        .select(
          sql<boolean>`${lastObjectionDayOf(sql`(r.recorded_at at time zone 'Africa/Nairobi')`)} >= ${businessDateOf(new Date())}`.as(
            'isInTime',
          ),
        )
        .select(['r.version', 'r.recordedBy', 'm.realName as recordedByName', 'c.realName as confirmedByName']),
    row: ({ recordedBy, isInTime, ...row }, { caller }) => {
      const isOwn = row.userNo === caller.userNo;
      const can = (action: string) => caller.codes.has(`appraisal:discipline:${action}`);
      const isPending = row.disciplineStatus === 'PENDING';
      const is = {
        confirm: isPending && !isOwn && recordedBy !== caller.userNo && can('confirm'),
        dismiss: isPending && !isOwn && recordedBy !== caller.userNo && can('confirm'),
        revoke: row.disciplineStatus === 'CONFIRMED' && !isOwn && can('revoke'),
        object: isPending && isOwn && isInTime && row.objection === null && can('appeal'),
      };
      return {
        ...row,
        allowedActions: (['confirm', 'dismiss', 'revoke', 'object'] as const).filter((action) => is[action]),
      };
    },
  }),
);

/** Confirmed points by person. */
export async function summaryOf(
  { filters }: ParsedRequestOf<typeof discipline.summary>,
  call: Call,
): Promise<ReplyOf<typeof discipline.summary>> {
  return await records.summed(
    filters,
    call,
    async (found) =>
      await found
        .where('r.disciplineStatus', '=', 'CONFIRMED')
        .select(['r.userNo', 'u.realName', 'u.jobNumber'])
        .select([sql<number>`count(*)`.as('records'), sql<number>`sum(r.points)::int`.as('points')])
        .select(flaggedWords(filters.happenedOn).as('flaggedWords'))
        .groupBy(['r.userNo', 'u.realName', 'u.jobNumber'])
        .orderBy('points', 'desc')
        .orderBy('u.realName')
        .limit(50)
        .execute(),
  );
}

/** How often words that are flagged were found of the person `r`, within these days. */
function flaggedWords({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined } = {}) {
  const since = from === undefined ? null : startOfBusinessDate(from);
  const until = to === undefined ? null : startOfBusinessDate(addDays(to, 1));
  return sql<number>`(select count(*)::int from word_hit h join word_group g using (word_group_no)
    where g.action = 'FLAG' and h.user_no = r.user_no and (${since}::timestamptz is null or h.hit_at >= ${since})
      and (${until}::timestamptz is null or h.hit_at < ${until}))`;
}

/** Confirmed points by department. */
export async function groupSummaryOf(
  { filters }: ParsedRequestOf<typeof discipline.groupSummary>,
  call: Call,
): Promise<ReplyOf<typeof discipline.groupSummary>> {
  return await records.summed(
    filters,
    call,
    async (found) =>
      await found
        .leftJoin('department as g', 'g.deptNo', 'u.deptNo')
        .where('r.disciplineStatus', '=', 'CONFIRMED')
        .select(['g.deptNo', 'g.deptName'])
        .select([
          sql<number>`count(distinct r.user_no)::int`.as('people'),
          sql<number>`count(*)::int`.as('records'),
          sql<number>`sum(r.points)::int`.as('points'),
        ])
        .groupBy(['g.deptNo', 'g.deptName'])
        .orderBy('points', 'desc')
        .orderBy('g.deptName')
        .execute(),
  );
}

export const recordExport = exportOf(records, {
  kind: 'discipline.export',
  title: { en: 'Export of discipline records', zh: '导出违纪记录' },
  page: { code: 'appraisal:discipline:export' },
  params: discipline.exportList.request,
  fileStem: 'discipline-records',
  subjectType: 'disciplineRecord',
  columns: [
    { en: 'Record', zh: '记录编号', of: (row) => row.recordNo },
    { en: 'Name', zh: '姓名', of: (row) => row.realName },
    { en: 'Job number', zh: '工号', of: (row) => row.jobNumber },
    { en: 'Department', zh: '部门', of: (row) => row.deptName },
    { en: 'Type', zh: '类型', of: (row) => row.disciplineType, codes: 'DISCIPLINE_TYPE' },
    { en: 'Level', zh: '程度', of: (row) => row.disciplineLevel, codes: 'DISCIPLINE_LEVEL' },
    { en: 'Points', zh: '分数', of: (row) => row.points },
    { en: 'Source', zh: '来源', of: (row) => row.source, codes: 'DISCIPLINE_SOURCE' },
    { en: 'Happened', zh: '发生日期', of: (row) => row.happenedOn },
    { en: 'Status', zh: '状态', of: (row) => row.disciplineStatus, codes: 'DISCIPLINE_STATUS' },
    { en: 'Recorded by', zh: '记录人', of: (row) => row.recordedByName },
    { en: 'Decided by', zh: '确认人', of: (row) => row.confirmedByName },
  ],
});
