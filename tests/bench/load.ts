import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from 'simple-statistics';
import { buildAll } from '../../scripts/build/build-all.ts';
import { ROOT } from '../../scripts/build/paths.ts';
import { launchBrowser } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { measureBuilds } from './build-times.ts';
import { generatePlugins } from './fixtures.ts';
import { buildFloor } from './floor.ts';
import { floorFront, productFront, trivialFront } from './front.ts';
import { measureHeap, measurePages, measureStarts, medianOf, type Bench } from './measure.ts';
import { measurePageDownloads } from './page-downloads.ts';
import { type Profile, PROFILES } from './profiles.ts';
import { measureRegistries } from './registries.ts';
import { asCount, atMost, inKb, inMb, inMs, inMsFine, inSeconds, table, verdictTable, type Verdict } from './report.ts';
import { addBenchPerson, copyRealPackages, signIn, startStation } from './station.ts';

/*
 * npm run bench:load [-- --quick] [-- --files] [-- --only=pages | --only=registry] [-- --raw] [-- --real]: what staff
 * wait for, beside the floor (floor.ts): the same signed-in Home as one static bundle. Figures: docs/performance.md.
 *
 * Both are served by the real server behind an equal small proxy, in turn. Beside the real plugins there are 18
 * generated ones of 7 pages. The browser slows network and processor down (profiles.ts).
 * - A start lasts from the navigation to Home until the first announcement's button answers a click. Bytes include the
 *   heads of replies and the page's own calls; requests and hops are those that began before the answer.
 * - A page lasts from the click in the menu until a button on it answers one; medians of 27 pairs that take turns.
 *   "After hover" is a page of a plugin that was not loaded when the pointer came, beside a page of a loaded plugin
 *   drawn for the first time, and beside the same page visited before.
 * - The registry of 1,000 plugins is the median of ratios in 30 rounds of A B B A (16 with --quick).
 * Between measurements the bench waits for the event stream, for the last request, and for an idle browser, three
 * times in a row. --files lists the requests of a start, --raw each time.
 */
const PLUGINS = 18;
const isQuick = process.argv.includes('--quick');
const showFiles = process.argv.includes('--files');
const showRaw = process.argv.includes('--raw');
const onlyPages = process.argv.includes('--only=pages');
const onlyRegistry = process.argv.includes('--only=registry');
/** Starts of who holds every page that the menu has, and no generated one. */
const isReal = process.argv.includes('--real');
const runs = isQuick ? 3 : 5;
/** Short times scatter most: as many as there are plugins for, three times. */
const pageRuns = isQuick ? { visitors: 1, runs: 3 } : { visitors: 3, runs: PLUGINS / 2 };
const verdicts: Verdict[] = [];

async function starts(bench: Bench): Promise<void> {
  const lines = [
    [
      '',
      'cold',
      'floor',
      'ratio',
      'warm',
      'floor',
      'ratio',
      'bytes',
      'floor',
      'ratio',
      'requests',
      'hops',
      'warm hops',
      'compiled',
      'floor',
      'ratio',
      'trivial page',
    ],
  ];
  for (const profile of PROFILES) {
    const { product, floor, trivial } = await measureStarts(bench, profile, runs);
    const cold = medianOf(product.cold, 'milliseconds');
    const coldFloor = medianOf(floor.cold, 'milliseconds');
    const warm = medianOf(product.warm, 'milliseconds');
    const warmFloor = medianOf(floor.warm, 'milliseconds');
    const compiled = medianOf(product.compiled, 'milliseconds');
    const compiledFloor = medianOf(floor.compiled, 'milliseconds');
    const bytes = medianOf(product.cold, 'bytes');
    const bytesFloor = medianOf(floor.cold, 'bytes');
    const requests = medianOf(product.cold, 'requests');
    const hops = medianOf(product.cold, 'hops');
    const warmHops = medianOf(product.warm, 'hops');
    const ratio = (a: number, b: number) => (a / b).toFixed(2);
    lines.push([
      profile.name,
      inMs(cold),
      inMs(coldFloor),
      ratio(cold, coldFloor),
      inMs(warm),
      inMs(warmFloor),
      ratio(warm, warmFloor),
      inKb(bytes),
      inKb(bytesFloor),
      ratio(bytes, bytesFloor),
      asCount(requests),
      asCount(hops),
      asCount(warmHops),
      inMs(compiled),
      inMs(compiledFloor),
      ratio(compiled, compiledFloor),
      inMs(medianOf(trivial.warm, 'milliseconds')),
    ]);
    verdicts.push(
      atMost(`${profile.name}: cold start / floor`, cold / coldFloor, 1.15),
      atMost(`${profile.name}: warm start / floor`, warm / warmFloor, 1.15),
      atMost(`${profile.name}: cold bytes / floor`, bytes / bytesFloor, 1.15),
      atMost(`${profile.name}: cold bytes`, bytes, 200_000, inKb),
      atMost(`${profile.name}: cold requests`, requests, 12, asCount),
      atMost(`${profile.name}: cold serial hops`, hops, 2, asCount),
      atMost(`${profile.name}: warm serial hops`, warmHops, 1, asCount),
    );
    if (!showFiles) continue;
    for (const start of [product.cold.at(-1), floor.cold.at(-1), product.warm.at(-1)]) {
      console.log(`\n${profile.name}: ${inMs(start?.milliseconds ?? 0)}`);
      const first = start?.seen[0]?.startedAt ?? 0;
      for (const { url, bytes: size, startedAt, endedAt } of start?.seen ?? [])
        console.log(
          `  ${inMs((startedAt - first) * 1000)} to ${endedAt === null ? 'open' : inMs((endedAt - first) * 1000)}  ${inKb(size)}  ${new URL(url).pathname.slice(0, 70)}`,
        );
    }
  }
  console.log(`\nFrom navigation until Home answers a click, medians of ${runs}\n${table(lines)}`);
}

