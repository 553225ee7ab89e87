import { loadavg } from 'node:os';
import { measureEndOfDay, measureRollback, measureTrialBalance, refuseDrift } from './engine-book.ts';
import { measureCallbacks } from './engine-callbacks.ts';
import { measureShare, measureSteady } from './engine-payments.ts';
import { type EngineStation, openEngineStation } from './engine-station.ts';
import { verdictTable, type Verdict } from './report.ts';

// npm run bench:engine [-- --quick] [-- --only=payments]: see docs/performance.md. The book of a million orders is made
// by the first run.
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
