import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import type { Settings } from './config/settings.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/pool.ts';
import { prepareDatabase } from './prepare-database.ts';
import { drain } from './drain.ts';
import { autoAllot, endLeases } from './modules/review/allocation/index.ts';
import { findAbnormalDays } from './modules/staff/schedules/index.ts';
import { sweepSessions } from './modules/staff/auth/index.ts';
import { expireChanges } from './modules/platform/changes/index.ts';
import {
  dividePool,
  handBackAiCases,
  sendPreReminders,
  regroupCases,
  runCaseDay,
} from './modules/collections/collections/index.ts';
import {
  listDeclined,
  listSilent,
  passOnApplications,
  endTasks,
  pauseUnstaffed,
  tendCallLists,
} from './modules/collections/call-lists/index.ts';
import { removeErasedFiles } from './modules/collections/data-requests/index.ts';
import { endSilentCalls, forgetLines } from './modules/collections/telephony/index.ts';
import { settleCoupons } from './modules/lending/coupons/index.ts';
import { settleConfigVersions } from './modules/platform/configuration/index.ts';
import { checkLinks, drawingWith } from './modules/payments/market-products/index.ts';
import { sendNotices } from './modules/collections/node-notices/index.ts';
import { endIdleReviews, sendPassedOrders, notifyReturnedLater } from './modules/review/decisions/index.ts';
import { expireDeductions } from './modules/lending/deductions/index.ts';
import { dispatchEvents } from './modules/platform/domain-events/index.ts';
import { recalculateDay } from './modules/lending/vip-levels/index.ts';
import { awardActivities } from './modules/payments/activities/index.ts';
import { closeDaysOfReports, runReportSchedules } from './modules/console/reports/index.ts';
import { runEndOfDay } from './modules/lending/end-of-day/index.ts';
import { settleCredits } from './modules/lending/credit/index.ts';
import { cancelUnpaid } from './modules/payments/disbursements/index.ts';
import { writeOffWaiting } from './modules/payments/payments/index.ts';
import { runAiPushes } from './modules/collections/ai-pushes/index.ts';
import { settleInspections } from './modules/collections/quality/index.ts';
import { runSmsTasks } from './modules/collections/sms-campaigns/index.ts';
import { countRenewals, runNudges } from './modules/collections/unrenewed-nudges/index.ts';
import {
  askForMissing,
  dialRobotTasks,
  remindByRobot,
  runRobotPlans,
  watchAiTasks,
} from './modules/collections/robot-tasks/index.ts';
import { settleAlmost } from './modules/payments/auto-write-off/index.ts';
import { chargeUses } from './modules/payments/prepaid/index.ts';
import { sendDueEvents } from './modules/payments/merchant-services/index.ts';
import { sendWithdrawals } from './modules/payments/wallets/index.ts';
import { keepRecordings, recordingSources } from './modules/platform/recordings/index.ts';
import { checkHotlines } from './modules/parties/hotlines/index.ts';
import { pauseOverdue } from './modules/parties/put-channels/index.ts';
import { startJobWorker } from './modules/platform/jobs/index.ts';
import { lapseReturned } from './modules/lending/orders/index.ts';
import { createLogger, listenForMetrics, noteUp } from './modules/platform/health/index.ts';
import { watchWarnings } from './modules/console/warning-watch/index.ts';
import { forgetOldHealth, watchPlugins } from './modules/plugins/plugin-health/index.ts';
import { keepBankDays } from './modules/platform/ledger/index.ts';
import { addDays, businessDateOf } from './modules/platform/policy/index.ts';
import { gathered } from './gathered.ts';
import { openServices } from './open-services.ts';
import type { Services } from './services.ts';
import { ensureFirstAdministrator } from './seed/first-administrator.ts';
import { storeFlags } from './seed/language-flags.ts';
import { storeDemoPictures } from './seed/order-pictures.ts';
import type { FirstAdministrator } from './seed/first-administrator.ts';

const SWEEP_MS = 30_000;
const WATCH_MS = 15_000;
const NIGHT_MS = 600_000;
const EVENTS_MS = 1_000;
const PLUGINS_MS = 5_000;
const HOUR_MS = 3_600_000;
const PARTITIONS_MS = 6 * 3_600_000;

export interface StartOptions {
  readonly settings: Settings;
  /** Of the embedded database or another: it only has to be reachable. */
  readonly databaseUrl: string;
  /** The embedded one, of which `databaseUrl` is the owner's address: served by a role of its own, which owns nothing. */
  readonly isEmbedded?: boolean;
  readonly log?: Logger;
}