/** What a page of a large section downloads of it, beside what it would as a section of its own. */
async function downloads(): Promise<void> {
  const found = await measurePageDownloads();
  const lines = found.map(({ page, bytes, ownBytes }) => [
    page,
    inKb(bytes),
    inKb(ownBytes),
    (bytes / ownBytes).toFixed(2),
  ]);
  console.log(
    `\nA page's own download among 31 pages and 60 contracts\n${table([['', 'bytes', 'own', 'ratio'], ...lines])}`,
  );
  const worst = Math.max(...found.map(({ bytes, ownBytes }) => bytes / ownBytes));
  verdicts.push(atMost("page's own download / own code, texts and parts", worst, 1.3));
}

async function pages(bench: Bench): Promise<void> {
  const lines = [['', 'unloaded', 'after hover', 'of a loaded plugin', 'ratio', 'visited before', 'ratio']];
  for (const profile of PROFILES) {
    const times = await measurePages(bench, profile, pageRuns);
    if (showRaw) console.log(profile.name, JSON.stringify(times));
    const [unloaded, hovered] = [median(times.unloaded), median(times.hovered)];
    const [loaded, firstDrawn] = [median(times.loaded), median(times.firstDrawn)];
    const [toPlugin, toVisited] = [inPairs(times.hovered, times.firstDrawn), inPairs(times.hovered, times.loaded)];
    lines.push([
      profile.name,
      inMs(unloaded),
      inMs(hovered),
      inMs(firstDrawn),
      toPlugin.toFixed(2),
      inMs(loaded),
      toVisited.toFixed(2),
    ]);
    // What is loaded is a plugin, and both pages are then drawn for the first time. The page visited before
    // has code that has run: stricter, and told, too.
    verdicts.push(
      atMost(`${profile.name}: page after hover / of a loaded plugin`, toPlugin, 1.2),
      atMost(`${profile.name}: page after hover / visited before`, toVisited, 1.2),
    );
    if (profile === PROFILES.at(-1))
      verdicts.push(atMost(`${profile.name}: page of an unloaded plugin`, unloaded, 460, inMs));
  }
  console.log(
    `\nFrom a click in the menu until the page answers a click, medians of ${pageRuns.visitors * pageRuns.runs}\n${table(lines)}`,
  );
}

/** The median of the ratios of what was measured side by side. */
const inPairs = (times: readonly number[], others: readonly number[]) =>
  median(times.map((time, index) => time / (others[index] ?? Number.NaN)));

async function tellHeap(bench: Bench, profile: Profile): Promise<void> {
  const heap = await measureHeap(bench, profile);
  console.log(
    `\nHeap: Home ${inMb(heap.home)}, after all ${PLUGINS * 7} pages ${inMb(heap.visited)}, floor ${inMb(heap.floor)}`,
  );
}

async function main(): Promise<void> {
  await buildAll();
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  const work = await mkdtemp(join(ROOT, '.cache/bench-'));
  const packages = join(work, 'packages');
  try {
    const real = await copyRealPackages(packages);
    const plugins = isReal ? [] : await generatePlugins(PLUGINS, join(work, 'plugins'), packages);
    const versions = {
      ...real,
      ...Object.fromEntries(plugins.map(({ name, version }) => [name, version])),
    };
    await using database = await createTestDatabase('seeded');
    await addBenchPerson(database, plugins);
    await using browser = await launchBrowser();
    const home = { database, folder: join(work, 'station'), packages };
    await using station = await startStation({ ...home, versions });
    await using product = await productFront(station.url);
    await using floor = await floorFront(station.url, await buildFloor());
    await using trivial = await trivialFront(station.url);
    const session = await signIn(station);
    const bench: Bench = { browser, session, product: product.url, floor: floor.url, trivial: trivial.url, plugins };
    if (!onlyPages && !onlyRegistry) await starts(bench);
    if (isReal) return;
    if (!onlyRegistry) await pages(bench);
    if (onlyPages) return;
    const profile = PROFILES[0];
    const idleFrom = plugins[0];
    if (!profile || !idleFrom) throw new Error('no profile or no plugin');
    if (!onlyRegistry) await tellHeap(bench, profile);
    const registries = await measureRegistries({
      ...home,
      bench,
      station,
      versions,
      idleFrom,
      rounds: isQuick ? 16 : 30,
    });
    console.log(
      `\nRegistry of ${registries.plugins} plugins: start ${inMs(registries.largeStart)}, of ${PLUGINS + Object.keys(real).length}: ${inMs(registries.smallStart)}, median of ratios ${registries.ratio.toFixed(3)}`,
    );
    verdicts.push(
      atMost('start with 1,000 plugins / 18', registries.ratio, 1.02),
      atMost('bytes of a start with 1,000 plugins / 18', registries.bytesRatio, 1.02, (value) => value.toFixed(4)),
      atMost('bootstrap with 1,000 plugins, server', registries.bootstrapMs, 5, inMsFine),
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  if (onlyRegistry || isReal) return;
  await downloads();
  const builds = await measureBuilds('users', isQuick ? 1 : 3);
  verdicts.push(
    atMost('build of one plugin', builds.one, 0.5, inSeconds),
    atMost('build of all', builds.all, 7, inSeconds),
    atMost('build of all, nothing compressed before', builds.allFromNothing, 7, inSeconds),
  );
}

await main();
console.log(`\n${verdictTable(verdicts)}`);
// The test cluster's lease ends with the process.
process.exit(0);
