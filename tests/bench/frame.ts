import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { median, quantile } from 'simple-statistics';
import { buildAll } from '../../scripts/build/build-all.ts';
import { ROOT } from '../../scripts/build/paths.ts';
import { launchBrowser } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { measureCalls, measureOpening, type FrameBench } from './frame-measure.ts';
import { LARGE, MANY, measureFlood } from './frame-flood.ts';
import { signForBoth } from './frame-plugins.ts';
import { generatePlugins } from './fixtures.ts';
import { productFront } from './front.ts';
import { PROFILES } from './profiles.ts';
import { atMost, inMs, inMsFine, table, verdictTable, type Verdict } from './report.ts';
import { addBenchPerson, copyRealPackages, signIn, startStation } from './station.ts';

/*
 * npm run bench:frame [-- --quick] [--only=floods]: the same generated list pages at two stations in turn; one treats their publisher
 * as external and so draws them in frames. From a click in the menu, without hover, until the page answers one;
 * medians of 7 (3), each of a plugin that was not loaded. Frames run in processes of their own, which are slowed down
 * as well. The bench waits until the console has begun its frame ahead, as it does in idle time. Then the console's
 * own calls beside a frame that is still, and beside one that sends and asks for as much as it can. Figures:
 * docs/performance.md.
 */
const runs = process.argv.includes('--quick') ? 3 : 7;
const onlyFloods = process.argv.includes('--only=floods');
const verdicts: Verdict[] = [];

async function openings(bench: FrameBench): Promise<void> {
  const lines = [['', 'in the page', 'in a frame', 'ratio', 'visited, page', 'visited, frame']];
  for (const profile of PROFILES) {
    const times = await measureOpening(bench, profile, runs);
    const [inPage, inFrame] = [median(times.page.first), median(times.frame.first)];
    const again = [median(times.page.again), median(times.frame.again)] as const;
    const ratio = inFrame / inPage;
    lines.push([profile.name, inMs(inPage), inMs(inFrame), ratio.toFixed(2), inMs(again[0]), inMs(again[1])]);
    verdicts.push(atMost(`${profile.name}: first render in a frame / in the page`, ratio, 2.5));
  }
  console.log(`\nFrom a click in the menu until the page answers a click, medians of ${runs}\n${table(lines)}`);
}

async function calls(bench: FrameBench): Promise<void> {
  const { channel, whole } = await measureCalls(bench);
  const p95 = quantile(channel, 0.95);
  console.log(
    `\nAn SDK call answered by the console: median ${inMsFine(median(channel))}, p95 ${inMsFine(p95)} (${channel.length} calls). Answered by the server, its time included: median ${inMsFine(median(whole))}`,
  );
  verdicts.push(atMost('SDK call over the channel, p95', p95, 1, inMsFine));
}

/** The longest that a call of the console may take beside a flood, where it takes no longer without one. Milliseconds. */
const CONSOLE_MS = 50;

async function floods(bench: FrameBench): Promise<void> {
  for (const [name, load] of [
    ['many messages', MANY],
    ['large ones', LARGE],
  ] as const) {
    const { alone, flooded } = await measureFlood(bench, load);
    const [still, beside] = [median(alone), median(flooded)];
    console.log(
      `\nA call of the console: median ${inMs(still)}, p95 ${inMs(quantile(alone, 0.95))}; beside a frame that floods with ${name}: median ${inMs(beside)}, p95 ${inMs(quantile(flooded, 0.95))}`,
    );
    const target = Math.max(CONSOLE_MS, 1.2 * still);
    verdicts.push(atMost(`console call beside a flood of ${name}, median`, beside, target, inMs));
  }
}

async function main(): Promise<void> {
  await buildAll();
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  const work = await mkdtemp(join(ROOT, '.cache/bench-frame-'));
  const packages = join(work, 'packages');
  try {
    const real = await copyRealPackages(packages);
    // A plugin a run: nothing of what is opened was loaded before.
    const plugins = await generatePlugins(runs, join(work, 'plugins'), packages, ['user/']);
    const versions = {
      ...real,
      ...Object.fromEntries(plugins.map(({ name, version }) => [name, version])),
    };
    await using database = await createTestDatabase('seeded');
    await addBenchPerson(database, plugins);
    await using browser = await launchBrowser();
    const home = { database, packages, versions };
    const [isolated, trusted] = [join(work, 'isolated'), join(work, 'trusted')];
    await signForBoth(plugins, packages, { isolated, trusted });
    await using inPage = await startStation({ ...home, folder: trusted });
    await using inFrame = await startStation({ ...home, folder: isolated, api: ['user/'] });
    await using page = await productFront(inPage.url);
    await using frame = await productFront(inFrame.url);
    const session = await signIn(inPage);
    const bench: FrameBench = { browser, session, plugins, page: page.url, frame: frame.url };
    if (!onlyFloods) {
      await openings(bench);
      await calls(bench);
    }
    await floods(bench);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  console.log(`\n${verdictTable(verdicts)}`);
}

await main();
// The test cluster's lease ends with the process.
process.exit(0);
