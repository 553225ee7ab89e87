import { type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../../db/database.ts';
import { AppError } from '../../../../http/app-error.ts';
import type { Services } from '../../../../services.ts';
import { startJob } from '../../../platform/jobs/index.ts';
import { queueMessage, recipientOf } from '../../../platform/messages/index.ts';
import { shownDay } from '../../../platform/policy/index.ts';
import type { ReportScheduleTable } from '../tables.ts';
import { fileRequest } from './commands.ts';
import { nextRunAfter, periodOf } from './next-run.ts';
import { mayTakeNow, pageOf, type Schedulable, type Schedulables } from './schedulable.ts';

type Schedule = Selectable<ReportScheduleTable>;

export interface RunContext {
  readonly db: Database;
  readonly services: Services;
  readonly log: Logger;
}

/** How long a file can be downloaded. */
const FILE_HOURS = '48';
/** What was missed for longer is not made up for: nobody wants a month of yesterdays. */
const CAUGHT_UP_MS = 3 * 86_400_000;

/**
 * Starts what is due and writes to those whose file is made. A file is made as a job of its recipient: by the rights,
 * merchants and masking that they have at that moment, and nobody else can open it.
 */
export async function runSchedules(reports: Schedulables, context: RunContext, now: Date): Promise<void> {
  let started = 0;
  while (await context.db.transaction().execute(async (tx) => await startDue(tx, reports, context, now))) started += 1;
  if (started > 0) context.services.jobs.wake();
  while (await context.db.transaction().execute(async (tx) => await tellOne(tx, reports, context)));
}

async function startDue(tx: Tx, reports: Schedulables, context: RunContext, now: Date): Promise<boolean> {
  const due = await tx
    .selectFrom('reportSchedule')
    .selectAll()
    .where('isPaused', '=', false)
    .where('nextRunAt', '<=', now)
    .orderBy('nextRunAt')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!due) return false;
  const report = reports.get(due.reportName);
  const isOwned = report !== undefined && (await mayTakeNow(context, due.ownerUserNo, report));
  for (const userNo of due.recipientUserNos) {
    const sending = isOwned
      ? await startFor(tx, userNo, { due, report }, context)
      : { jobNo: null, sendFault: 'OWNER_NO_RIGHT' as const };
    await tx
      .insertInto('reportSending')
      .values({ scheduleNo: due.scheduleNo, runAt: due.nextRunAt, userNo, ...sending })
      .execute();
  }
  await tx
    .updateTable('reportSchedule')
    .set((eb) => ({
      lastRunAt: now,
      nextRunAt: nextRunAfter(due, new Date(Math.max(due.nextRunAt.getTime(), now.getTime() - CAUGHT_UP_MS))),
      isPaused: !isOwned,
      version: isOwned ? eb.ref('version') : eb('version', '+', 1),
    }))
    .where('scheduleNo', '=', due.scheduleNo)
    .execute();
  return true;
}

interface Run {
  readonly due: Schedule;
  readonly report: Schedulable;
}

async function startFor(tx: Tx, userNo: string, { due, report }: Run, context: RunContext) {
  const fault = (sendFault: 'NO_RIGHT' | 'NO_EMAIL' | 'FILE_FAILED') => ({ jobNo: null, sendFault });
  if (!(await mayTakeNow(context, userNo, report))) return fault('NO_RIGHT');
  const { email, lang } = await recipientOf(tx, userNo);
  if (email === null) return fault('NO_EMAIL');
  try {
    // Of the days before it was due, however late it runs.
    const request = fileRequest(report, due, due.nextRunAt);
    const of = { tx, services: context.services, userNo, lang };
    return { jobNo: await startJob(report.kind, request, of, []), sendFault: null };
  } catch (error) {
    // Filters that the report had when it was scheduled.
    if (!(error instanceof AppError)) throw error;
    return fault('FILE_FAILED');
  }
}

/** Writes to one whose job has ended; answers whether there was one. */
async function tellOne(tx: Tx, reports: Schedulables, context: RunContext): Promise<boolean> {
  const { rows } = await sql<{ scheduleNo: string; runAt: Date; userNo: string; isMade: boolean }>`
    select x.schedule_no, x.run_at, x.user_no, j.job_status = 'SUCCESS' as is_made
    from report_sending x join job j on j.job_no = x.job_no
    where x.message_no is null and x.send_fault is null
      and j.job_status in ('SUCCESS', 'PARTIAL_SUCCESS', 'FAILURE', 'CANCELLED')
    order by x.run_at limit 1 for no key update of x skip locked`.execute(tx);
  const [done] = rows;
  if (!done) return false;
  const { scheduleNo, runAt, userNo, isMade } = done;
  const result = isMade ? await tell(tx, reports, done, context) : ({ sendFault: 'FILE_FAILED' } as const);
  await tx
    .updateTable('reportSending')
    .set(result)
    .where('scheduleNo', '=', scheduleNo)
    .where('runAt', '=', runAt)
    .where('userNo', '=', userNo)
    .execute();
  return true;
}

async function tell(
  tx: Tx,
  reports: Schedulables,
  { scheduleNo, runAt, userNo }: { readonly scheduleNo: string; readonly runAt: Date; readonly userNo: string },
  context: RunContext,
) {
  const { scheduleName, reportName, reportSpan } = await tx
    .selectFrom('reportSchedule')
    .select(['scheduleName', 'reportName', 'reportSpan'])
    .where('scheduleNo', '=', scheduleNo)
    .executeTakeFirstOrThrow();
  const report = reports.get(reportName);
  // The right may have gone while the file was made.
  if (!report || !(await mayTakeNow(context, userNo, report))) return { sendFault: 'NO_RIGHT' as const };
  const recipient = await recipientOf(tx, userNo);
  const { from, to } = periodOf(reportSpan, runAt);
  const queued = await queueMessage(tx, 'report.ready', recipient, {
    facts: {
      report: report.title[recipient.lang],
      title: scheduleName,
      from: shownDay(from),
      to: shownDay(to),
      hours: FILE_HOURS,
      link: `${context.services.settings.gateways.publicUrl}${pageOf(reportName)}`,
    },
  });
  return queued ? { messageNo: queued.messageNo } : { sendFault: 'NO_EMAIL' as const };
}
