import type { Browser } from 'playwright';
import { median } from 'simple-statistics';
import type { SignedIn } from '../../server/testing/test-app.ts';
import type { GeneratedPlugin } from './fixtures.ts';
import type { Profile } from './profiles.ts';
import { Visitor, type Start } from './visit.ts';

/** Two ways to serve the same Home, and who visits them. */
export interface Bench {
  readonly browser: Browser;
  readonly session: SignedIn;
  readonly product: string;
  readonly floor: string;
  /** A page of one button. */
  readonly trivial: string;
  readonly plugins: readonly GeneratedPlugin[];
}

export interface Starts {
  readonly cold: Start[];
  readonly warm: Start[];
  /** Warm, with the browser's compiled code. */
  readonly compiled: Start[];
}

const SIDES = ['product', 'floor', 'trivial'] as const;
type Side = (typeof SIDES)[number];

/** Cold, warm and compiled starts of product, floor and a trivial page in turn, so that all meet the same weather. */
export async function measureStarts(bench: Bench, profile: Profile, runs: number): Promise<Record<Side, Starts>> {
  const { browser, session } = bench;
  const none = (): Starts => ({ cold: [], warm: [], compiled: [] });
  const found: Record<Side, Starts> = { product: none(), floor: none(), trivial: none() };
  // One round more: the first warms the servers' own caches and is not counted.
  for (let run = -1; run < runs; run += 1) {
    for (const name of run % 2 === 0 ? SIDES : SIDES.toReversed()) {
      const url = bench[name];
      const into = run < 0 ? none() : found[name];
      {
        await using visitor = await Visitor.arrive(browser, url, session, profile);
        into.cold.push(await visitor.start(url));
        if (name !== 'trivial') await visitor.quiet();
        into.warm.push(await visitor.start(url));
      }
      if (run >= 0 && name !== 'trivial') into.compiled.push(await compiledStart(url, session, profile));
    }
  }
  return found;
}

/** Code is kept once a script has come twice, and taken from there the next time. */
export async function compiledStart(url: string, session: SignedIn, profile: Profile): Promise<Start> {
  await using visitor = await Visitor.arriveAlone(url, session, profile);
  for (let time = 0; time < 3; time += 1) {
    await visitor.start(url);
    await visitor.quiet();
  }
  return await visitor.start(url);
}

export interface StartRatio {
  readonly ratio: number;
  readonly product: number;
  readonly other: number;
  /** Of the last pair: bytes do not vary. */
  readonly bytesRatio: number;
}

/**
 * How much longer the product's cold start takes than that of the other, in pairs: both stand in each
 * round twice, in the order A B B A, so that what changes on the machine meanwhile cancels out. The median of
 * the rounds' ratios.
 */
export async function measureRatio(
  { browser, session, product, floor }: Bench,
  profile: Profile,
  rounds: number,
): Promise<StartRatio> {
  const bytes = new Map<string, number>();
  const start = async (url: string) => {
    await using visitor = await Visitor.arrive(browser, url, session, profile);
    const started = await visitor.start(url);
    bytes.set(url, started.bytes);
    return started.milliseconds;
  };
  const pairs: { readonly product: number; readonly other: number }[] = [];
  // One round more: the first warms the servers' own caches and is not counted.
  for (let round = -1; round < rounds; round += 1) {
    const isFirst = round % 2 === 0;
    const [a, b] = isFirst ? [product, floor] : [floor, product];
    const times = [await start(a), await start(b), await start(b), await start(a)];
    const [outer, inner] = [((times[0] ?? 0) + (times[3] ?? 0)) / 2, ((times[1] ?? 0) + (times[2] ?? 0)) / 2];
    if (round >= 0) pairs.push({ product: isFirst ? outer : inner, other: isFirst ? inner : outer });
  }
  return {
    ratio: median(pairs.map((pair) => pair.product / pair.other)),
    product: median(pairs.map((pair) => pair.product)),
    other: median(pairs.map((pair) => pair.other)),
    bytesRatio: (bytes.get(product) ?? Number.NaN) / (bytes.get(floor) ?? Number.NaN),
  };
}

export interface PageTimes {
  /** Of a plugin nothing of which was loaded. */
  readonly unloaded: number[];
  /** The same after its menu entry was pointed at. */
  readonly hovered: number[];
  /** The same page visited before: its code has run already. */
  readonly loaded: number[];
  /** Another list page of a plugin that was visited before, itself never drawn, after hover. */
  readonly firstDrawn: number[];
}

/** The second list page of a generated plugin, counted from 0. */
const OTHER_LIST = 3;

/**
 * Times from a click in the menu to a list page that answers a click: `runs` of each kind by each of
 * `visitors` tabs, two plugins a run. What is compared (a plugin only pointed at, a page of a loaded one)
 * takes turns to come first, so that neither is always the one that meets warmer code.
 */
export async function measurePages(
  { browser, session, product, plugins }: Bench,
  profile: Profile,
  { visitors, runs }: { readonly visitors: number; readonly runs: number },
): Promise<PageTimes> {
  const times: PageTimes = { unloaded: [], hovered: [], loaded: [], firstDrawn: [] };
  for (let turn = 0; turn < visitors; turn += 1) {
    await using visitor = await Visitor.arrive(browser, product, session, profile);
    await visitor.start(product);
    await visitor.quiet();
    const visit = async (plugin: GeneratedPlugin, page = 0) => {
      const path = plugin.paths[page] ?? '';
      const time = await visitor.follow(path, headingOf(plugin, page + 1));
      await visitor.follow('/AdminContent/Home', '', '.home-strip button[aria-expanded]');
      await visitor.quiet();
      return time;
    };
    for (let run = 0; run < runs; run += 1) {
      const [first, second] = [plugins[2 * run], plugins[2 * run + 1]];
      if (!first || !second) throw new Error('too few generated plugins for so many runs');
      times.unloaded.push(await visit(first));
      const compared = [
        async () => {
          await visitor.hover(second.paths[0] ?? '');
          times.hovered.push(await visit(second));
        },
        async () => {
          await visitor.hover(first.paths[OTHER_LIST] ?? '');
          times.firstDrawn.push(await visit(first, OTHER_LIST));
        },
      ];
      for (const each of (run + turn) % 2 === 0 ? compared : compared.toReversed()) await each();
      times.loaded.push(await visit(first));
    }
  }
  return times;
}

/** The heap, in bytes, at Home, after a page of every plugin was visited, and back at Home. */
export async function measureHeap(
  { browser, session, product, floor, plugins }: Bench,
  profile: Profile,
): Promise<{ home: number; visited: number; floor: number }> {
  await using alone = await Visitor.arrive(browser, floor, session, profile);
  await alone.start(floor);
  await alone.quiet();
  const floorHeap = await alone.heap();
  await using visitor = await Visitor.arrive(browser, product, session, profile);
  await visitor.start(product);
  await visitor.quiet();
  const home = await visitor.heap();
  for (const plugin of plugins)
    for (const [index, path] of plugin.paths.entries()) await visitor.follow(path, headingOf(plugin, index + 1));
  await visitor.follow('/AdminContent/Home', '', '.home-strip button[aria-expanded]');
  await visitor.quiet();
  return { home, visited: await visitor.heap(), floor: floorHeap };
}

/** What the generated page writes into its heading. */
function headingOf({ name }: GeneratedPlugin, page: number): string {
  return `Bench ${Number(name.split('-')[1])}, page ${page}`;
}

export const medianOf = (starts: readonly Start[], pick: 'milliseconds' | 'bytes' | 'requests' | 'hops') =>
  median(starts.map((start) => start[pick]));
