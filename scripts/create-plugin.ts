import { rm } from 'node:fs/promises';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packSdk } from './sdk-package/pack-sdk.ts';

// npm run create-plugin -- <folder> [--template T] [--publisher P]: with the SDK of this tree, packed.
const words = process.argv.slice(2);
const work = await mkdtemp(join(tmpdir(), 'kituo-sdk-'));
try {
  const isHelp = words.length === 0 || words[0]?.startsWith('-');
  const sdk = isHelp ? [] : ['--sdk', await packSdk(work)];
  process.argv = [...process.argv.slice(0, 2), 'create', ...words, ...sdk];
  await import('./plugin/main.ts');
} finally {
  await rm(work, { recursive: true, force: true });
}
