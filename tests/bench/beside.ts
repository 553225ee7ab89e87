import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { median } from 'simple-statistics';
import { launchBrowser } from '../support/browser.ts';
import type { SignedIn } from '../../server/testing/test-app.ts';
import { compiledStart } from './measure.ts';
import { PROFILES } from './profiles.ts';
import { inKb, inMs, table } from './report.ts';
import { Visitor, type Start } from './visit.ts';

// npm run bench:beside -- <another checkout>: starts of this build and of another's in turn, both built before: cold,
// warm, and with the browser's compiled code. A new tab rests 300 ms before it navigates.
// `--rounds=9`, `--profile=2` (the first, second or third alone), `--no-code` without the start whose code is compiled,
// `--cpu=2` with a processor half as fast where the profile does not slow it down.
const other = process.argv[2] ?? '';
const asked = (name: string) => process.argv.find((each) => each.startsWith(`--${name}=`))?.split('=')[1];
const rounds = Number(asked('rounds') ?? 7);
const cpu = Number(asked('cpu') ?? 1);
const profiles = PROFILES.filter((_, place) => [undefined, String(place + 1)].includes(asked('profile'))).map(
  (profile) =>
    cpu === 1 || profile.cpuSlowdown !== 1
      ? profile
      : { ...profile, name: `${profile.name}, CPU÷${cpu}`, cpuSlowdown: cpu },
);
const withCode = !process.argv.includes('--no-code');

interface Side extends AsyncDisposable {
  readonly url: string;
  readonly session: SignedIn;
}

/** The station of a checkout, in a process of its own. */
async function stationOf(folder: string): Promise<Side> {
  const child = spawn(process.execPath, [join(folder, 'tests/bench/serve.ts')], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue;
    const { url, session }: Side = JSON.parse(line);
    return {
      url,
      session,
      async [Symbol.asyncDispose]() {
        child.stdin.end();
        await ended;
      },
    };
  }
  throw new Error(`${folder} serves nothing`);
}

type Kind = 'cold' | 'warm' | 'compiled';
type Times = Record<Kind, Start[]>;

async function visit({ url }: Side, visitor: Visitor, into: Times) {
  into.cold.push(await visitor.start(url));
  await visitor.quiet();
  into.warm.push(await visitor.start(url));
}

async function main(): Promise<void> {
  await using here = await stationOf(resolve(import.meta.dirname, '../..'));
  await using there = await stationOf(resolve(other));
  await using browser = await launchBrowser();
  const lines = [['', 'other', 'this', 'median of ratios', 'bytes, other', 'this']];
  for (const profile of profiles) {
    const times: Record<'here' | 'there', Times> = {
      here: { cold: [], warm: [], compiled: [] },
      there: { cold: [], warm: [], compiled: [] },
    };
    const spare: Times = { cold: [], warm: [], compiled: [] };
    const sides = [
      ['here', here],
      ['there', there],
    ] as const;
    // One round more: the first warms the servers' own caches and is not counted.
    for (let round = -1; round < rounds; round += 1)
      for (const [name, side] of round % 2 === 0 ? sides : sides.toReversed()) {
        const into = round < 0 ? spare : times[name];
        await using visitor = await Visitor.arrive(browser, side.url, side.session, profile);
        await visit(side, visitor, into);
        if (!withCode || round < 0) continue;
        into.compiled.push(await compiledStart(side.url, side.session, profile));
      }
    for (const kind of ['cold', 'warm', 'compiled'] as const) {
      const [mine, theirs] = [times.here[kind], times.there[kind]];
      if (mine.length === 0) continue;
      const of = (starts: readonly Start[], pick: 'milliseconds' | 'bytes') => median(starts.map((each) => each[pick]));
      const ratio = median(
        mine.map(({ milliseconds }, index) => milliseconds / (theirs[index]?.milliseconds ?? Number.NaN)),
      );
      lines.push([
        `${profile.name}, ${kind}`,
        inMs(of(theirs, 'milliseconds')),
        inMs(of(mine, 'milliseconds')),
        ratio.toFixed(2),
        inKb(of(theirs, 'bytes')),
        inKb(of(mine, 'bytes')),
      ]);
    }
    if (process.argv.includes('--files'))
      for (const each of ['cold', 'warm'] as const)
        for (const side of ['there', 'here'] as const) {
          const start = times[side][each].at(-1);
          const first = start?.seen[0]?.startedAt ?? 0;
          console.log(`\n${profile.name}, ${each}, ${side}: ${inMs(start?.milliseconds ?? 0)}`);
          for (const { url, bytes, startedAt, endedAt } of start?.seen ?? [])
            console.log(
              `  ${inMs((startedAt - first) * 1000)} to ${endedAt === null ? 'open' : inMs((endedAt - first) * 1000)}  ${inKb(bytes)}  ${new URL(url).pathname.slice(0, 70)}`,
            );
        }
  }
  console.log(`\nFrom navigation until Home answers a click, ${rounds} rounds in turn\n${table(lines)}`);
}

await main();
process.exit(0);
