import { join } from 'node:path';
import { median } from 'simple-statistics';
import type { TestDatabase } from '../support/database.ts';
import type { GeneratedPlugin } from './fixtures.ts';
import { productFront } from './front.ts';
import { measureRatio, type Bench } from './measure.ts';
import type { Profile } from './profiles.ts';
import { addIdlePackages, startStation, type Station } from './station.ts';

const LARGE = 1000;
const CALLS = 200;
const UNTHROTTLED: Profile = {
  name: 'no throttling',
  latencyMs: null,
  bytesPerSecond: null,
  cpuSlowdown: 1,
};

export interface RegistryFigures {
  readonly plugins: number;
  /** Cold starts of the same person, milliseconds, and the median ratio of pairs of them. */
  readonly largeStart: number;
  readonly smallStart: number;
  readonly ratio: number;
  /** Of what a start sends and gets. */
  readonly bytesRatio: number;
  /** What the server spends on `user/bootstrap`, with the large registry. */
  readonly bootstrapMs: number;
}

/** The same sections for the same person, from a registry with many more that others have. */
export async function measureRegistries(parts: {
  readonly database: TestDatabase;
  readonly folder: string;
  readonly packages: string;
  readonly bench: Bench;
  readonly station: Station;
  readonly versions: Readonly<Record<string, string>>;
  readonly idleFrom: GeneratedPlugin;
  readonly rounds: number;
}): Promise<RegistryFigures> {
  const { database, folder, packages, bench, versions, idleFrom } = parts;
  const idle = await addIdlePackages(idleFrom, packages, LARGE - Object.keys(versions).length);
  const all = { ...versions, ...idle };
  await using large = await startStation({
    database,
    folder: join(folder, 'large'),
    packages,
    versions: all,
  });
  await using front = await productFront(large.url);
  const pair = { ...bench, product: front.url, floor: bench.product };
  const starts = await measureRatio(pair, UNTHROTTLED, parts.rounds);
  return {
    plugins: Object.keys(all).length,
    largeStart: starts.product,
    smallStart: starts.other,
    ratio: starts.ratio,
    bytesRatio: starts.bytesRatio,
    bootstrapMs: await bootstrapTime(large, bench.session.token),
  };
}

async function bootstrapTime({ app }: Station, token: string): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const begun = performance.now();
    const reply = await app.http.inject({
      url: '/api/hc/web/user/bootstrap',
      headers: { 'auth-token': token },
    });
    times.push(performance.now() - begun);
    if (reply.statusCode !== 200) throw new Error(`the bootstrap answered ${reply.body}`);
  }
  return median(times);
}
