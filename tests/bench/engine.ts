import { loadavg } from 'node:os';
import { measureEndOfDay, measureRollback, measureTrialBalance, refuseDrift } from './engine-book.ts';
import { measureCallbacks } from './engine-callbacks.ts';
import { measureMatching } from './engine-matching.ts';
import { measureShare, measureSteady } from './engine-payments.ts';
import { type EngineStation, openEngineStation } from './engine-station.ts';
import { verdictTable, type Verdict } from './report.ts';

/*
 * npm run bench:engine [-- --quick] [-- --only=balance|nights|payments|callbacks|matching|rollback]: the loan engine in this
 * process, with a pool of ten as a server has, over 1,000,000 orders (50,000 with --quick) in .cache/bench-engine. The
 * first run makes the book: 2,500 orders lived through the engine, the rest copies. Figures: docs/performance.md.
 * - nights: one more business date for all running bills while 20 repayments a second come in.
 * - payments: 200 applications a second, each timed from the moment it was due; then engine and bare transaction in
 *   turn (A B B A) over four connections. The bare one locks, reads and writes the same rows and decides nothing
 *   (engine-bare.ts).
 * - callbacks: stored confirmations of different loans, beside the same two journals as bare SQL in one commit.
 * - matching: the paybill's busiest day as a statement, matched by the engine and joined by bare SQL; nothing is kept.
 * - rollback: 600 payments of one loan at once.
 * A whole run ends with a check that no balance differs from its postings.
 */
const isQuick = process.argv.includes('--quick');
const only = process.argv.find((each) => each.startsWith('--only='))?.slice('--only='.length);
const load = () =>
  loadavg()
    .map((each) => each.toFixed(1))
    .join(' ');

type Measure = (station: EngineStation) => Promise<readonly Verdict[]>;
const PARTS: readonly (readonly [name: string, measure: Measure])[] = [
  ['balance', measureTrialBalance],
  ['nights', measureEndOfDay],
  ['payments', (station) => measureSteady(station, isQuick ? 10 : 30)],
  ['payments', (station) => measureShare(station, isQuick ? 2 : 4)],
  ['callbacks', (station) => measureCallbacks(station, isQuick ? 2 : 4, isQuick ? 200 : 500)],
  ['matching', measureMatching],
  ['rollback', measureRollback],
];

const verdicts: Verdict[] = [];
{
  await using station = await openEngineStation(isQuick ? 50_000 : 1_000_000);
  console.log(`Load ${load()}`);
  for (const [name, measure] of PARTS) {
    if (only === undefined || only === name) verdicts.push(...(await measure(station)));
  }
  if (only === undefined) await refuseDrift(station);
  console.log(`Load ${load()}`);
}
console.log(`\n${verdictTable(verdicts)}`);
process.exit(verdicts.every(({ isMet }) => isMet) ? 0 : 1);
