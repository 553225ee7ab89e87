import { mySchedule, schedulePlan, scheduling } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { abnormalRoutes } from './abnormal/routes.ts';
import { autoFound, startAuto } from './auto/auto-job.ts';
import { applyAuto } from './auto/commands.ts';
import { readCalendar } from './calendar.ts';
import { calendarExport } from './calendar-export.ts';
import { agreeToSwap, approveChange, askForChange, rejectChange, withdrawChange } from './change-commands.ts';
import { changeList } from './change-list.ts';
import { markLeave } from './mark-leave.ts';
import { colleaguesOf, myCalendar, mySummary, sendFeed } from './my.ts';
import { peopleSeen, peopleToChoose } from './people.ts';
import { checkPlan, savePlan, saveShiftType, setPlanState } from './plan-commands.ts';
import { planExport, planList } from './plans.ts';
import { holidaysOf } from './holidays.ts';
import { daysFrom, neededOn } from './rules.ts';
import { cancelShift, dragShift, publishShifts, saveShift, updateShift } from './shift-commands.ts';
import { shiftsOf, shown } from './shifts-shown.ts';
import { workDuring } from './work-during.ts';

export const routes = [
  implement(scheduling.calendar, async (request, call) => await readCalendar(request, call)),
  implement(scheduling.people, async (_nothing, { db, caller }) => await peopleToChoose(db, caller.scope)),
  implement(scheduling.exportView, calendarExport.queue),
  implement(scheduling.detail, async ({ shiftId }, { db, caller }) => {
    const row = await shiftsOf(db).where('w.shiftId', '=', shiftId).where(peopleSeen(caller.scope)).executeTakeFirst();
    if (!row) throw new AppError('NOT_FOUND');
    return shown(row, caller);
  }),
  implement(scheduling.log, async ({ shiftId }, { db, caller }) => {
    const row = await shiftsOf(db).where('w.shiftId', '=', shiftId).where(peopleSeen(caller.scope)).executeTakeFirst();
    if (!row) throw new AppError('NOT_FOUND');
    return { history: await readHistory(db, 'shift', shiftId), work: await workDuring(db, row) };
  }),
  implement(scheduling.save, saveShift),
  implement(scheduling.update, updateShift),
  implement(scheduling.drag, dragShift),
  implement(scheduling.cancel, cancelShift),
  implement(scheduling.markLeave, markLeave),
  implement(scheduling.publish, publishShifts),
  implement(scheduling.autoPreview, startAuto),
  implement(scheduling.autoFound, autoFound),
  implement(scheduling.autoApply, applyAuto),
  implement(
    scheduling.shiftTypes,
    async (_request, { db }) => await db.selectFrom('shiftType').selectAll().orderBy('shiftType').execute(),
  ),
  implement(scheduling.saveShiftType, saveShiftType),
  implement(schedulePlan.page, planList.page),
  implement(schedulePlan.exportList, planExport.queue),
  implement(schedulePlan.detail, async ({ planNo }, call) => {
    const row = await planList.one(planNo, call);
    const today = businessDateOf(new Date());
    const days = daysFrom(today, addDays(today, 27));
    const counts = await call.db
      .selectFrom('workShift as w')
      .innerJoin('appUser as u', 'u.userNo', 'w.userNo')
      .select(({ fn }) => ['w.workDate', fn.countAll<string>().as('scheduled')])
      .where('u.deptNo', 'in', row.deptNos)
      .where('w.shiftStatus', '<>', 'CANCELLED')
      .where('w.workDate', '>=', today)
      .groupBy('w.workDate')
      .execute();
    const scheduledOn = new Map(counts.map(({ workDate, scheduled }) => [workDate, Number(scheduled)]));
    const named = await holidaysOf(call.db, days);
    return {
      ...row,
      comingDays: days.map((date) => ({
        date,
        scheduled: scheduledOn.get(date) ?? 0,
        needed: neededOn(date, row.headcount, row, named.has(date)),
      })),
      history: await readHistory(call.db, 'schedulePlan', planNo),
    };
  }),
  implement(schedulePlan.check, async (form, { db }) => await checkPlan(db, form)),
  implement(schedulePlan.save, savePlan),
  implement(schedulePlan.enable, async (one, call) => await setPlanState(one, 'enable', call)),
  implement(schedulePlan.disable, async (one, call) => await setPlanState(one, 'disable', call)),
  implement(mySchedule.calendar, myCalendar),
  implement(mySchedule.summary, mySummary),
  implement(mySchedule.colleagues, colleaguesOf),
  implement(mySchedule.page, changeList.page),
  implement(mySchedule.apply, askForChange),
  implement(mySchedule.withdraw, withdrawChange),
  implement(mySchedule.agree, agreeToSwap),
  implement(mySchedule.approve, approveChange),
  implement(mySchedule.reject, rejectChange),
  implement(mySchedule.feed, sendFeed),
  ...abnormalRoutes,
];
