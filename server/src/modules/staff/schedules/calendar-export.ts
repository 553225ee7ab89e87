import { scheduling } from '@kituo/sdk/contracts';
import { listExport } from '../../platform/exports/index.ts';
import { readCalendar } from './calendar.ts';

/** People of one file. */
const MAX = 5_000;
const RULES = {
  CONSECUTIVE_DAYS: ['Too many days in a row', '连续工作天数过多'],
  WEEKLY_DAYS: ['Days a week not met', '每周天数不符'],
  DAILY_RATE: ['Too few people', '人数不足'],
  SHIFT_SHARE: ['Share of a shift type not met', '班次比例不符'],
  NEW_WITH_OLD: ['New staff without experienced staff', '新员工无老员工带班'],
  WEEKLY_NIGHTS: ['Too many night shifts', '夜班过多'],
  LANGUAGE_COVER: ['Too few who speak a language', '缺少会该语言的人员'],
  SKILL_COVER: ['Too few for a kind of work', '岗位人数不足'],
} as const satisfies Readonly<Record<scheduling.Shift['violations'][number], readonly [string, string]>>;

type ShiftLine = scheduling.Shift & Pick<scheduling.CalendarPerson, 'jobNumber' | 'deptName'>;

/** The shifts of a view as a file, a line each, in the order of its days. */
export const calendarExport = listExport({
  kind: 'scheduling.export',
  title: { en: 'Export of shifts', zh: '导出班次' },
  page: { code: 'schedule:shift:export' },
  params: scheduling.exportView.request,
  fileStem: 'shifts',
  subjectType: 'shift',
  idOf: (row: ShiftLine) => row.shiftId,
  rows: async ({ filters }, run) => {
    const { people } = await readCalendar(filters, run, MAX);
    return people
      .flatMap(({ shifts, jobNumber, deptName }) =>
        shifts.map((shift): ShiftLine => ({ ...shift, jobNumber, deptName })),
      )
      .toSorted((one, other) => one.startAt.localeCompare(other.startAt) || one.realName.localeCompare(other.realName));
  },
  columns: [
    { en: 'Date', zh: '日期', of: (row) => row.workDate },
    { en: 'Name', zh: '姓名', of: (row) => row.realName },
    { en: 'Job number', zh: '工号', of: (row) => row.jobNumber },
    { en: 'Group', zh: '组别', of: (row) => row.deptName },
    { en: 'Shift type', zh: '班次类型', of: (row) => row.shiftType },
    { en: 'Start', zh: '开始', of: (row) => row.startAt, isTime: true },
    { en: 'End', zh: '结束', of: (row) => row.endAt, isTime: true },
    { en: 'Break (minutes)', zh: '休息（分钟）', of: (row) => row.breakMinutes },
    { en: 'Status', zh: '状态', of: (row) => row.shiftStatus, codes: 'SHIFT_STATUS' },
    { en: 'Attendance', zh: '考勤', of: (row) => row.attendanceStatus, codes: 'ATTENDANCE_STATUS' },
    { en: 'Locked', zh: '锁定', of: (row) => row.isLocked },
    { en: 'Rules of the plan not met', zh: '未满足的计划规则', of: (row) => row.violations, codes: RULES },
    { en: 'Reason for breaking the plan', zh: '违反计划的原因', of: (row) => row.overrideReason },
    { en: 'Remark', zh: '备注', of: (row) => row.remark },
  ],
});
