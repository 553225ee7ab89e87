import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { AppError } from '../../server/src/http/app-error.ts';
import { readRows } from '../../server/src/modules/platform/imports/read-file.ts';
import { watermarked } from '../../server/src/modules/platform/pictures/index.ts';
import { PublishRefusal, publishPackage } from '../../server/src/modules/plugins/registry/publishing/index.ts';
import { rules, streamOf } from '../../server/testing/test-archive.ts';
import { verifyPackage } from '../../server/src/modules/plugins/registry/verify-package.ts';
import { ARCHIVES, PICTURES, WORKBOOKS } from './hostile-contents.ts';

// Whatever a stranger sends as a workbook, a package or a picture is refused in words or read within its bounds: the
// loop turns meanwhile, and nothing is written beside its place.
const BLOCKED_MS = 2_000;
const WITHIN_MS = 60_000;

/** What came of it, while the loop had to turn. */
async function watched<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  let last = startedAt;
  let blockedMs = 0;
  const timer = setInterval(() => {
    blockedMs = Math.max(blockedMs, performance.now() - last);
    last = performance.now();
  }, 5);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    expect(Math.max(blockedMs, performance.now() - last), 'ms that everybody waited').toBeLessThan(BLOCKED_MS);
    expect(performance.now() - startedAt, 'ms that it took').toBeLessThan(WITHIN_MS);
  }
}

test('there are two hundred of them, each by a name of its own', () => {
  const all = [...WORKBOOKS, ...ARCHIVES, ...PICTURES].map(({ what }) => what);
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(200);
});

it.each(WORKBOOKS)('a workbook with $what', async ({ content }) => {
  const bytes = await content();
  await watched(async () => {
    try {
      const rows = await readRows(bytes);
      expect(rows.length).toBeLessThanOrEqual(2_001);
      expect(JSON.stringify(rows)).not.toContain('root:');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      expect(error.error).toMatch(/^IMPORT_/);
    }
  });
});

it.each(ARCHIVES)('an archive with $what', async ({ content }) => {
  const bytes = await content();
  const folder = await mkdtemp(join(tmpdir(), 'kituo-hostile-'));
  const packages = join(folder, 'one/two/packages');
  await mkdir(packages, { recursive: true });
  try {
    await watched(async () => {
      try {
        const { name, version } = await publishPackage(streamOf(bytes), packages, rules);
        // What changed nothing that counts is the package as it was signed.
        await verifyPackage(packages, name, version);
      } catch (error) {
        if (!(error instanceof PublishRefusal)) throw error;
      }
    });
    const beside = (await readdir(folder, { recursive: true })).filter((path) => !path.startsWith('one/two/packages'));
    expect(beside.filter((path) => path !== 'one' && path !== 'one/two')).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it.each(PICTURES)('$what', async ({ content }) => {
  const bytes = await content();
  const marked = await watched(async () => await watermarked(bytes, 'image/png', 'OTIENO 28 NOV'));
  expect(marked.content.length).toBeGreaterThan(0);
  expect(marked.content.equals(bytes)).toBe(false);
});
