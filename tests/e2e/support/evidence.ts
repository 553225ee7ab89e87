import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { TestRunner } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../../test-results/failed');
/** A page that hangs has no picture; the test has failed already. */
const WITHIN_MS = 10_000;
/** Characters of it in the output, where nobody gets at the files. */
const MAX_SAID = 4_000;

/**
 * Where the running test has failed: what its pages showed, as pictures and as what a screen reader would say.
 *
 * @param visit tells the visits of a test apart, which are kept at the same time
 */
export async function keepEvidence(visit: number, pages: readonly Page[], faults: readonly string[]): Promise<void> {
  const test = TestRunner.getCurrentTest();
  if (test?.result?.state !== 'fail') return;
  await mkdir(FOLDER, { recursive: true });
  const name = test.name.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 80);
  for (const [index, page] of pages.entries()) {
    const stem = join(FOLDER, `${name}.${visit}.${index}`);
    const said = await page.locator('body').ariaSnapshot({ timeout: WITHIN_MS }).catch(String);
    const all = [page.url(), said, ...faults].join('\n\n');
    await writeFile(`${stem}.txt`, all);
    await page.screenshot({ path: `${stem}.png`, timeout: WITHIN_MS }).catch(() => undefined);
    console.warn(`${name}: a page showed\n${all.slice(0, MAX_SAID)}`);
  }
}
