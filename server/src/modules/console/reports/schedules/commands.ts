import { type ParsedRequestOf, reportSchedule, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { lockOne } from '../../../../db/lock-one.ts';
import { noteMade } from '../../../../db/tx-notes.ts';
import { AppError } from '../../../../http/app-error.ts';
import type { Call, CommandContext } from '../../../../http/implement.ts';
import { writeAudit } from '../../../platform/audit/index.ts';
import { nextRunAfter, periodOf } from './next-run.ts';
import { mayTake, mayTakeNow, type Schedulable, type Schedulables } from './schedulable.ts';

type Form = ParsedRequestOf<typeof reportSchedule.save>;
type Named = ParsedRequestOf<typeof reportSchedule.pause>;

/** A report that the caller may take away. @throws AppError FORBIDDEN */
function ownReport(reports: Schedulables, { reportName }: Form, { caller }: CommandContext): Schedulable {
  const report = reports.get(reportName);
  if (!report || !mayTake(caller, report)) throw new AppError('FORBIDDEN');
  return report;
}

/** People by the report that they may take away, those with an address alone. */
export async function readRecipients(
  reports: Schedulables,
  { db, caller }: Call,
): Promise<ReplyOf<typeof reportSchedule.recipients>> {
  const own = [...reports.values()].filter((report) => mayTake(caller, report));
  const found = await Promise.all(
    own.map(async ({ name, code }) => {
      const { rows } = await sql<{ value: string; label: string }>`
        select u.user_no as value, u.real_name as label from app_user u
        where u.user_status = 'NORMAL' and u.email is not null
          and exists (select from user_role ur join role_code c on c.role_no = ur.role_no
            where ur.user_no = u.user_no and c.code = ${code})
        order by u.real_name limit 1000`.execute(db);
      return rows.map((row) => ({ reportName: reportSchedule.reportName.parse(name), ...row }));
    }),
  );
  return found.flat();
}

/** @throws AppError REPORT_RECIPIENT_UNFIT */
async function refuseUnfit(report: Schedulable, { recipientUserNos }: Form, call: CommandContext): Promise<void> {
  const people = await call.tx
    .selectFrom('appUser')
    .select(['userNo', 'realName', 'email'])
    .where('userNo', 'in', recipientUserNos)
    .execute();
  const unfit: string[] = recipientUserNos.filter((userNo) => !people.some((person) => person.userNo === userNo));
  for (const { userNo, realName, email } of people) {
    if (email === null || !(await mayTakeNow(call, userNo, report))) unfit.push(realName);
  }
  if (unfit.length > 0) {
    throw new AppError('REPORT_RECIPIENT_UNFIT', {
      fields: ['recipientUserNos'],
      facts: { names: unfit.join(', ') },
    });
  }
}

/** The request that makes a file. @throws AppError REPORT_FILTERS_UNKNOWN */
export function fileRequest(report: Schedulable, form: Pick<Form, 'fileFormat' | 'filters' | 'reportSpan'>, at: Date) {
  const filters = { ...form.filters, period: periodOf(form.reportSpan, at) };
  const parsed = report.endpoints.exportList.request.safeParse({ format: form.fileFormat, filters, sort: null });
  if (!parsed.success || 'asOf' in form.filters) throw new AppError('REPORT_FILTERS_UNKNOWN', { fields: ['filters'] });
  return parsed.data;
}

/**
 * Schedules a report, or changes a schedule of one's own.
 * @throws AppError FORBIDDEN, REPORT_SCHEDULE_NOT_FOUND, STALE, REPORT_SCHEDULE_LIMIT, REPORT_RECIPIENT_UNFIT,
 * REPORT_FILTERS_UNKNOWN
 */
export async function saveSchedule(
  reports: Schedulables,
  form: Form,
  call: CommandContext,
): Promise<ReplyOf<typeof reportSchedule.save>> {
  const { tx, caller } = call;
  const report = ownReport(reports, form, call);
  const now = new Date();
  fileRequest(report, form, now);
  await refuseUnfit(report, form, call);
  const { scheduleNo, version, filters, ...rest } = form;
  const weekday = form.reportFrequency === 'WEEKLY' ? form.weekday : null;
  const monthDay = form.reportFrequency === 'MONTHLY' ? form.monthDay : null;
  const nextRunAt = nextRunAfter({ ...form, weekday, monthDay }, now);
  const values = {
    ...rest,
    weekday,
    monthDay,
    nextRunAt,
    recipientUserNos: [...new Set(form.recipientUserNos)],
    filters: JSON.stringify(filters),
  };
  const after = { ...rest, weekday, monthDay, filters };
  if (scheduleNo === undefined) {
    await refuseTooMany(call);
    const made = await tx
      .insertInto('reportSchedule')
      .values({ ...values, ownerUserNo: caller.userNo })
      .returning(['scheduleNo', 'version'])
      .executeTakeFirstOrThrow();
    noteMade(tx, `schedule ${made.scheduleNo}`);
    await writeAudit(tx, call, {
      action: 'reportSchedule.save',
      subjectType: 'reportSchedule',
      subjectNo: made.scheduleNo,
      after,
    });
    return { ...made, nextRunAt: nextRunAt.toISOString() };
  }
  const before = await lockSchedule({ scheduleNo, version }, call);
  await tx
    .updateTable('reportSchedule')
    .set({ ...values, updatedAt: now, version: before.version + 1 })
    .where('scheduleNo', '=', scheduleNo)
    .execute();
  const { scheduleName, reportSpan, reportFrequency, hour, recipientUserNos } = before;
  await writeAudit(tx, call, {
    action: 'reportSchedule.update',
    subjectType: 'reportSchedule',
    subjectNo: scheduleNo,
    before: { scheduleName, reportSpan, reportFrequency, hour, recipientUserNos },
    after,
  });
  return { scheduleNo, version: before.version + 1, nextRunAt: nextRunAt.toISOString() };
}

/** @throws AppError REPORT_SCHEDULE_LIMIT */
async function refuseTooMany({ tx, caller }: CommandContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`report schedules ${caller.userNo}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('reportSchedule')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ownerUserNo', '=', caller.userNo)
    .executeTakeFirstOrThrow();
  const { MAX_SCHEDULES: max } = reportSchedule;
  if (count >= max) throw new AppError('REPORT_SCHEDULE_LIMIT', { facts: { max } });
}

/** @throws AppError REPORT_SCHEDULE_NOT_FOUND, STALE */
async function lockSchedule(
  { scheduleNo, version }: { readonly scheduleNo: string; readonly version: number | undefined },
  { tx, caller }: CommandContext,
) {
  const query = tx.selectFrom('reportSchedule').selectAll().where('scheduleNo', '=', scheduleNo);
  const before = await lockOne(tx, query, {
    missing: 'REPORT_SCHEDULE_NOT_FOUND',
    subject: `schedule ${scheduleNo}`,
    state: (row) => row.version,
    isSeen: ({ ownerUserNo }) => ownerUserNo === caller.userNo,
  });
  if (before.version !== version) throw new AppError('STALE');
  return before;
}

/** @throws AppError REPORT_SCHEDULE_NOT_FOUND, STALE, NOTHING_CHANGES */
export async function switchSchedule(named: Named, isPaused: boolean, call: CommandContext) {
  const before = await lockSchedule(named, call);
  if (before.isPaused === isPaused) throw new AppError('NOTHING_CHANGES');
  const { scheduleNo } = before;
  const version = before.version + 1;
  await call.tx
    .updateTable('reportSchedule')
    .set({
      isPaused,
      version,
      updatedAt: new Date(),
      ...(!isPaused && { nextRunAt: nextRunAfter(before, new Date()) }),
    })
    .where('scheduleNo', '=', scheduleNo)
    .execute();
  await writeAudit(call.tx, call, {
    action: isPaused ? 'reportSchedule.pause' : 'reportSchedule.resume',
    subjectType: 'reportSchedule',
    subjectNo: scheduleNo,
    before: { isPaused: before.isPaused },
    after: { isPaused },
  });
  return { scheduleNo, version };
}

/** @throws AppError REPORT_SCHEDULE_NOT_FOUND, STALE */
export async function deleteSchedule(named: Named, call: CommandContext) {
  const { scheduleNo, scheduleName, reportName, recipientUserNos, version } = await lockSchedule(named, call);
  await call.tx.deleteFrom('reportSchedule').where('scheduleNo', '=', scheduleNo).execute();
  await writeAudit(call.tx, call, {
    action: 'reportSchedule.delete',
    subjectType: 'reportSchedule',
    subjectNo: scheduleNo,
    before: { scheduleName, reportName, recipientUserNos },
    after: { isDeleted: true },
  });
  return { scheduleNo, version };
}
