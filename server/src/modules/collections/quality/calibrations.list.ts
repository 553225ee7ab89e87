import { calibration } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Caller } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { exportOf } from '../../platform/exports/index.ts';

type Row = calibration.CalibrationRow;
type Answer = { readonly itemNo: string; readonly points: number };

function withinScope({ caller }: { readonly caller: Caller }) {
  const own = sql<boolean>`c.second_user_no = ${caller.userNo}`;
  if (!caller.codes.has('quality:inspection:sample')) return own;
  const merchantNos = merchantsSeen(caller.scope);
  if (merchantNos === null) return null;
  return sql<boolean>`(${own} or i.merchant_no = any(${[...merchantNos]}::text[]))`;
}

/** Items that one passed with all its points and the other did not. */
export const disputedOf = (
  items: readonly { readonly itemNo: string; readonly weight: number }[],
  first: readonly Answer[],
  second: readonly Answer[],
): number => {
  const isPassed = (answers: readonly Answer[], { itemNo, weight }: { itemNo: string; weight: number }) =>
    answers.some((one) => one.itemNo === itemNo && one.points === weight);
  return items.filter((item) => isPassed(first, item) !== isPassed(second, item)).length;
};

export const calibrations = defineList(
  calibration.page,
  (db) => db.selectFrom('qualityCalibration as c').innerJoin('inspection as i', 'i.inspectionNo', 'c.inspectionNo'),
  (by) => ({
    scope: withinScope,
    key: 'c.calibrationNo',
    missing: 'CALIBRATION_NOT_FOUND',
    filters: {
      calibrationState: (state) => (eb) => eb('c.scoredAt', state === 'OPEN' ? 'is' : 'is not', null),
      sheetNo: by.is('c.sheetNo'),
      scoredAt: by.days('c.scoredAt'),
    },
    sorts: { scoredAt: 'c.scoredAt', happenedAt: 'i.happenedAt' },
    first: [['c.calibrationNo', 'desc']],
    nulls: 'last',
    select: (query) =>
      query
        .innerJoin('qualitySheet as s', 's.sheetNo', 'c.sheetNo')
        .innerJoin('qualitySheetVersion as v', (join) =>
          join.onRef('v.sheetNo', '=', 'c.sheetNo').onRef('v.versionNo', '=', 'c.sheetVersionNo'),
        )
        .innerJoin('appUser as f', 'f.userNo', 'c.firstUserNo')
        .innerJoin('appUser as n', 'n.userNo', 'c.secondUserNo')
        .select(['c.calibrationNo', 'c.inspectionNo', 'i.sourceType', 'i.happenedAt', 's.sheetName', 'v.items'])
        .select(['c.firstAnswers', 'c.secondAnswers', 'c.firstScore', 'c.secondScore', 'c.scoredAt', 'c.secondUserNo'])
        .select(['f.realName as firstName', 'n.realName as secondName']),
    row: ({ items, firstAnswers, secondAnswers, secondUserNo, scoredAt, firstScore, ...row }, { caller }): Row => {
      const isOpen = scoredAt === null;
      const mayScore = isOpen && secondUserNo === caller.userNo && caller.codes.has('quality:inspection:score');
      const mayReassign = isOpen && caller.codes.has('quality:inspection:sample');
      return {
        ...row,
        happenedAt: row.happenedAt.toISOString(),
        calibrationState: isOpen ? 'OPEN' : 'SCORED',
        firstScore: isOpen ? null : firstScore,
        disagreements: isOpen ? null : disputedOf(items, firstAnswers, secondAnswers),
        scoredAt: scoredAt?.toISOString() ?? null,
        allowedActions: [...(mayScore ? (['score'] as const) : []), ...(mayReassign ? (['reassign'] as const) : [])],
      };
    },
  }),
);

export const calibrationExport = exportOf(calibrations, {
  kind: 'calibrations.export',
  title: { en: 'Export of second scores', zh: '导出复评' },
  page: { code: 'quality:inspection:export' },
  params: calibration.exportList.request,
  fileStem: 'second-scores',
  subjectType: 'qualityCalibration',
  columns: [
    { en: 'Number', zh: '编号', of: (row) => row.calibrationNo },
    { en: 'Inspection', zh: '质检编号', of: (row) => row.inspectionNo },
    { en: 'Score sheet', zh: '评分表', of: (row) => row.sheetName },
    { en: 'Status', zh: '状态', of: (row) => row.calibrationState, codes: 'CALIBRATION_STATE' },
    { en: 'First inspector', zh: '首评人', of: (row) => row.firstName },
    { en: 'First score', zh: '首评得分', of: (row) => row.firstScore },
    { en: 'Second inspector', zh: '复评人', of: (row) => row.secondName },
    { en: 'Second score', zh: '复评得分', of: (row) => row.secondScore },
    { en: 'Disagreements', zh: '分歧项', of: (row) => row.disagreements },
    { en: 'Scored', zh: '复评时间', of: (row) => row.scoredAt, isTime: true },
  ],
});
