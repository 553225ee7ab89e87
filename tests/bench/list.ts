import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { verdictTable, type Verdict } from './report.ts';

// npm run bench:list [-- --quick] [-- --browser | --server]: see docs/performance.md.

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
