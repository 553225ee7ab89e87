import { flushCompileCache } from 'node:module';
import { performance } from 'node:perf_hooks';
import { readSettings, SettingsError, type Settings } from '../server/src/config/settings.ts';
import { databaseFolder, FolderHeldError, startEmbedded } from '../server/src/db/embedded.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { openDatabase as openServerDatabase } from '../server/src/db/pool.ts';
import { startServer } from '../server/src/main.ts';
import { VaultKeyError } from '../server/src/modules/platform/vault/index.ts';
import { seedDemo } from '../server/src/seed/index.ts';
import { requestApproval } from '../server/src/seed/second-person.ts';
import { fillBook } from '../server/src/seed/lending/fill-book.ts';
import { buildAll } from './build/build-all.ts';
import { BuildError } from './build/build-error.ts';
import { announce } from './start/announce.ts';
import { withSandbox } from './start/sandbox.ts';
import { StartError, withFreePorts } from './start/ports.ts';
import { createShutdown, onStopRequests, type Shutdown } from './start/shutdown.ts';

// npm start: build, database, server, in one process.
const log = {
  info: (message: string) => console.log(message),
  warn: (message: string) => console.warn(message),
};

/** Another start that is just going down may still hold the folder for a moment. */
const HOLDER_LEAVES_WITHIN_MS = 5_000;

async function openDatabase(settings: Settings, shutdown: Shutdown): Promise<string> {
  if (settings.databaseUrl) return settings.databaseUrl;
  const deadline = Date.now() + HOLDER_LEAVES_WITHIN_MS;
  for (;;) {
    try {
      const database = await startEmbedded({
        dataDir: databaseFolder(settings.dataDir),
        log,
        onLost: (error) => void giveUp(shutdown, error),
      });
      shutdown.add('The database', () => database.stop());
      return database.url;
    } catch (error) {
      if (!(error instanceof FolderHeldError) || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** Each lives its orders on a connection of its own. */
const DEMO_MERCHANTS = 3;

/**
 * A thousand orders take twenty seconds to live through; what is more is copied from them, which only the owner of
 * a PostgreSQL may do.
 */
const livedAtStart = (orders: number, isOwn: boolean): number =>
  isOwn && orders >= 1_000 ? Math.ceil(orders / 2) : orders;

/**
 * Before the server listens, so that nobody meets a half-filled station. The book of loans is lived through
 * by the engine, so what a start with other numbers of orders wants is `npm run seed`.
 */
async function fill(databaseUrl: string, orders: number, isOwn: boolean): Promise<void> {
  const database = openServerDatabase(databaseUrl, {
    maxConnections: DEMO_MERCHANTS + 1,
    preparesAll: true,
  });
  try {
    await migrate(database.db);
    if (!(await seedDemo(database.db))) return;
    await requestApproval(database.db);
    log.info('Demo data written.');
    if (orders === 0) return;
    const book = {
      orders,
      merchants: DEMO_MERCHANTS,
      seed: 1,
      now: new Date(),
      isSideBySide: true,
    };
    const done = await fillBook(database.db, { ...book, lived: livedAtStart(orders, isOwn) });
    log.info(`${done} loan applications made.`);
  } finally {
    await database.close();
  }
}

async function build(): Promise<void> {
  const steps = await buildAll([], { force: false });
  const built = steps.filter((step) => step.built).map((step) => step.target);
  if (built.length > 0) log.info(`Built ${built.join(', ')}.`);
}

async function start(shutdown: Shutdown): Promise<void> {
  const installedAt = Number(process.env.KITUO_INSTALLED_AT);
  const startedAt = installedAt > 0 ? installedAt : performance.timeOrigin;
  const asked = readSettings(process.env);
  const free = await withFreePorts(asked, Boolean(process.env.METRICS_PORT), log.warn);
  const { settings, sandbox } = asked.sandbox ? await withSandbox(free) : { settings: free, sandbox: undefined };
  if (sandbox) shutdown.add('The gateways’ sandbox', () => sandbox.close());

  // Side by side; when one fails, the other has to be over before it can be undone.
  const [database, built] = await Promise.allSettled([openDatabase(settings, shutdown), build()]);
  if (built.status === 'rejected') throw built.reason;
  if (database.status === 'rejected') throw database.reason;

  if (settings.demo) await fill(database.value, settings.demoOrders, !settings.databaseUrl);
  const server = await startServer({ settings, databaseUrl: database.value });
  shutdown.add('The server', () => server.close());
  announce(server.url, settings, (Date.now() - startedAt) / 1000);
  // What Node compiled is kept at the end of a process: one that is killed would keep nothing.
  flushCompileCache();
}

/** The sentences of the errors that a person can mend; the whole trace of the others. */
function tellError(error: unknown): void {
  const isForPeople =
    error instanceof SettingsError ||
    error instanceof VaultKeyError ||
    error instanceof StartError ||
    error instanceof FolderHeldError ||
    error instanceof BuildError;
  if (isForPeople) console.error(error.message);
  else console.error('Kituo could not start:', error);
}

async function giveUp(shutdown: Shutdown, error: unknown): Promise<never> {
  tellError(error);
  await shutdown.run();
  process.exit(1);
}

const shutdown = createShutdown((message) => console.error(message));
const starting = start(shutdown);

async function stop(reason: string): Promise<never> {
  log.info(`Stopping (${reason}) …`);
  // A start that is halfway has to come to its end first, or it would leave PostgreSQL behind.
  await starting.catch(() => undefined);
  const isClean = await shutdown.run();
  log.info(isClean ? 'Stopped.' : 'Stopped, not cleanly.');
  process.exit(isClean ? 0 : 1);
}

onStopRequests(
  (reason) => void stop(reason),
  (reason) => {
    // The data is safe: PostgreSQL recovers from its log, and the next start stops what is left.
    log.warn(`Stopping at once (${reason} again); the next start cleans up.`);
    process.exit(130);
  },
);
starting.catch((error: unknown) => giveUp(shutdown, error));