export interface RunningServer {
  /** `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly metricsUrl: string;
  /** Lets calls in flight finish, for ten seconds at most, ends streams, and closes everything. */
  close(): Promise<void>;
}

/** Runs a task now and then, one at a time; a failure is logged and the next turn tried. */
function repeat(everyMs: number, log: Logger, name: string, task: () => Promise<unknown>) {
  let isRunning = false;
  const turn = (): void => {
    if (isRunning) return;
    isRunning = true;
    task()
      .catch((error: unknown) => log.warn({ err: error }, `${name} failed`))
      .finally(() => {
        isRunning = false;
      });
  };
  turn();
  const timer = setInterval(turn, everyMs);
  return () => clearInterval(timer);
}

function ensurePartitions(db: Database): Promise<unknown> {
  return sql`SELECT ensure_month_partitions('audit_log', 3),
    ensure_month_partitions('tracking_event', 3), ensure_month_partitions('gateway_callback', 3),
    ensure_month_partitions('domain_event', 3),
    ensure_month_partitions('contact_attempt', 3),
    ensure_month_partitions('order_event', 3), ensure_month_partitions('payout_query', 3),
    ensure_ledger_months((now() AT TIME ZONE 'Africa/Nairobi')::date, 3)`.execute(db);
}

/** Closes yesterday, and every day before it that was missed; nothing where all is done. */
async function endOfDay(db: Database, log: Logger): Promise<void> {
  const result = await runEndOfDay(db, addDays(businessDateOf(new Date()), -1), log);
  if (result.bills > 0) log.info(result, 'end of day');
  await keepBankDays(db);
  const levels = await recalculateDay(db, new Date());
  if (levels > 0) log.info({ levels }, 'VIP levels of the day');
  const { cases, promises } = await runCaseDay(db, addDays(businessDateOf(new Date()), -1), log);
  // What comes to a level and what waits in the pool are one run of a policy.
  const now = new Date();
  const regrouped = await regroupCases(db, now, log);
  const divided = await dividePool(db, now, log);
  if (cases + promises + divided + regrouped > 0) {
    log.info({ cases, promises, divided, regrouped }, 'cases of the day');
  }
}

/** Beside the end of day: over a large book the first time takes a while, for which cases do not wait. */
async function closeReports(db: Database, log: Logger): Promise<void> {
  const { built } = await closeDaysOfReports(db, log);
  if (built > 0) log.info({ built }, 'sums of closed days');
}

/** Borrowers are reminded before their due date, at the hour of each merchant's policy. */
async function remindEarly(db: Database, services: Services, log: Logger): Promise<void> {
  const now = new Date();
  // Without a robot nobody is said to be reminded.
  const called = services.engine.gateways.robot ? await remindByRobot(db, now, log) : 0;
  if (called > 0) log.info({ called }, 'calls of the robot before the due date');
  const reminded = await sendPreReminders(db, now, log);
  if (reminded === 0) return;
  log.info({ reminded }, 'reminders before the due date');
  void services.engine.dispatch();
}

/** Robots call the next people of their tasks; what a vendor holds is followed. */
async function dialForTasks(db: Database, services: Services, log: Logger): Promise<void> {
  const { robot } = services.engine.gateways;
  const now = new Date();
  const planned = await runRobotPlans(db, now, log);
  if (planned > 0) log.info({ planned }, 'tasks of robot plans');
  const takeIn = (report: unknown) => services.engine.takeIn('robot/call', report);
  await askForMissing({ db, robot: robot ?? null, log }, takeIn, now);
  await dialRobotTasks({ db, hasRobot: robot !== undefined && robot !== null, log }, now);
  await watchAiTasks({ db, robot: robot ?? null, log }, now);
  const back = await handBackAiCases(db, now, log);
  if (back > 0) log.info({ back }, 'cases of AI employees given to people');
}

/** Ends rollouts that keep failing. */
async function watchSections(db: Database, services: Services, log: Logger): Promise<void> {
  const ended = await watchPlugins(db, services);
  if (ended.length > 0) log.warn({ ended }, 'a rollout kept failing and was ended');
}

