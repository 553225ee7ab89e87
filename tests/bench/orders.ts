import { loadavg } from 'node:os';
import { openEngineStation } from './engine-station.ts';
import { measureMoneyExports } from './orders-exports.ts';
import { measureLists, measureMoneyLists } from './orders-lists.ts';
import { serveOrders } from './orders-server.ts';
import { measureTabs } from './orders-tabs.ts';
import { verdictTable, type Verdict } from './report.ts';

/*
 * npm run bench:orders [-- --quick] [-- --orders=50000] [-- --only=lists | --only=money | --only=exports | --only=tabs], over the
 * book of a million orders that bench:engine keeps, or of so many; exports with --quick over 50,000. Figures: docs/performance.md.
 * - lists: 60 questions (every filter, as users of all merchants, of two and of one), 50 a second, each timed from the
 *   moment it was due; then each alone for its processor time. A background worker of PostgreSQL that ends meanwhile
 *   takes its own time out of the sum, so a figure can be negative.
 * - money: every list of the money desk and of charges beside those of reviews in one run.
 * - exports: the lists of the money desk as files, each beside COPY of the same figures in one run.
 * - tabs: in a browser at 1.6 Mbit/s and 300 ms, from the click on a row to the first tab of the order file, and on to
 *   each other tab, once the plugin is loaded.
 */
const isQuick = process.argv.includes('--quick');
const only = process.argv.find((each) => each.startsWith('--only='))?.slice('--only='.length);
const said = process.argv.find((each) => each.startsWith('--orders='))?.slice('--orders='.length);
const orders = said === undefined ? (isQuick && only === 'exports' ? 50_000 : 1_000_000) : Number(said);
if (!Number.isInteger(orders) || orders < 1) throw new RangeError(`--orders=${said}`);
const load = () =>
  loadavg()
    .map((each) => each.toFixed(1))
    .join(' ');

const verdicts: Verdict[] = [];
console.log(`Load ${load()}`);
{
  await using station = await openEngineStation(orders);
  await serveOrders(station, async (served) => {
    const isAsked = (part: string) => only === undefined || only === part;
    if (isAsked('lists')) verdicts.push(...(await measureLists(station, served, { isQuick })));
    if (isAsked('money')) verdicts.push(...(await measureMoneyLists(station, served, { isQuick })));
    if (isAsked('exports')) verdicts.push(...(await measureMoneyExports(station, served, { isQuick })));
    if (isAsked('tabs')) verdicts.push(...(await measureTabs(served, { isQuick })));
  });
}
console.log(`Load ${load()}`);
console.log(`\n${verdictTable(verdicts)}`);
process.exit(verdicts.every(({ isMet }) => isMet) ? 0 : 1);
