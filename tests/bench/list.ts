import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { verdictTable, type Verdict } from './report.ts';

/*
 * npm run bench:list [-- --quick] [-- --browser | --server]. Figures: docs/performance.md.
 * - browser: 100,000 rows of 20 columns in DataTable and in a bare Blueprint Table, in turn, each in a fresh page:
 *   time to the first cells, and p95 of frames while scrolling 140 pixels a frame. All rows are in memory.
 * - server: 1,000,000 accounts in .cache/bench-list (filled by the first run), the real server, 13 questions asked 50
 *   times a second as head office and as a user of two merchants; a request counts from the moment it was due. Then
 *   exports of all 19 columns. PostgreSQL's own COPY of these columns is timed beside them.
 */

/** What a half of this bench exports: it prints what it measured and answers what was met. */
type Measure = (options: { readonly isQuick: boolean }) => Promise<readonly Verdict[]>;

const HALVES = ['browser', 'server'] as const;
const chosen = HALVES.filter((half) => process.argv.includes(`--${half}`));
const isQuick = process.argv.includes('--quick');

function isHalf(module: unknown): module is { readonly measure: Measure } {
  return typeof module === 'object' && module !== null && 'measure' in module && typeof module.measure === 'function';
}

const verdicts: Verdict[] = [];
for (const half of chosen.length > 0 ? chosen : HALVES) {
  const path = join(import.meta.dirname, `list-${half}.ts`);
  if (!existsSync(path)) continue;
  const module: unknown = await import(pathToFileURL(path).href);
  if (!isHalf(module)) throw new TypeError(`${path} exports no "measure"`);
  verdicts.push(...(await module.measure({ isQuick })));
}
console.log(`\n${verdictTable(verdicts)}`);
process.exit(verdicts.every(({ isMet }) => isMet) ? 0 : 1);
