import { flushCompileCache } from 'node:module';
import { performance } from 'node:perf_hooks';
import { readSettings } from '../server/src/config/settings.ts';
import { startServer } from '../server/src/main.ts';
import { buildAll } from './build/build-all.ts';
import { announce } from './start/announce.ts';
import { fillDemo } from './start/fill-demo.ts';
import { openEmbedded } from './start/open-embedded.ts';
import { withSandbox } from './start/sandbox.ts';
import { withFreePorts } from './start/ports.ts';
import { createShutdown, onStopRequests, type Shutdown } from './start/shutdown.ts';
import { tellError } from './start/tell-error.ts';

// npm start: build, database, server, in one process.
const log = {
  info: (message: string) => console.log(message),
  warn: (message: string) => console.warn(message),
};

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
  const [database, built] = await Promise.allSettled([openEmbedded(settings, shutdown, { log }), build()]);
  if (built.status === 'rejected') throw built.reason;
  if (database.status === 'rejected') throw database.reason;

  if (settings.demo) await fillDemo(database.value, { orders: settings.demoOrders, isOwn: !settings.databaseUrl, log });
  const server = await startServer({ settings, databaseUrl: database.value, isEmbedded: !settings.databaseUrl });
  shutdown.add('The server', () => server.close());
  announce(server.url, settings, (Date.now() - startedAt) / 1000, sandbox?.url);
  // What Node compiled is kept at the end of a process: one that is killed would keep nothing.
  flushCompileCache();
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
