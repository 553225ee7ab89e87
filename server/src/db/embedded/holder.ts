import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlreadyThere } from '../../already-there.ts';
import { isAlive } from './postmaster.ts';

/** Somebody else works on the data folder. */
export class FolderHeldError extends Error {
  override readonly name = 'FolderHeldError';
}

const FILE = 'holder';

/** What tells a process from a later one with the same number. */
function birthOf(pid: number): string {
  try {
    if (existsSync('/proc/self/stat')) {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      return `${boot}/${fields[19]}`;
    }
    if (process.platform === 'win32') return '';
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function describe(pid: number): string {
  return [pid, birthOf(pid), new Date().toISOString()].join('\n');
}

/**
 * Takes the data folder for this process; the returned function gives it back. What a killed
 * process left behind is taken over.
 * @throws FolderHeldError naming the process that holds it.
 */
export function takeFolder(folder: string): () => void {
  const file = join(folder, FILE);
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, describe(process.pid));
  try {
    for (;;) {
      try {
        // A link appears whole or not at all, and only once: two starts cannot both succeed.
        linkSync(mine, file);
        break;
      } catch (error) {
        // Any other failure, as of a file system without hard links, would come back each time.
        if (!isAlreadyThere(error)) throw error;
        dropIfStale(folder, file);
      }
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(file, { force: true });
}

function dropIfStale(folder: string, file: string): void {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return;
  }
  const [pidText, birth, since] = text.split('\n');
  const pid = Number(pidText);
  if (pid > 0 && isAlive(pid) && birthOf(pid) === birth) {
    throw new FolderHeldError(
      `The data folder ${folder} is in use by process ${pid}, which has held it since ${since}. ` +
        'Stop that one first, or give this one a folder of its own with KITUO_DATA.',
    );
  }
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  // Another start was quicker and what we moved is its fresh claim: put it back.
  if (readFileSync(aside, 'utf8') !== text && !existsSync(file)) linkSync(aside, file);
  rmSync(aside, { force: true });
}
