import { loadavg } from 'node:os';
import { quantile } from 'simple-statistics';
import { tokenOf } from '../e2e/support/staff.ts';
import { addClosedCases, collector, countCases, handOut } from './desk-collectors.ts';
import { doublesOf, openAllHours } from './desk-people.ts';
import { makeTask, outcomeOf, telemarketer } from './desk-telemarketers.ts';
import { type Answered, type Work, workAtOnce } from './desk-work.ts';
import { type EngineStation, openEngineStation } from './engine-station.ts';
import { type Served, serveOrders } from './orders-server.ts';
import { inMs, table, type Verdict, verdictTable } from './report.ts';

/*
 * npm run bench:desks [-- --quick] [-- --orders=1000000 --cases=1000000 --seconds=600]: 50 collectors, then 30
 * telemarketers, at work at once over the book of a million orders and a million cases (50,000 orders with what cases they
 * have, and 90 s, with --quick; else 10 minutes), by the calls that their pages make, each turn 16 s. Before that others
 * warm the server up, uncounted, and one works alone and hurries: the baseline. A call that is refused ends the bench.
 * Figures: docs/performance.md.
 */
const isQuick = process.argv.includes('--quick');
const numberOf = (name: string, otherwise: number): number =>
  Number(process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise);
const ORDERS = numberOf('orders', isQuick ? 50_000 : 1_000_000);
const CASES = numberOf('cases', isQuick ? 0 : 1_000_000);
const MERCHANT = 'M0001';
const SECONDS = numberOf('seconds', isQuick ? 90 : 600);
const ALONE = Math.max(40, Math.round(SECONDS * 0.3));
/** Seconds of a turn: a call that nobody answers, and its note. */
const PACE = 16;
/** One alone hurries, so that there is something to count. */
const HURRY = 1.5;
/** So many others work before the one alone, so that it meets a server that is warm. */
const WARMERS = 5;
const WARM = Math.max(20, Math.round(SECONDS * 0.1));

const p95 = (answered: readonly Answered[]) =>
  quantile(
    answered.map(({ milliseconds }) => milliseconds),
    0.95,
  );

function report(title: string, alone: readonly Answered[], together: readonly Answered[]): Verdict {
  const names = [...new Set(together.map(({ name }) => name))];
  const line = (name: string, one: readonly Answered[], all: readonly Answered[]) => [
    name,
    String(all.length),
    inMs(
      quantile(
        all.map(({ milliseconds }) => milliseconds),
        0.5,
      ),
    ),
    inMs(p95(all)),
    inMs(p95(one)),
  ];
  const of = (name: string, answered: readonly Answered[]) => answered.filter((each) => each.name === name);
  const lines = names.map((name) => line(name, of(name, alone), of(name, together)));
  console.log(`\n${title}\n${table([['call', 'times', 'p50', 'p95', 'p95 alone'], ...lines])}`);
  const ratio = p95(together) / p95(alone);
  return {
    target: `${title}: p95 ≤ 2 × alone`,
    measured: `${inMs(p95(together))}, ${ratio.toFixed(2)}`,
    isMet: ratio <= 2,
  };
}

/** Nobody may be given what another has. */
function keeper() {
  const holder = new Map<string, string>();
  let twice = 0;
  return {
    taken: (userName: string) => (id: string) => {
      const before = holder.get(id);
      if (before !== undefined && before !== userName) twice += 1;
      holder.set(id, userName);
    },
    verdict: (what: string): Verdict => ({
      target: `${what} held by two: 0 of ${holder.size}`,
      measured: String(twice),
      isMet: twice === 0 && holder.size > 0,
    }),
  };
}

async function tokensOf(url: string, people: readonly { readonly userName: string }[]) {
  const signedIn: { readonly userName: string; readonly token: string }[] = [];
  for (const { userName } of people) signedIn.push({ userName, token: await tokenOf(url, userName) });
  return signedIn;
}

async function measureCollectors({ opened: { db } }: EngineStation, { url }: Served): Promise<Verdict[]> {
  const people = await doublesOf(db, 'collector', 50);
  const turns = Math.ceil(SECONDS / PACE) + 4;
  const hurried = (place: number) => (place === 0 ? ALONE : place <= WARMERS ? WARM : 0) / HURRY;
  const wanted = people.map(({ userNo }, place) => [userNo, turns + Math.ceil(hurried(place))] as const);
  await addClosedCases(db, CASES);
  await handOut(db, new Map(wanted), MERCHANT);
  const kept = keeper();
  const work = (pace: number): Work[] =>
    staff.map(({ userName, token }) => collector(url, token, kept.taken(userName), pace));
  const staff = await tokensOf(url, people);
  console.log(`${(await countCases(db)).toLocaleString('en')} cases, ${staff.length} collectors`);
  await workAtOnce(work(HURRY).slice(1, 1 + WARMERS), WARM);
  const alone = await workAtOnce(work(HURRY).slice(0, 1), ALONE);
  const together = await workAtOnce(work(PACE), SECONDS);
  return [report('50 collectors', alone, together), kept.verdict('cases')];
}

async function measureTelemarketers({ opened: { db } }: EngineStation, { url }: Served): Promise<Verdict[]> {
  const people = await doublesOf(db, 'telemarketer', 30);
  const userNos = people.map(({ userNo }) => userNo);
  const taskNo = await makeTask(db, { userNos, merchantNo: MERCHANT, entries: 5_000 });
  const kept = keeper();
  const staff = await tokensOf(url, people);
  const work = (pace: number): Work[] =>
    staff.map(({ userName, token }) => telemarketer(url, token, taskNo, kept.taken(userName), pace));
  await workAtOnce(work(HURRY).slice(1, 1 + WARMERS), WARM);
  const alone = await workAtOnce(work(HURRY).slice(0, 1), ALONE);
  const together = await workAtOnce(work(PACE), SECONDS);
  const { waiting, worked, entries, twice } = await outcomeOf(db, taskNo);
  const lost = entries - waiting - worked;
  return [
    report('30 telemarketers', alone, together),
    kept.verdict('entries'),
    { target: 'entries lost, called by two', measured: `${lost}, ${twice}`, isMet: lost === 0 && twice === 0 },
  ];
}

const load = () =>
  loadavg()
    .map((each) => each.toFixed(1))
    .join(' ');
const verdicts: Verdict[] = [];
console.log(`Load ${load()}`);
{
  await using station = await openEngineStation(ORDERS);
  await openAllHours(station.opened.db);
  const measure = async (served: Served) => {
    verdicts.push(...(await measureCollectors(station, served)));
    verdicts.push(...(await measureTelemarketers(station, served)));
  };
  // Calls are placed for a browser to dial; that nobody dials them is no matter of the server's.
  const secret = 'bench-'.repeat(8);
  const sip = { SIP_WS_URL: 'ws://127.0.0.1:9', SIP_DOMAIN: 'bench.example', SIP_SECRET: secret };
  const telephone = { ...sip, KITUO_CALLBACK_SECRET: secret };
  await serveOrders(station, measure, telephone);
}
console.log(`Load ${load()}`);
console.log(`\n${verdictTable(verdicts)}`);
process.exit(verdicts.every(({ isMet }) => isMet) ? 0 : 1);