function addressOf(info: AddressInfo | string | null, host: string): string {
  const port = typeof info === 'object' && info !== null ? info.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

/** On the terminal and not in the log: logs are collected and kept, and this is a password. */
function tellFirstAdministrator(made: FirstAdministrator | null): void {
  if (!made) return;
  process.stdout.write(
    `The database was empty. Sign in as ${made.userName} with the one-time password ` +
      `${made.oneTimePassword}; it is shown this once and has to be changed then.\n`,
  );
}

/**
 * Payments that people make automatically are reported here from now on. In production M-Pesa takes the address once and
 * refuses it afterwards, so a refusal stops nothing.
 */
function tellWherePaymentsGo({ engine }: Services, log: Logger): void {
  engine.gateways.money?.registerReceipts().catch((error: unknown) => {
    log.warn({ err: error }, 'M-Pesa did not take the address for payments; the one it has stays');
  });
}

type Undo = () => Promise<unknown> | void;

/**
 * Starts the server: migrations, the first administrator where the database has nobody and is not for
 * demonstration (whoever starts that fills it before), services, listeners. What was opened is closed again
 * when a later step throws.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  // What lives long here is small, and an export makes a lot that does not, buffers foremost: cleared at half of the
  // growth all of it is marked three times as often, a fifth of an export's processor; left to itself oftener still.
  setFlagsFromString('--heap-growing-percent=200');
  const log = options.log ?? createLogger(options.settings.logLevel);
  const undo: Undo[] = [];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const urls = await open(options, log, undo);
    let closed: Promise<void> | undefined;
    return { ...urls, close: () => (closed ??= close()) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(options: StartOptions, log: Logger, undo: Undo[]): Promise<{ url: string; metricsUrl: string }> {
  const { settings } = options;
  const databaseUrl = await prepareDatabase(options, log);
  const database = openDatabase(databaseUrl, {
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection broke'),
  });
  undo.push(() => database.close());
  const { db, pool } = database;
  if (!settings.demo) tellFirstAdministrator(await ensureFirstAdministrator(db));
  const opened = await openServices({ settings, db, connectionString: databaseUrl, log });
  undo.push(() => opened.close());
  const { services } = opened;
  undo.push(await startJobWorker({ db, services, log }));
  services.engine.callbacks.start();
  const app = await buildApp({ db, services, log, pool });
  undo.push(() => drain(app, services, settings.stopNoticeMs));
  // Before any work begins: a port that is taken ends the start, and nothing is left half done.
  const { host } = settings;
  const metrics = await listenForMetrics(app.metrics, { host: settings.metricsHost, port: settings.metricsPort });
  undo.push(() => closeServer(metrics));
  await app.http.listen({ host, port: settings.port });
  const subscribers = gathered.subscribers.map((subscriber) => subscriber(db, services));
  undo.push(
    repeat(SWEEP_MS, log, 'the sweep of sessions', () => sweepSessions(db)),
    repeat(SWEEP_MS, log, 'the sweep of changes', () => expireChanges(db, services)),
    repeat(SWEEP_MS, log, 'settling configuration', () => settleConfigVersions(db)),
    repeat(SWEEP_MS, log, 'reminders', () => remindEarly(db, services, log)),
    repeat(SWEEP_MS, log, 'entries of telemarketing', () => tendCallLists({ db, log }, new Date())),
    repeat(SWEEP_MS, log, 'dial tasks without people', () => pauseUnstaffed({ db, log }, new Date())),
    repeat(SWEEP_MS, log, 'dial tasks that are over', () => endTasks({ db, log }, new Date())),
    repeat(SWEEP_MS, log, 'applications to follow customers', () => passOnApplications({ db, log }, new Date())),
    repeat(SWEEP_MS, log, 'robot tasks', () => dialForTasks(db, services, log)),
    repeat(SWEEP_MS, log, 'AI pushes', () => runAiPushes(db, new Date(), log)),
    repeat(SWEEP_MS, log, 'SMS tasks', () =>
      runSmsTasks({ db, log, publicUrl: settings.gateways.publicUrl }, new Date()),
    ),
    repeat(SWEEP_MS, log, 'SMS for unrenewed loans', () => runNudges({ db, services, log }, new Date())),
    repeat(HOUR_MS, log, 'declined applicants to call', () =>
      listDeclined({ db, recommended: services.recommendedProduct, log }, new Date()),
    ),
    repeat(NIGHT_MS, log, 'customers who do not sign in', () => listSilent({ db, log }, new Date())),
    repeat(NIGHT_MS, log, 'renewed loans', () => countRenewals(db, new Date())),
    repeat(SWEEP_MS, log, 'inspections', () => settleInspections(db, new Date())),
    repeat(SWEEP_MS, log, 'sending contacts', () => services.engine.dispatch()),
    repeat(SWEEP_MS, log, 'recordings of calls', () =>
      keepRecordings({ db, store: services.files.store, sources: recordingSources(settings), log }, new Date()),
    ),
    repeat(SWEEP_MS, log, 'bytes of erased files', () =>
      removeErasedFiles({ db, store: services.files.store, log }, new Date()),
    ),
    repeat(SWEEP_MS, log, 'the end of silent calls', () => endSilentCalls(db, new Date())),
    repeat(NIGHT_MS, log, 'telephone lines that expired', () => forgetLines(db, new Date())),
    repeat(SWEEP_MS, log, 'sending messages', () => opened.services.messages.deliver()),
    repeat(SWEEP_MS, log, 'scheduled reports', () => runReportSchedules({ db, services, log }, new Date())),
    repeat(HOUR_MS, log, 'channels whose loans are late', () => pauseOverdue(db, new Date())),
    repeat(SWEEP_MS, log, 'activities', () => awardActivities(db, new Date())),
    repeat(SWEEP_MS, log, 'coupons', () => settleCoupons(db, new Date())),
    repeat(SWEEP_MS, log, 'payments that waited', () => writeOffWaiting(db, new Date(), log)),
    repeat(SWEEP_MS, log, 'automatic settlement', () => settleAlmost(db, new Date(), log)),
    repeat(SWEEP_MS, log, 'automatic cancellation', () => cancelUnpaid(db, new Date())),
    repeat(SWEEP_MS, log, 'limits', () => settleCredits(db, new Date())),
    repeat(SWEEP_MS, log, 'the expiry of waivers', () => expireDeductions(db, new Date())),
    repeat(SWEEP_MS, log, 'the end of leases', () => endLeases(db)),
    repeat(SWEEP_MS, log, 'the end of idle reviews', () => endIdleReviews(db)),
    repeat(SWEEP_MS, log, 'messages of business nodes', () => sendNotices(db, services)),
    repeat(SWEEP_MS, log, 'telling of returned orders', () => notifyReturnedLater(db, services)),
    repeat(SWEEP_MS, log, 'sending passed orders', () => sendPassedOrders(db, services, log)),
    repeat(SWEEP_MS, log, 'sending withdrawals', () => sendWithdrawals(db, services, log)),
    repeat(SWEEP_MS, log, 'auto-allocation', () => autoAllot(db)),
    repeat(SWEEP_MS, log, 'the lapse of returned orders', () => lapseReturned(db, new Date())),
    repeat(SWEEP_MS, log, 'the watch over causes of warnings', () => watchWarnings(db, services)),
    repeat(HOUR_MS, log, 'links of partners’ products', () =>
      checkLinks(db, new Date(), { draw: drawingWith(settings.linkBrowser) }),
    ),
    repeat(HOUR_MS, log, 'the weekly check of hotlines', () =>
      checkHotlines({ db, robot: services.engine.gateways.robot ?? null, log }, new Date()),
    ),
    repeat(SWEEP_MS, log, 'noting that the system is up', () => noteUp(db, new Date())),
    repeat(HOUR_MS, log, 'abnormal days', () => findAbnormalDays(db, services)),
    repeat(NIGHT_MS, log, 'the end of day', () => endOfDay(db, log)),
    repeat(NIGHT_MS, log, 'sums of closed days', () => closeReports(db, log)),
    repeat(WATCH_MS, log, 'the watch over payouts', () => services.engine.watch()),
    repeat(PLUGINS_MS, log, 'the watch over sections', () => watchSections(db, services, log)),
    repeat(NIGHT_MS, log, 'forgetting how sections loaded', () => forgetOldHealth(db)),
    repeat(NIGHT_MS, log, 'forgetting broken uploads', () => services.files.removeStale(new Date())),
    repeat(SWEEP_MS, log, 'charging what merchants used', () => chargeUses(db, new Date())),
    repeat(EVENTS_MS, log, 'notifying merchants', () =>
      sendDueEvents({ db, log, kinds: services.merchantEvents, standIn: settings.gateways.callbackStandIn }),
    ),
    repeat(EVENTS_MS, log, 'handing events on', () => dispatchEvents({ db, subscribers, log })),
    repeat(PARTITIONS_MS, log, 'making partitions', () => ensurePartitions(db)),
  );
  tellWherePaymentsGo(services, log);
  // A store that is away keeps nobody from starting: languages are chosen by their names.
  storeFlags(services.files.store).catch((error: unknown) =>
    log.warn({ err: error }, 'the flags of languages were not written'),
  );
  if (settings.demo) {
    // Nobody waits for them: who looks at a demonstration's order in its first second sees them missing.
    storeDemoPictures(services.files.store).catch((error: unknown) =>
      log.warn({ err: error }, 'the demonstration’s pictures were not written'),
    );
  }
  return {
    url: addressOf(app.http.server.address(), host),
    metricsUrl: addressOf(metrics.address(), settings.metricsHost),
  };
}
