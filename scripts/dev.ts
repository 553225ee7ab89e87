import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { readSettings } from '../server/src/config/settings.ts';
import { freePort } from '../server/src/free-port.ts';
import { buildAll, pluginNames } from './build/build-all.ts';
import { BuildError } from './build/build-error.ts';
import { PLUGINS } from './build/paths.ts';
import { DevServerProcess } from './dev/run-server.ts';
import { watchSources, type Part } from './dev/watch-sources.ts';
import { startDevServer, type DevServer } from './plugin/dev-server.ts';
import { announce } from './start/announce.ts';
import { fillDemo } from './start/fill-demo.ts';
import { openEmbedded } from './start/open-embedded.ts';
import { withFreePorts } from './start/ports.ts';
import { withSandbox } from './start/sandbox.ts';
import { createShutdown, onStopRequests, type Shutdown } from './start/shutdown.ts';
import { tellError } from './start/tell-error.ts';

// npm run dev: as npm start, and what is saved is in the browser a moment later.
const log = {
  info: (message: string) => console.log(message),
  warn: (message: string) => console.warn(message),
};

/** Every plugin of the repository, as it is in the editor. */
async function servePlugins(shutdown: Shutdown): Promise<ReadonlyMap<string, DevServer>> {
  const started = (await pluginNames()).map(async (plugin): Promise<[string, DevServer]> => {
    const server = await startDevServer({
      folder: join(PLUGINS, plugin),
      port: 0,
      origins: [],
      tell: (event) => {
        if (event.type === 'failed') log.warn(`\n${plugin}: ${event.message}\n`);
        else if (event.build > 1) log.info(`${plugin} built in ${event.ms} ms`);
      },
    });
    shutdown.add(`The dev server of ${plugin}`, () => server.end());
    return [plugin, server];
  });
  return new Map(await Promise.all(started));
}

interface Running {
  readonly server: DevServerProcess;
  readonly plugins: ReadonlyMap<string, DevServer>;
}

/** Makes again what was saved, and has the browsers read it. */
async function follow(parts: ReadonlySet<Part>, { server, plugins }: Running): Promise<void> {
  const since = performance.now();
  const described = [...parts].flatMap((part) => (part.startsWith('plugin ') ? [part.slice('plugin '.length)] : []));
  const isHost = parts.has('host') || parts.has('sdk');
  try {
    await buildAll([...(isHost ? ['host', 'frame'] : []), ...described]);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    // What runs stays as it is; the next save fixes it.
    return log.warn(`\n${error.message}\n`);
  }
  const all = [...plugins.values()];
  // A plugin holds the contracts that it uses.
  if (parts.has('sdk')) await Promise.all(all.map((each) => each.rebuild()));
  if ((await server.restart()) === null)
    return log.warn('The server could not start. It is tried again with the next save.');
  for (const each of all) each.reload();
  log.info(`${[...parts].join(', ')}: anew after ${((performance.now() - since) / 1000).toFixed(1)} s`);
}

async function start(shutdown: Shutdown): Promise<void> {
  const since = performance.now();
  const asked = readSettings(process.env);
  const free = await withFreePorts(asked, Boolean(process.env.METRICS_PORT), log.warn);
  // The same one after every restart.
  const settled = { ...free, port: free.port === 0 ? await freePort(free.host) : free.port };
  const { settings, sandbox } = asked.sandbox ? await withSandbox(settled) : { settings: settled, sandbox: undefined };
  if (sandbox) shutdown.add('The gateways’ sandbox', () => sandbox.close());
  const [database, built] = await Promise.allSettled([openEmbedded(settings, shutdown, { log }), buildAll()]);
  if (built.status === 'rejected') throw built.reason;
  if (database.status === 'rejected') throw database.reason;
  const { demo, demoOrders: orders, databaseUrl } = settings;
  if (demo) await fillDemo(database.value, { orders, isOwn: !databaseUrl, log });

  const plugins = await servePlugins(shutdown);
  const devServers = Object.fromEntries([...plugins].map(([name, { origin }]) => [name, origin]));
  // Only where everything is for demonstration may everybody see what is not signed.
  const order = { settings: demo ? { ...settings, devServers } : settings, databaseUrl: database.value };
  const server = new DevServerProcess(order);
  shutdown.add('The server', () => server.end());
  const url = await server.start();
  shutdown.add(
    'The watch',
    watchSources([...plugins.keys()], (parts) => follow(parts, { server, plugins })),
  );
  if (url === null) log.warn('The server could not start. It is tried again with the next save.');
  else announce(url, settings, (performance.now() - since) / 1000);
  flushCompileCache();
}

const shutdown = createShutdown((message) => console.error(message));
const starting = start(shutdown);

async function giveUp(error: unknown): Promise<never> {
  tellError(error);
  await shutdown.run();
  process.exit(1);
}

async function stop(): Promise<never> {
  await starting.catch(() => undefined);
  process.exit((await shutdown.run()) ? 0 : 1);
}

onStopRequests(
  () => void stop(),
  () => process.exit(130),
);
starting.catch(giveUp);
