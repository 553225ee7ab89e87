import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from 'simple-statistics';
import { ROOT } from '../../scripts/build/paths.ts';

const run = promisify(execFile);

export interface BuildTimes {
  /** Seconds that `npm run build -- --force <one plugin>` says it took; what is compressed already stays so. */
  readonly one: number;
  readonly all: number;
  /** All, with nothing compressed before. */
  readonly allFromNothing: number;
}

export async function measureBuilds(plugin: string, runs: number): Promise<BuildTimes> {
  const [one, all, allFromNothing]: [number[], number[], number[]] = [[], [], []];
  for (let count = 0; count < runs; count += 1) {
    one.push(await build([plugin]));
    all.push(await build([]));
  }
  const cache = await mkdtemp(join(ROOT, '.cache/bench-build-'));
  try {
    allFromNothing.push(await build([], { KITUO_BUILD_CACHE: cache }));
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
  return { one: median(one), all: median(all), allFromNothing: median(allFromNothing) };
}

async function build(names: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const script = join(ROOT, 'scripts/build.ts');
  const { stdout } = await run(process.execPath, [script, '--force', ...names], {
    cwd: ROOT,
    env: { ...process.env, ...env },
  });
  const seconds = /built in ([\d.]+) s/.exec(stdout)?.[1];
  if (seconds === undefined) throw new Error(`the build said:\n${stdout}`);
  return Number(seconds);
}
