import { reportSchedule } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList } from '../../../../lists/index.ts';
import { exportOf } from '../../../platform/exports/index.ts';

type Row = reportSchedule.ScheduleRow;
type Last = Pick<Row, 'sentCount' | 'preparing' | 'faults'>;

/** Of the last run; what could not be delivered says so once its message did. */
const LAST_RUN = sql<Last>`(select jsonb_build_object(
    'sentCount', count(*) filter (where x.message_no is not null and m.message_status is distinct from 'FAILED'),
    'preparing', count(*) filter (where x.message_no is null and x.send_fault is null),
    'faults', coalesce(jsonb_agg(jsonb_build_object('realName', u.real_name,
        'sendFault', coalesce(x.send_fault, 'MAIL_FAILED')) order by u.real_name)
      filter (where x.send_fault is not null or m.message_status = 'FAILED'), '[]'))
  from report_sending x join app_user u on u.user_no = x.user_no left join message m on m.message_no = x.message_no
  where x.schedule_no = s.schedule_no
    and x.run_at = (select max(y.run_at) from report_sending y where y.schedule_no = s.schedule_no))`;
const RECIPIENTS = sql<Row['recipients']>`(select coalesce(jsonb_agg(jsonb_build_object('userNo', u.user_no,
    'realName', u.real_name) order by u.real_name), '[]')
  from app_user u where u.user_no = any(s.recipient_user_nos))`;

export const schedules = defineList(
  reportSchedule.page,
  (db) => db.selectFrom('reportSchedule as s'),
  (by) => ({
    scope:
      ({ caller }) =>
      (eb) =>
        eb('s.ownerUserNo', '=', caller.userNo),
    key: 's.scheduleNo',
    missing: 'REPORT_SCHEDULE_NOT_FOUND',
    filters: {
      reportName: by.is('s.reportName'),
      scheduleState: (state) => (eb) => eb('s.isPaused', '=', state === 'PAUSED'),
    },
    sorts: { scheduleName: 's.scheduleName', nextRunAt: 's.nextRunAt', lastRunAt: 's.lastRunAt' },
    first: [['s.scheduleNo', 'desc']],
    select: (query) => query.selectAll('s').select([LAST_RUN.as('last'), RECIPIENTS.as('recipients')]),
    row: ({ last, isPaused, nextRunAt, lastRunAt, ...stored }): Row => {
      const { scheduleNo, scheduleName, reportName, reportSpan, reportFrequency, weekday, monthDay, hour } = stored;
      return {
        scheduleNo,
        scheduleName,
        reportName,
        reportSpan,
        reportFrequency,
        weekday,
        monthDay,
        hour,
        fileFormat: stored.fileFormat,
        filters: stored.filters,
        recipients: stored.recipients,
        version: stored.version,
        ...last,
        scheduleState: isPaused ? 'PAUSED' : 'ACTIVE',
        nextRunAt: isPaused ? null : nextRunAt.toISOString(),
        lastRunAt: lastRunAt?.toISOString() ?? null,
        allowedActions: isPaused ? ['update', 'resume', 'delete'] : ['update', 'pause', 'delete'],
      };
    },
  }),
);

export const scheduleExport = exportOf(schedules, {
  kind: 'reportSchedules.export',
  title: { en: 'Export of scheduled reports', zh: '导出定时报表' },
  page: [...new Set(Object.values(reportSchedule.REPORT_PAGES))],
  params: reportSchedule.exportList.request,
  fileStem: 'scheduled-reports',
  subjectType: 'reportSchedule',
  columns: [
    { en: 'Number', zh: '编号', of: (row) => row.scheduleNo },
    { en: 'Name', zh: '名称', of: (row) => row.scheduleName },
    { en: 'Report', zh: '报表', of: (row) => row.reportName, codes: 'REPORT_NAME' },
    { en: 'Period', zh: '期间', of: (row) => row.reportSpan, codes: 'REPORT_SPAN' },
    { en: 'Frequency', zh: '频率', of: (row) => row.reportFrequency, codes: 'REPORT_FREQUENCY' },
    { en: 'Recipients', zh: '收件人', of: (row) => row.recipients.map(({ realName }) => realName).join(', ') },
    { en: 'Status', zh: '状态', of: (row) => row.scheduleState, codes: 'REPORT_SCHEDULE_STATE' },
    { en: 'Next run', zh: '下次发送', of: (row) => row.nextRunAt, isTime: true },
    { en: 'Last run', zh: '上次发送', of: (row) => row.lastRunAt, isTime: true },
    { en: 'Sent', zh: '已发送', of: (row) => row.sentCount },
    { en: 'Failed', zh: '失败', of: (row) => row.faults.length },
  ],
});
