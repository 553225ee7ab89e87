import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { BuildError } from '../build/build-error.ts';

/** Runs the tests of the plugin in `folder` once, with its own vitest. @returns the exit code. */
export async function runTests(folder: string, words: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [vitestOf(folder), 'run', ...words], {
    cwd: folder,
    stdio: 'inherit',
  });
  return await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

function vitestOf(folder: string): string {
  try {
    const found = createRequire(join(folder, 'package.json')).resolve('vitest/package.json');
    return join(dirname(found), 'vitest.mjs');
  } catch {
    throw new BuildError('vitest is not installed here: npm install');
  }
}
