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
      ? await startFor(tx, userNo, { due, report, now }, context)
      : { jobNo: null, sendFault: 'OWNER_NO_RIGHT' as const };
    await tx
      .insertInto('reportSending')
      .values({ scheduleNo: due.scheduleNo, runAt: now, userNo, ...sending })
      .execute();
  }
  await tx
    .updateTable('reportSchedule')
    .set((eb) => ({
      lastRunAt: now,
      nextRunAt: nextRunAfter(due, now),
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
  readonly now: Date;
}

async function startFor(tx: Tx, userNo: string, { due, report, now }: Run, context: RunContext) {
  const fault = (sendFault: 'NO_RIGHT' | 'NO_EMAIL' | 'FILE_FAILED') => ({ jobNo: null, sendFault });
  if (!(await mayTakeNow(context, userNo, report))) return fault('NO_RIGHT');
  const { email, lang } = await recipientOf(tx, userNo);
  if (email === null) return fault('NO_EMAIL');
  try {
    const request = fileRequest(report, due, now);
    const of = { tx, services: context.services, userNo, lang };
    return { jobNo: await startJob(report.kind, request, of, []), sendFault: null };
  } catch (error) {
    // Filters that the report had when it was scheduled.
    if (!(error instanceof AppError)) throw error;
    return fault('FILE_FAILED');
  }
}

/** Writes to one whose job has ended; answers whether there was one. */
async function tellOne(tx: Tx, reports: Schedulables, { services }: RunContext): Promise<boolean> {
  const { rows } = await sql<{ scheduleNo: string; runAt: Date; userNo: string; isMade: boolean }>`
    select x.schedule_no, x.run_at, x.user_no, j.job_status = 'SUCCESS' as is_made
    from report_sending x join job j on j.job_no = x.job_no
    where x.message_no is null and x.send_fault is null
      and j.job_status in ('SUCCESS', 'PARTIAL_SUCCESS', 'FAILURE', 'CANCELLED')
    order by x.run_at limit 1 for no key update of x skip locked`.execute(tx);
  const [done] = rows;
  if (!done) return false;
  const { scheduleNo, runAt, userNo, isMade } = done;
  const result = isMade ? await tell(tx, reports, done, services) : ({ sendFault: 'FILE_FAILED' } as const);
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
  services: Services,
) {
  const { scheduleName, reportName, reportSpan } = await tx
    .selectFrom('reportSchedule')
    .select(['scheduleName', 'reportName', 'reportSpan'])
    .where('scheduleNo', '=', scheduleNo)
    .executeTakeFirstOrThrow();
  const recipient = await recipientOf(tx, userNo);
  const { from, to } = periodOf(reportSpan, runAt);
  const queued = await queueMessage(tx, 'report.ready', recipient, {
    channel: 'EMAIL',
    facts: {
      report: reports.get(reportName)?.title[recipient.lang] ?? reportName,
      title: scheduleName,
      from: shownDay(from),
      to: shownDay(to),
      hours: FILE_HOURS,
      link: `${services.settings.gateways.publicUrl}${pageOf(reportName)}`,
    },
  });
  return queued ? { messageNo: queued.messageNo } : { sendFault: 'NO_EMAIL' as const };
}
