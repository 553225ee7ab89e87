import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const CONFIG = join(import.meta.dirname, 'kamailio.cfg');
const MODULES = ['/usr/lib/baresip/modules', '/usr/local/lib/baresip/modules'];
const READY_WITHIN_MS = 20_000;
const HOST = '127.0.0.1';

/** A program of the test, ended with it. */
export interface Program extends AsyncDisposable {
  /** What it printed so far. */
  readonly printed: () => string;
}

/** @throws Error saying how to install what is missing: a proof that is left out proves nothing. */
export function needPrograms(): void {
  const isThere = (name: string, argument: string) => spawnSync(name, [argument]).error === undefined;
  const missing = [
    ...(isThere('kamailio', '-v') ? [] : ['kamailio']),
    ...(isThere('baresip', '-h') && MODULES.some((folder) => existsSync(folder)) ? [] : ['baresip']),
  ];
  if (missing.length === 0) return;
  throw new Error(
    `This test calls through ${missing.join(' and ')}, which this machine does not have. On Debian and Ubuntu:\n` +
      '  apt-get install --no-install-recommends kamailio kamailio-websocket-modules kamailio-autheph-modules ' +
      'kamailio-utils-modules kamailio-json-modules baresip-core',
  );
}

function start(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): [Program, ChildProcess] {
  const child = spawn(name, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(child, 'exit');
  const program = {
    printed: () => text,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
  return [program, child];
}

/** Waits until the program accepts connections at a port. @throws Error with what it printed */
async function listens(port: number, [program, child]: [Program, ChildProcess]): Promise<Program> {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until && child.exitCode === null) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, HOST, () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (isOpen) return program;
    await delay(100);
  }
  await program[Symbol.asyncDispose]();
  throw new Error(`Nothing listens at ${port}:\n${program.printed()}`);
}

/** Kamailio as `kamailio.cfg` sets it up. */
export async function startEdge(of: {
  readonly webSocketPort: number;
  readonly trunkPort: number;
  readonly phonePort: number;
  readonly domain: string;
  readonly secret: string;
  readonly routeUrl: string;
  readonly eventUrl: string;
}): Promise<Program> {
  const addresses = ['-l', `tcp:${HOST}:${of.webSocketPort}`, '-l', `udp:${HOST}:${of.trunkPort}`];
  const running = start('kamailio', ['-DD', '-E', '-f', CONFIG, ...addresses], {
    SIP_DOMAIN: of.domain,
    SIP_SECRET: of.secret,
    SIP_TRUNK: `${HOST}:${of.phonePort}`,
    ROUTE_URL: of.routeUrl,
    EVENT_URL: of.eventUrl,
  });
  return await listens(of.webSocketPort, running);
}

/** A telephone with numbers of its own behind the edge: each answers by itself, or waits to be told. */
export interface Phone extends Program {
  /** Says what to do with the call that rings or is up: `hangup`, `accept`. */
  readonly press: (command: 'accept' | 'hangup') => Promise<void>;
}

/** baresip, which speaks WebRTC's media itself; what it hears, it says back. */
export async function startPhone(of: {
  readonly dir: string;
  readonly sipPort: number;
  readonly controlPort: number;
  readonly trunkPort: number;
  readonly numbers: Readonly<Record<string, 'auto' | 'manual'>>;
}): Promise<Phone> {
  mkdirSync(of.dir, { recursive: true });
  const modules = ['g711', 'aubridge', 'ice', 'srtp', 'dtls_srtp'].map((name) => `module ${name}.so`);
  const config = [
    'poll_method poll',
    `sip_listen ${HOST}:${of.sipPort}`,
    'audio_player aubridge,echo',
    'audio_source aubridge,echo',
    'audio_alert aubridge,alert',
    'rtcp_mux yes',
    `module_path ${MODULES.find((folder) => existsSync(folder))}`,
    ...modules,
    'module_tmp account.so',
    'module_app menu.so',
    'module_app ctrl_tcp.so',
    `ctrl_tcp_listen ${HOST}:${of.controlPort}`,
  ];
  const media = 'mediaenc=dtls_srtp;medianat=ice';
  const accounts = Object.entries(of.numbers).map(
    ([phone, mode]) => `<sip:${phone}@${HOST}:${of.trunkPort};transport=udp>;regint=0;answermode=${mode};${media}`,
  );
  writeFileSync(join(of.dir, 'config'), `${config.join('\n')}\n`);
  writeFileSync(join(of.dir, 'accounts'), `${accounts.join('\n')}\n`);
  const program = await listens(of.controlPort, start('baresip', ['-4', '-s', '-f', of.dir]));
  return {
    ...program,
    press: async (command) => {
      const socket = connect(of.controlPort, HOST);
      await once(socket, 'connect');
      // Netstrings around JSON.
      const text = JSON.stringify({ command });
      socket.write(`${text.length}:${text},`);
      await once(socket, 'data');
      socket.destroy();
    },
  };
}
