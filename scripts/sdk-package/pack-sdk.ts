import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../build/paths.ts';
import { stageSdk } from './stage-sdk.ts';

/** Makes the SDK's tarball in `out`. @returns its path. */
export async function packSdk(out: string, options = { types: true }): Promise<string> {
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  const work = await mkdtemp(join(ROOT, '.cache/pack-sdk-'));
  try {
    const stage = join(work, 'package');
    await stageSdk(stage, options);
    await npm(['pack', '--silent', '--pack-destination', work], stage);
    const name = (await readdir(work)).find((file) => file.endsWith('.tgz'));
    if (name === undefined) throw new Error('npm pack made no tarball');
    await mkdir(out, { recursive: true });
    await copyFile(join(work, name), join(out, name));
    return join(out, name);
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function npm(args: readonly string[], cwd: string): Promise<void> {
  const isWindows = process.platform === 'win32';
  const child = spawn(isWindows ? 'npm.cmd' : 'npm', args, {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isWindows,
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', resolve);
  });
  if (code !== 0) throw new Error(`npm ${args[0] ?? ''} ended with ${code}`);
}
