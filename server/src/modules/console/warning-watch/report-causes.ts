import { sql } from 'kysely';
import { shownDay } from '../../platform/policy/index.ts';
import { administratorRoles } from '../../platform/warnings/index.ts';
import type { Cause, WatchedSource } from './cause.ts';

const MOST = 31;

/** Closed days whose kept sums are not those of the ledger, a warning each. */
export const differingReports: WatchedSource = {
  sourceType: 'REPORT_DIFFERS',
  prefix: 'REPORT-',
  quietHours: 48,
  async find(db) {
    const { rows } = await sql<{ day: string }>`
      SELECT to_char(business_date, 'YYYY-MM-DD') AS day FROM report_day
      WHERE fault IS NOT NULL ORDER BY business_date LIMIT ${MOST}`.execute(db);
    if (rows.length === 0) return [];
    const roleNos = await administratorRoles(db);
    return rows.map(({ day }): Cause => ({
      key: day,
      warningLevel: 'URGENT',
      subject: `Report figures of ${shownDay(day)} differ from the ledger`,
      subjectZh: `${shownDay(day)} 的报表数字与账不符`,
      subjectPath: '/AdminContent/ReportSystem/FinancialReport',
      amountCents: null,
      merchantNo: null,
      roleNos,
      assigneeUserNo: null,
    }));
  },
};
