import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { shownDay } from '../../platform/policy/index.ts';
import { administratorRoles } from '../../platform/warnings/index.ts';
import type { Cause, WatchedSource } from './cause.ts';

const MAX = 31;

const REPORTS: Readonly<Record<string, readonly [page: string, zh: string]>> = {
  financial: ['FinancialReport', '财务报表'],
  impairment: ['FinancialReport', '减值报表'],
  operation: ['OperationReport', '运营报表'],
  collection: ['CollectionReport', '催收报表'],
  approval: ['ApprovalReport', '审批报表'],
  performance: ['PerformanceReport', '绩效报表'],
};

/** Figures that somebody opened within the last day and whose rows did not add up to them. */
async function openedFigures(
  db: Queryable,
  now: Date,
): Promise<{ readonly report: string; readonly measure: string }[]> {
  const { rows } = await sql<{ report: string; measure: string }>`
    SELECT report, measure FROM report_difference WHERE found_at > ${now}::timestamptz - interval '1 day'
    ORDER BY found_at LIMIT ${MAX}`.execute(db);
  return rows;
}

/** Closed days whose kept sums are not those of the ledger, and figures that are not the sum of their rows, a warning each. */
export const differingReports: WatchedSource = {
  sourceType: 'REPORT_DIFFERS',
  prefix: 'REPORT-',
  quietHours: 48,
  async find(db, now) {
    const { rows } = await sql<{ day: string }>`
      SELECT to_char(business_date, 'YYYY-MM-DD') AS day FROM report_day
      WHERE fault IS NOT NULL ORDER BY business_date LIMIT ${MAX}`.execute(db);
    const opened = await openedFigures(db, now);
    if (rows.length + opened.length === 0) return [];
    const roleNos = await administratorRoles(db);
    const shared = {
      warningLevel: 'URGENT',
      amountCents: null,
      merchantNo: null,
      roleNos,
      assigneeUserNo: null,
    } as const;
    const days = rows.map(({ day }): Cause => ({
      ...shared,
      key: day,
      subject: `Report figures of ${shownDay(day)} differ from the ledger`,
      subjectZh: `${shownDay(day)} 的报表数字与账不符`,
      subjectPath: '/AdminContent/ReportSystem/FinancialReport',
    }));
    const figures = opened.map(({ report, measure }): Cause => {
      const [page, zh] = REPORTS[report] ?? ['FinancialReport', report];
      return {
        ...shared,
        key: `ROWS-${report}-${measure}`,
        subject: `${report} report: ${measure} is not the sum of its rows`,
        subjectZh: `${zh}：${measure} 与明细合计不符`,
        subjectPath: `/AdminContent/ReportSystem/${page}`,
      };
    });
    return [...days, ...figures];
  },
};
