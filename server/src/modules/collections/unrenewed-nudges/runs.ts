import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';
import { startJob } from '../../platform/jobs/index.ts';
import { businessDateOf, shownTime } from '../../platform/policy/index.ts';
import { dueQuery } from './due.ts';
import { takeDeliveries } from './outcomes.ts';
import { sendKind } from './send.ts';
import { productsOf, type Config, type Step } from './store.ts';

/** One turn of all strategies: takes in what became of messages, and starts the steps whose time has come. */
export async function runNudges(
  context: { readonly db: Database; readonly services: Pick<Services, 'jobs'>; readonly log: Logger },
  now: Date,
): Promise<number> {
  await takeDeliveries(context.db, now);
  return await startNudges(context, now);
}

interface Ready {
  readonly configNo: string;
  readonly stepNo: number;
}

/**
 * Starts each step whose time has come, once a day, as a job that writes to the people one by one; and again those who
 * had to wait within the day. Two at a time start nothing twice: a run is a row of its step and day.
 * @returns how many jobs were started.
 */
async function startNudges(
  { db, services, log }: { readonly db: Database; readonly services: Pick<Services, 'jobs'>; readonly log: Logger },
  now: Date,
): Promise<number> {
  await closePastDays(db, now);
  const today = businessDateOf(now);
  const { rows: ready } = await sql<Ready>`
    select c.config_no, s.step_no from unrenewed_config c join unrenewed_step s on s.config_no = c.config_no
    where c.unrenewed_status = 'ENABLED' and c.effective_from <= ${today} and s.send_time <= ${shownTime(now)}
      and (not exists (select from unrenewed_run r where r.config_no = c.config_no and r.step_no = s.step_no
          and r.business_date = ${today})
        or exists (select from unrenewed_send w where w.config_no = c.config_no and w.step_no = s.step_no
          and w.due_on = ${today} and w.recipient_status = 'PENDING' and w.next_at <= ${now}))
    order by c.config_no, s.step_no`.execute(db);
  let started = 0;
  for (const one of ready) {
    try {
      started += (await db.transaction().execute((tx) => startRun(tx, services, { ...one, now }))) ? 1 : 0;
    } catch (error) {
      log.error({ err: error, ...one }, 'a step of an unrenewed-loan strategy could not start');
    }
  }
  if (started > 0) services.jobs.wake();
  return started;
}

/** What was due on an earlier day is not sent later: it says why, or that nobody came to it. */
async function closePastDays(db: Database, now: Date): Promise<void> {
  await db
    .updateTable('unrenewedSend')
    .set((eb) => ({
      recipientStatus: 'SKIPPED',
      unrenewedSkip: eb.fn.coalesce('unrenewedSkip', sql<'NOT_SENT'>`'NOT_SENT'`),
      nextAt: null,
    }))
    .where('recipientStatus', '=', 'PENDING')
    .where('dueOn', '<', businessDateOf(now))
    .execute();
}

async function startRun(
  tx: Tx,
  services: Pick<Services, 'jobs'>,
  { configNo, stepNo, now }: Ready & { readonly now: Date },
): Promise<boolean> {
  // Locked: a disabling waits, and the daily cap is not taken twice.
  const config = await tx
    .selectFrom('unrenewedConfig')
    .selectAll()
    .where('configNo', '=', configNo)
    .where('unrenewedStatus', '=', 'ENABLED')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!config?.approvedBy) return false;
  const step = await tx
    .selectFrom('unrenewedStep')
    .selectAll()
    .where('configNo', '=', configNo)
    .where('stepNo', '=', stepNo)
    .executeTakeFirstOrThrow();
  const businessDate = businessDateOf(now);
  const { last } = await tx
    .selectFrom('unrenewedRun')
    .select(({ fn }) => fn.coalesce(fn.max('runNo'), sql<number>`0`).as('last'))
    .where('configNo', '=', configNo)
    .where('stepNo', '=', stepNo)
    .where('businessDate', '=', businessDate)
    .executeTakeFirstOrThrow();
  const runNo = last + 1;
  const sendNos =
    runNo === 1 ? await writeDown(tx, config, step, now) : await takeWaiting(tx, { configNo, stepNo, runNo, now });
  // Another process was here in between.
  if (runNo > 1 && sendNos.length === 0) return false;
  const jobNo =
    sendNos.length === 0
      ? null
      : await startJob(
          sendKind,
          { configNo, stepNo, businessDate },
          { tx, services, userNo: config.approvedBy },
          sendNos.map((sendNo) => ({ subjectNo: sendNo, input: sendNo })),
        );
  await tx
    .insertInto('unrenewedRun')
    .values({ configNo, stepNo, businessDate, runNo, jobNo, startedAt: now })
    .execute();
  return jobNo !== null;
}

