import { loadavg } from 'node:os';
import {
  measureEndOfDay,
  measureRollback,
  measureTrialBalance,
  refuseDrift,
} from './engine-book.ts';
import { measureShare, measureSteady } from './engine-payments.ts';
import { openEngineStation } from './engine-station.ts';
import { verdictTable, type Verdict } from './report.ts';

// npm run bench:engine [-- --quick]: see docs/performance.md. The book of a million orders is made by the first run.
const isQuick = process.argv.includes('--quick');
const load = () => loadavg().map((each) => each.toFixed(1)).join(' '); // prettier-ignore

const verdicts: Verdict[] = [];
{
  await using station = await openEngineStation(isQuick ? 50_000 : 1_000_000);
  console.log(`Load ${load()}`);
  verdicts.push(...(await measureTrialBalance(station)));
  verdicts.push(...(await measureEndOfDay(station)));
  verdicts.push(...(await measureSteady(station, isQuick ? 10 : 30)));
  verdicts.push(...(await measureShare(station, isQuick ? 2 : 4)));
  verdicts.push(...(await measureRollback(station)));
  await refuseDrift(station);
  console.log(`Load ${load()}`);
}
console.log(`\n${verdictTable(verdicts)}`);
process.exit(verdicts.every(({ isMet }) => isMet) ? 0 : 1);
