import { loadavg } from 'node:os';
import { openEngineStation } from './engine-station.ts';
import { measureLists } from './orders-lists.ts';
import { verdictTable, type Verdict } from './report.ts';

// npm run bench:orders [-- --quick] [-- --only=lists | --only=tabs]: see docs/performance.md. Lists are asked over the
// book of a million orders that bench:engine keeps.
const isQuick = process.argv.includes('--quick');
const only = process.argv.find((each) => each.startsWith('--only='))?.slice('--only='.length);
const load = () => loadavg().map((each) => each.toFixed(1)).join(' '); // prettier-ignore

const verdicts: Verdict[] = [];
console.log(`Load ${load()}`);
if (only === undefined || only === 'lists') {
  await using station = await openEngineStation(1_000_000);
  verdicts.push(...(await measureLists(station, { isQuick })));
}
console.log(`Load ${load()}`);
console.log(`\n${verdictTable(verdicts)}`);
process.exit(verdicts.every(({ isMet }) => isMet) ? 0 : 1);
