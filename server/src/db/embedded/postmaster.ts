import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What `postmaster.pid` tells of a PostgreSQL that is really running. */
export interface RunningPostmaster {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
}

const FAST_STOP_MS = 60_000;
const LINE_PORT = 3;
const LINE_STATUS = 7;

/** Where there is no init process to collect them, dead processes keep their number as zombies. */
function isZombie(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return !isZombie(pid);
}

/** A process number may have been given to somebody else after a crash: look at what runs there. */
function isPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  try {
    const name = existsSync(`/proc/${pid}/comm`)
      ? readFileSync(`/proc/${pid}/comm`, 'utf8')
      : execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
    return name.includes('postgres');
  } catch {
    return false;
  }
}

/** The PostgreSQL that runs on `dataFolder`, if any. */
export function findPostmaster(dataFolder: string): RunningPostmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isPostgres(pid)) return undefined;
  return {
    pid,
    port: Number(lines[LINE_PORT]),
    isReady: lines[LINE_STATUS]?.trim() === 'ready',
  };
}

async function ends(pid: number, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (Date.now() < deadline) {
    if (!isPostgres(pid)) return true;
    await delay(10);
  }
  return false;
}

/**
 * Stops the PostgreSQL that runs on `dataFolder`: open transactions are rolled back, what was
 * acknowledged is kept. Returns whether there was one.
 */
export async function stopPostmaster(dataFolder: string): Promise<boolean> {
  const running = findPostmaster(dataFolder);
  if (!running) {
    // Left by a crash; PostgreSQL would refuse to start if the number belongs to another process now.
    rmSync(join(dataFolder, 'postmaster.pid'), { force: true });
    return false;
  }
  process.kill(running.pid, 'SIGINT');
  if (await ends(running.pid, FAST_STOP_MS)) return true;
  process.kill(running.pid, 'SIGQUIT');
  await ends(running.pid, FAST_STOP_MS);
  return true;
}