/** Writes down whom a step is due for. What the day's cap does not leave is skipped. @returns who is to be written to */
async function writeDown(tx: Tx, config: Config, step: Step, now: Date): Promise<string[]> {
  const { configNo, dailyCap } = config;
  const { stepNo, daysSinceSettled } = step;
  const today = businessDateOf(now);
  const due = await dueQuery(tx, { config, step, productNos: await productsOf(tx, configNo) }, now);
  await sql`insert into unrenewed_send (config_no, step_no, customer_no, phone, order_no, settled_on, days_since_settled,
      due_on, run_no, recipient_status, unrenewed_skip, sent_at)
    select ${configNo}, ${stepNo}::int, d.customer_no, d.phone, d.order_no, d.settled_on, ${daysSinceSettled}::int,
      ${today}::date, 1,
      case when d.drop is not null and d.drop <> 'CAP' then 'SKIPPED' when d.is_held_out then 'HELD_OUT'
        else 'PENDING' end,
      case when d.drop <> 'CAP' then d.drop end,
      case when (d.drop is null or d.drop = 'CAP') and d.is_held_out then ${now}::timestamptz end
    from (${due}) d order by d.order_no on conflict (order_no, days_since_settled) do nothing`.execute(tx);
  const { taken } = await tx
    .selectFrom('unrenewedSend')
    .select(sql<number>`count(*)::int`.as('taken'))
    .where('configNo', '=', configNo)
    .where('dueOn', '=', today)
    .where('recipientStatus', 'not in', ['SKIPPED', 'HELD_OUT'])
    .where((eb) => eb.not(eb.and([eb('stepNo', '=', stepNo), eb('recipientStatus', '=', 'PENDING')])))
    .executeTakeFirstOrThrow();
  const pending = tx
    .selectFrom('unrenewedSend')
    .select('sendNo')
    .where('configNo', '=', configNo)
    .where('stepNo', '=', stepNo)
    .where('dueOn', '=', today)
    .where('recipientStatus', '=', 'PENDING')
    .orderBy('sendNo');
  await tx
    .updateTable('unrenewedSend')
    .set({ recipientStatus: 'SKIPPED', unrenewedSkip: 'DAILY_CAP' })
    .where('sendNo', 'in', pending.offset(Math.max(0, dailyCap - taken)))
    .execute();
  return (await pending.execute()).map(({ sendNo }) => sendNo);
}

async function takeWaiting(
  tx: Tx,
  { configNo, stepNo, runNo, now }: Ready & { readonly runNo: number; readonly now: Date },
): Promise<string[]> {
  const rows = await tx
    .updateTable('unrenewedSend')
    .set({ nextAt: null, runNo })
    .where('configNo', '=', configNo)
    .where('stepNo', '=', stepNo)
    .where('dueOn', '=', businessDateOf(now))
    .where('recipientStatus', '=', 'PENDING')
    .where('nextAt', '<=', now)
    .returning('sendNo')
    .execute();
  return rows.map(({ sendNo }) => sendNo).toSorted();
}
