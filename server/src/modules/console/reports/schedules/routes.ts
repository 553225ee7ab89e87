import { reportSchedule } from '@kituo/sdk/contracts';
import { implement } from '../../../../http/implement.ts';
import { deleteSchedule, readRecipients, saveSchedule, switchSchedule } from './commands.ts';
import { scheduleExport, schedules } from './list.ts';
import type { Schedulables } from './schedulable.ts';

export const scheduleRoutes = (reports: Schedulables) => [
  implement(reportSchedule.page, schedules.page),
  implement(reportSchedule.exportList, scheduleExport.queue),
  implement(reportSchedule.recipients, async (_, call) => await readRecipients(reports, call)),
  implement(reportSchedule.save, async (form, call) => await saveSchedule(reports, form, call)),
  implement(reportSchedule.pause, async (named, call) => await switchSchedule(named, true, call)),
  implement(reportSchedule.resume, async (named, call) => await switchSchedule(named, false, call)),
  implement(reportSchedule.remove, deleteSchedule),
];
