import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../build/paths.ts';
import { stageSdk } from './stage-sdk.ts';

// "npm pack" in sdk/, or with --workspace sdk, makes the tarball that authors get: its "prepack" lays out what is
// compiled beside the sources, and a package.json that names it; its "postpack" takes both back.
const SDK = join(ROOT, 'sdk');
const DESCRIPTION = join(SDK, 'package.json');
/** The workspace's own package.json meanwhile. */
const KEPT = join(ROOT, '.cache/sdk-package.json');
/** What a checkout does not have there automatically. */
const LAID = ['README.md', 'bin', 'dist', 'schemas', 'sdk.api.md', 'templates'];

async function layOut(): Promise<void> {
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  const work = await mkdtemp(join(ROOT, '.cache/lay-sdk-'));
  try {
    const stage = join(work, 'package');
    await stageSdk(stage, { types: true });
    for (const name of LAID) await cp(join(stage, name), join(SDK, name), { recursive: true });
    // Last, and each in one step: who builds meanwhile finds one of the two, and all that it names.
    await rename(DESCRIPTION, KEPT);
    await rename(join(stage, 'package.json'), DESCRIPTION);
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function takeBack(): Promise<void> {
  if (existsSync(KEPT)) await rename(KEPT, DESCRIPTION);
  for (const name of LAID) await rm(join(SDK, name), { recursive: true, force: true });
}

// One that was broken off left its own behind.
await takeBack();
if (process.argv[2] === 'lay-out') await layOut();
