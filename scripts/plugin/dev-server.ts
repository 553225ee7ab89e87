import { watch } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { BuildError } from '../build/build-error.ts';
import { DevBuilder, type DevBuild } from './dev-build.ts';

/** What the dev server tells those who listen at `/events`. */
export type DevEvent =
  | { readonly type: 'rebuilt'; readonly build: number; readonly ms: number }
  | { readonly type: 'failed'; readonly build: number; readonly message: string };

/** What else it tells: that the console around the plugin is another one. */
const RELOAD = { type: 'reload' } as const;

export interface DevServerOptions {
  readonly folder: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Consoles that may read it, besides those on this machine: `https://console.example`. */
  readonly origins: readonly string[];
  /** Where the plugin's own service answers: the console passes the trial's calls on to it. */
  readonly service?: string;
  readonly tell: (event: DevEvent) => void;
}

export interface DevServer {
  readonly origin: string;
  /** Builds it though no file of its own was saved: what it is made of besides was. */
  rebuild(): Promise<void>;
  /** Has the browsers that listen read their whole document again. */
  reload(): void;
  end(): Promise<void>;
}

/** An editor writes a file in several steps: these milliseconds are waited for the last of them. */
const SETTLE_MS = 15;
/** A console that loads a page meanwhile still finds the files of the builds before. */
const BUILDS_KEPT = 5;

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
};

/**
 * Serves a plugin while it is written, built again on every save:
 * `/plugin.json` (`{build, manifest, service}`, or 503 with `{build, message}` while it cannot be built), its files by
 * name, and `/events`, a stream of `DevEvent`s that begins with the last one.
 */
export async function startDevServer({ folder, port, origins, service, tell }: DevServerOptions): Promise<DevServer> {
  const builder = new DevBuilder(folder);
  const builds: DevBuild[] = [];
  const listeners = new Set<ServerResponse>();
  let last: DevEvent = { type: 'failed', build: 0, message: 'not built yet' };

  const line = (event: DevEvent | typeof RELOAD) => `data: ${JSON.stringify(event)}\n\n`;
  async function rebuild(): Promise<void> {
    const start = performance.now();
    const number = last.build + 1;
    try {
      builds.unshift(await builder.build());
      builds.splice(BUILDS_KEPT);
      last = { type: 'rebuilt', build: number, ms: Math.round(performance.now() - start) };
    } catch (fault) {
      if (!(fault instanceof BuildError)) throw fault;
      last = { type: 'failed', build: number, message: fault.message };
    }
    tell(last);
    for (const listener of listeners) listener.write(line(last));
  }

  const server = createServer((request, reply) => {
    allowConsole(request, reply, origins);
    if (request.method === 'OPTIONS') return void reply.writeHead(204).end();
    const { pathname } = new URL(request.url ?? '/', 'http://dev');
    if (request.method !== 'GET') return void reply.writeHead(405).end();
    if (pathname === '/events') {
      reply.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      listeners.add(reply.on('close', () => listeners.delete(reply)));
      return void reply.write(line(last));
    }
    if (pathname === '/plugin.json') {
      const isBuilt = last.type === 'rebuilt';
      const body = isBuilt
        ? { build: last.build, manifest: builds[0]?.manifest, ...(service !== undefined && { service }) }
        : { build: last.build, message: last.type === 'failed' ? last.message : '' };
      return answer(reply, isBuilt ? 200 : 503, TYPES['json'], JSON.stringify(body), 'no-store');
    }
    const name = pathname.slice(1);
    const found = builds.find(({ files }) => files.has(name))?.files.get(name);
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
    if (found === undefined) return answer(reply, 404, 'text/plain', 'No such file.', 'no-store');
    // Beside the file and not in it, whose name is the hash of what it holds.
    if (builds.some(({ files }) => files.has(`${name}.map`))) reply.setHeader('sourcemap', `${name}.map`);
    answer(reply, 200, type, found, 'max-age=3600, immutable');
  });
  await rebuild();
  await listen(server, port).catch(async (fault: unknown) => {
    await builder.end();
    throw fault;
  });
  const bound = server.address();
  const taken = typeof bound === 'object' && bound !== null ? bound.port : port;
  const sources = watchSources(folder, rebuild);
  return {
    origin: `http://localhost:${taken}`,
    rebuild: sources.build,
    reload() {
      for (const listener of listeners) listener.write(line(RELOAD));
    },
    async end() {
      await sources.end();
      for (const listener of listeners) listener.end();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await builder.end();
    },
  };
}

/** @throws BuildError where the port is somebody else's. */
async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  }).catch((fault: unknown) => {
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'EADDRINUSE')) throw fault;
    throw new BuildError(
      `The port ${port} is in use here, perhaps by another "kituo-plugin dev". Take another one: --port ${port + 1}`,
    );
  });
}

function answer(
  reply: ServerResponse,
  status: number,
  type: string | undefined,
  body: string | Uint8Array,
  caching: string,
): void {
  const headers = {
    'content-type': type ?? 'application/octet-stream',
    'cache-control': caching,
    'x-content-type-options': 'nosniff',
  };
  reply.writeHead(status, headers).end(body);
}

/** Only consoles that the author named, and those of this machine, may read the source. */
function allowConsole(request: IncomingMessage, reply: ServerResponse, origins: readonly string[]): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  const isHere = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);
  if (!isHere && !origins.includes(origin)) return;
  reply.setHeader('access-control-allow-origin', origin);
  reply.setHeader('access-control-allow-private-network', 'true');
  reply.setHeader('vary', 'origin');
}

/** One build at a time; what is saved meanwhile is built next. */
function watchSources(
  folder: string,
  rebuild: () => Promise<void>,
): { readonly build: () => Promise<void>; readonly end: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let building = Promise.resolve();
  const build = () => (building = building.then(rebuild));
  const saved = () => {
    clearTimeout(timer);
    timer = setTimeout(build, SETTLE_MS);
  };
  const watchers = [
    watch(join(folder, 'src'), { recursive: true }, saved),
    watch(join(folder, 'locales'), { recursive: true }, saved),
    // The folder itself: plugin.json is replaced by editors, not written into.
    watch(folder, (_kind, name) => {
      if (name === 'plugin.json') saved();
    }),
  ];
  const end = async () => {
    for (const watcher of watchers) watcher.close();
    clearTimeout(timer);
    await building;
  };
  return { build, end };
}
