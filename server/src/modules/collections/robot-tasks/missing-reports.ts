import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { askVendor } from './exchanges.ts';
import type { Vendor } from './vendor-port.ts';

declare module '../../../engine.ts' {
  interface Engine {
    /** Takes in a report that its gateway was asked for, as if it had come. */
    takeIn(topic: string, report: unknown): Promise<void>;
  }
}

/** A call whose end nobody told is asked about after this, and again after as long. */
export const QUIET_MS = 30 * 60_000;
/** Nobody asks about older tasks. */
const OLDEST_MS = 48 * 3_600_000;
/** Calls of a task that are asked about at once, and calls of our own dialling in a turn. */
const [AT_ONCE, A_TURN] = [500, 20];

type TakeIn = (report: unknown) => Promise<void>;

/** When a call should have ended, and what was asked about since need not be asked again. */
const quietSince = (now: Date) => new Date(now.getTime() - QUIET_MS);

/** Asks the robot, call by call, for the reports that never came. @returns how many it gave */
export async function askForMissing(vendor: Vendor, takeIn: TakeIn, now: Date): Promise<number> {
  const { db, robot } = vendor;
  if (!robot) return 0;
  const { rows } = await sql<{ taskNo: string }>`
    select t.task_no from ai_task t where t.task_status in ('SENT', 'RUNNING', 'PAUSED', 'DONE', 'STOPPED')
      and t.start_at > ${new Date(now.getTime() - OLDEST_MS)}
      and greatest(t.start_at, t.created_at) <= ${quietSince(now)} order by t.task_no`.execute(db);
  let given = 0;
  for (const { taskNo } of rows) given += await askForReportsOf(vendor, takeIn, taskNo, now);
  return given + (await askForOwn(vendor, takeIn, now));
}

/**
 * Asks 94 AI what became of the calls of a task that it said nothing of: all of them where a person asks, else those that
 * were not asked about lately.
 * @returns how many it told of
 */
export async function askForReportsOf(
  { db, robot, log }: Vendor,
  takeIn: TakeIn,
  taskNo: string,
  now: Date,
  { isAll = false } = {},
): Promise<number> {
  if (!robot) return 0;
  const callNos = await openCalls(db, taskNo, isAll ? now : quietSince(now), now);
  if (callNos.length === 0) return 0;
  try {
    const reports = await askVendor(
      db,
      { taskNo, asked: 'REPORTS', request: { calls: callNos.length, callNos: callNos.slice(0, A_TURN) } },
      () => robot.reportsOf(taskNo, callNos),
      (told) => String(told.length),
    );
    for (const report of reports) await takeIn(report);
    return reports.length;
  } catch (error) {
    log.info({ err: error, taskNo }, 'the vendor did not say what became of calls');
    return 0;
  }
}

/** Marks the open calls of a task as asked about. @returns their numbers */
async function openCalls(db: Database, taskNo: string, since: Date, now: Date): Promise<string[]> {
  const { rows } = await sql<{ callNo: string }>`
    update ai_task_item i set asked_at = ${now} from (
      select k.item_no from ai_task_item k where k.task_no = ${taskNo} and k.refused_for is null
        and k.attempt_id is not null and coalesce(k.asked_at, '-infinity') <= ${since} and not ${hasEnd('k')}
      order by k.asked_at nulls first, k.item_no limit ${AT_ONCE}) open
    where i.task_no = ${taskNo} and i.item_no = open.item_no returning i.attempt_id::text as call_no`.execute(db);
  return rows.map(({ callNo }) => callNo);
}

/** Whether anybody told how a call ended. */
const hasEnd = (item: 'k' | 's') => sql`exists (select from contact_result r
  where r.attempt_id = ${sql.ref(`${item}.attemptId`)} and r.outcome not in ('SENT', 'UNKNOWN', 'REFUSED'))`;

/**
 * Calls that the robot made one by one, each a batch of its own there: those of robot tasks and trials, and those of AI
 * pushes.
 */
async function askForOwn({ db, robot, log }: Vendor, takeIn: TakeIn, now: Date): Promise<number> {
  if (!robot) return 0;
  const { rows } = await sql<{ callNo: string }>`
    update contact_dispatch d set asked_at = ${now} from (
      select s.attempt_id from contact_dispatch s
      where s.channel = 'ROBOT' and s.dispatch_status = 'SENT'
        and s.began_at > ${new Date(now.getTime() - OLDEST_MS)} and s.began_at <= ${quietSince(now)}
        and coalesce(s.asked_at, '-infinity') <= ${quietSince(now)} and not ${hasEnd('s')}
      order by s.asked_at nulls first, s.began_at limit ${A_TURN}) open
    where d.attempt_id = open.attempt_id returning d.attempt_id::text as call_no`.execute(db);
  let given = 0;
  for (const { callNo } of rows) {
    try {
      const reports = await robot.reportsOf(callNo, [callNo]);
      for (const report of reports) await takeIn(report);
      given += reports.length;
    } catch (error) {
      log.info({ err: error, callNo }, 'the robot did not say what became of a call');
    }
  }
  return given;
}
