import { expect, test } from 'vitest';
import { MANY_PAGES } from './many-pages.ts';
import { measurePageDownloads } from './page-downloads.ts';

/** Of its own code, texts and the parts that it draws. */
const LIMIT = 1.3;

test('a page among 31 with 60 contracts downloads little more than itself', { timeout: 120_000 }, async () => {
  const downloads = await measurePageDownloads();
  expect(downloads).toHaveLength(MANY_PAGES);
  const beyond = downloads.filter(({ bytes, ownBytes }) => bytes > LIMIT * ownBytes);
  expect(beyond).toEqual([]);
});
