import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

export interface CommandResult {
  readonly code: number;
  /** Standard output and errors as they came. */
  readonly output: string;
}

const children = new Set<number>();

/** Ends everything that was started here and still runs, with what it started itself. */
export function endCommands(): void {
  for (const pid of children) {
    try {
      process.kill(-pid, 'SIGTERM');
    } catch {
      // It ended automatically in this moment.
    }
  }
}

/**
 * Runs a command of the project on the pinned Node and collects what it prints. It is ended after
 * `limitSeconds`; its code is then 124.
 */
export function runCommand(
  args: readonly string[],
  options: { limitSeconds?: number; env?: Record<string, string> } = {},
): Promise<CommandResult> {
  const { limitSeconds = 900, env = {} } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const { pid } = child;
    if (pid) children.add(pid);
    let output = '';
    let isLate = false;
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const timer = setTimeout(() => {
      isLate = true;
      output += `\nIt did not end within ${limitSeconds} s and was stopped.`;
      if (pid) process.kill(-pid, 'SIGKILL');
    }, limitSeconds * 1000);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      if (pid) children.delete(pid);
      resolve({ code: isLate ? 124 : (code ?? 1), output });
    });
  });
}

/** The path of a package's program, to be run with `runCommand`. */
export const tool = (path: string) => join(ROOT, 'node_modules', path);
