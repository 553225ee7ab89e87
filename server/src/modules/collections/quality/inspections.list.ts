import { inspection } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Caller } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { exportOf } from '../../platform/exports/index.ts';

/** Who samples, inspects, decides or exports sees what the merchants hold; everybody else their own results. */
const KEEPERS = ['sample', 'score', 'decide', 'export'].map((action) => `quality:inspection:${action}`);
export const keepsInspections = ({ codes }: Pick<Caller, 'codes'>): boolean => KEEPERS.some((code) => codes.has(code));

function withinScope({ caller }: { readonly caller: Caller }) {
  const own = sql<boolean>`(i.user_no = ${caller.userNo} and i.inspection_status in ('SCORED', 'APPEALED', 'CLOSED'))`;
  if (!keepsInspections(caller)) return own;
  // Whoever scores one a second time does not know the first score: not by looking, sorting or filtering.
  const isBlind = sql<boolean>`exists (select from quality_calibration x where x.inspection_no = i.inspection_no
    and x.second_user_no = ${caller.userNo} and x.scored_at is null)`;
  const merchantNos = merchantsSeen(caller.scope);
  if (merchantNos === null) return sql<boolean>`(not ${isBlind})`;
  return sql<boolean>`((${own} or i.merchant_no = any(${[...merchantNos]}::text[])) and not ${isBlind})`;
}

const BANDS = { LOW: [0, 59], MIDDLE: [60, 79], HIGH: [80, 100] } as const;

export const inspections = defineList(
  inspection.page,
  (db) => db.selectFrom('inspection as i').leftJoin('appUser as u', 'u.userNo', 'i.userNo'),
  (by) => ({
    scope: withinScope,
    key: 'i.inspectionNo',
    missing: 'INSPECTION_NOT_FOUND',
    filters: {
      inspectionNo: by.contains('i.inspectionNo'),
      staffType: (type) => sql<boolean>`exists (select from personnel k where k.user_no = i.user_no
        and k.personnel_kind = ${type})`,
      deptNo: by.is('u.deptNo'),
      userNo: by.is('i.userNo'),
      sourceType: by.is('i.sourceType'),
      sheetNo: by.is('i.sheetNo'),
      inspectionStatus: by.is('i.inspectionStatus'),
      hasFatal: by.is('i.hasFatal'),
      flag: (flag) => sql<boolean>`${flag} = any(i.flags)`,
      score: (band) => sql<boolean>`i.score between ${BANDS[band][0]} and ${BANDS[band][1]}`,
      happenedAt: by.days('i.happenedAt'),
    },
    sorts: {
      happenedAt: 'i.happenedAt',
      score: 'i.score',
      durationSeconds: 'i.durationSeconds',
      appealDueAt: 'i.appealDueAt',
    },
    first: [['i.happenedAt', 'desc']],
    nulls: 'last',
    select: (query) =>
      query
        .leftJoin('department as d', 'd.deptNo', 'u.deptNo')
        .leftJoin('qualitySheet as s', 's.sheetNo', 'i.sheetNo')
        .leftJoin('appUser as n', (join) =>
          join.on(sql<boolean>`n.user_no = coalesce(i.inspector_user_no, i.assigned_user_no)`),
        )
        .select(['i.inspectionNo', 'i.sourceType', 'i.subjectNo', 'i.happenedAt', 'i.userNo', 'i.phone'])
        .select(['i.durationSeconds', 'i.flags', 'i.sheetNo', 'i.score', 'i.hasFatal', 'i.inspectionStatus'])
        .select(['i.appealDueAt', 'i.version', 'i.inspectorUserNo', 'i.assignedUserNo', 'i.leaseUntil'])
        .select(['u.realName', 'u.jobNumber', 'd.deptName', 's.sheetName', 'n.realName as inspectorName']),
    row: ({ inspectorUserNo, assignedUserNo, leaseUntil, phone, ...row }, { caller }): inspection.InspectionRow => {
      const { inspectionStatus: status, userNo, appealDueAt } = row;
      const isOwn = userNo === caller.userNo;
      const now = Date.now();
      const can = (action: string) => caller.codes.has(`quality:inspection:${action}`);
      const isFree = status === 'PENDING' || (status === 'INSPECTING' && (leaseUntil?.getTime() ?? 0) <= now);
      const isMine = inspectorUserNo === caller.userNo;
      const is = {
        take: isFree && !isOwn && can('score') && [null, caller.userNo].includes(assignedUserNo),
        score: status === 'INSPECTING' && isMine && can('score'),
        appeal: status === 'SCORED' && isOwn && can('appeal') && (appealDueAt?.getTime() ?? 0) > now,
        decide: status === 'APPEALED' && !isOwn && !isMine && can('decide'),
        assign: status === 'PENDING' && can('sample'),
      };
      const order = ['take', 'score', 'appeal', 'decide', 'assign'] as const;
      return {
        ...row,
        customerPhone: phone,
        happenedAt: row.happenedAt.toISOString(),
        appealDueAt: appealDueAt?.toISOString() ?? null,
        allowedActions: order.filter((action) => is[action]),
      };
    },
    personal: { customerPhone: 'phone' },
  }),
);

export const inspectionExport = exportOf(inspections, {
  kind: 'inspections.export',
  title: { en: 'Export of inspections', zh: '导出质检' },
  page: { code: 'quality:inspection:export' },
  params: inspection.exportList.request,
  fileStem: 'inspections',
  subjectType: 'inspection',
  columns: [
    { en: 'Inspection', zh: '质检编号', of: (row) => row.inspectionNo },
    { en: 'Source', zh: '来源', of: (row) => row.sourceType, codes: 'INSPECTION_SOURCE' },
    { en: 'Happened', zh: '发生时间', of: (row) => row.happenedAt, isTime: true },
    { en: 'Name', zh: '姓名', of: (row) => row.realName },
    { en: 'Job number', zh: '工号', of: (row) => row.jobNumber },
    { en: 'Department', zh: '部门', of: (row) => row.deptName },
    { en: 'Customer phone', zh: '客户手机号', of: (row) => row.customerPhone },
    { en: 'Seconds', zh: '时长（秒）', of: (row) => row.durationSeconds },
    { en: 'Flags', zh: '标记', of: (row) => row.flags.join(', ') },
    { en: 'Score sheet', zh: '评分表', of: (row) => row.sheetName },
    { en: 'Score', zh: '得分', of: (row) => row.score },
    { en: 'Fatal', zh: '致命项', of: (row) => (row.hasFatal ? 'Yes' : 'No') },
    { en: 'Status', zh: '状态', of: (row) => row.inspectionStatus, codes: 'INSPECTION_STATUS' },
    { en: 'Inspector', zh: '质检员', of: (row) => row.inspectorName },
  ],
});
