import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** For what hangs: with a cluster to be made and a book to be filled, a busy machine takes minutes. */
const READY_WITHIN_MS = 240_000;

export interface ServerProcessOptions {
  /** As `KITUO_DATA`; kept after the stop. Without it a folder of its own, removed at the stop. */
  readonly dataDir?: string;
  /** As `KITUO_REGISTRY`. Without it a copy of the project's, so that a test may change it. */
  readonly registryFile?: string;
  /** More settings: `{ KITUO_SLIDER_CHECK: 'on' }`. It is off unless said otherwise. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The real server, started as `npm start` starts it, in a process of its own. */
export interface ServerProcess {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  /** Where the gateways' sandbox is told how reliable it is and who pays; empty where the start brings none. */
  readonly sandboxUrl: string;
  readonly pid: number;
  readonly dataDir: string;
  readonly registryFile: string;
  /** Where its plugins' packages lie. */
  readonly packagesDir: string;
  /** Settles with the exit code or the signal's name. */
  readonly ended: Promise<number | string>;
  /** SIGTERM, and waits for the end. */
  stop(): Promise<number | string>;
  /** kill -9, and waits for the end. */
  kill(): Promise<number | string>;
}

/** A folder that the account postgres can reach also where tests run as root. */
function scratchFolder(): string {
  const parent = join(ROOT, '.cache/servers');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'kituo-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** A registry file of one's own; the packages are those that were built. */
function copyRegistry(folder: string): string {
  mkdirSync(join(folder, 'registry'), { recursive: true });
  for (const entry of ['registry.json', 'registry.schema.json', 'publisher.schema.json']) {
    cpSync(join(ROOT, 'registry', entry), join(folder, 'registry', entry));
  }
  cpSync(join(ROOT, 'registry/publishers'), join(folder, 'registry/publishers'), {
    recursive: true,
  });
  return join(folder, 'registry/registry.json');
}

/** Any port would do; one that another process took between its choice and its use is given up. */
const PORT_TAKEN = /EADDRINUSE/;
const STARTS = 3;

/**
 * Starts the server and waits until it answers.
 * @throws Error with what it printed when it ends before it is ready.
 */
export async function startServerProcess(options: ServerProcessOptions = {}): Promise<ServerProcess> {
  for (let start = 1; ; start += 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      if (start === STARTS || !PORT_TAKEN.test(String(error))) throw error;
    }
  }
}

async function startOnce(options: ServerProcessOptions): Promise<ServerProcess> {
  const scratch = scratchFolder();
  const dataDir = options.dataDir ?? join(scratch, 'data');
  const registryFile = options.registryFile ?? copyRegistry(scratch);
  const { DATABASE_URL: _database, ...environment } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.ts')], {
    cwd: ROOT,
    env: {
      ...environment,
      NODE_ENV: 'production',
      PORT: '0',
      METRICS_PORT: '0',
      HOST: '127.0.0.1',
      KITUO_DATA: dataDir,
      KITUO_REGISTRY: registryFile,
      KITUO_SLIDER_CHECK: 'off',
      KITUO_DEMO_ORDERS: '0',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => {
      rmSync(scratch, { recursive: true, force: true });
      resolve(code ?? signal ?? 'unknown');
    });
  });
  const { url, sandboxUrl } = await new Promise<Pick<ServerProcess, 'url' | 'sandboxUrl'>>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The server was not ready in time:\n${text}`));
    }, READY_WITHIN_MS);
    const collect = (chunk: Buffer) => {
      text += chunk.toString();
      const address = /Kituo is at (http:\S+[^\s/])/.exec(text)?.[1];
      if (!address || !text.includes('Ready in')) return;
      clearTimeout(timer);
      // A line for each request from now on: read, so that the server can write it, and kept by nobody.
      for (const stream of [child.stdout, child.stderr]) stream.off('data', collect).resume();
      resolve({ url: address, sandboxUrl: /sandbox: (http:\S+)/.exec(text)?.[1] ?? '' });
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`The server ended with ${code ?? signal} before it was ready:\n${text}`));
    });
  });
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    url,
    sandboxUrl,
    pid: child.pid ?? 0,
    dataDir,
    registryFile,
    packagesDir: options.env?.['KITUO_PACKAGES'] ?? join(ROOT, 'registry/packages'),
    ended,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
