import { ensureBrowser } from './browser.ts';
import { baseOf, changedFiles } from './changed.ts';
import { endCommands } from './command.ts';
import { e2eReach } from './e2e-reach.ts';
import { staticSuites } from './static-suites.ts';
import { runSuites, type Finished, type Suite } from './suite.ts';
import { vitestSuite, type VitestOptions } from './vitest-suite.ts';

// npm test [-- name ...] and npm run test:deep: every check, or the named ones. With --changed[=<base>], of the tests
// those that the change since the base can reach; the checks of the source always. The last line is "N passed, N failed".
const CORES = 2;
const words = process.argv.slice(2);
const isDeep = words.includes('--deep');
const names = words.filter((word) => !word.startsWith('--'));
const base = baseOf(words);

/** Suites with pages to open: a browser is looked for, and if need be installed, when their turn comes. */
function browserSuite(suite: Pick<Suite, 'name' | 'weight' | 'after'>, options: VitestOptions): Suite {
  return {
    ...suite,
    run: async () => {
      const env = { ...options.env, KITUO_BROWSER: await ensureBrowser(), ...(isDeep && { KITUO_DEEP: '1' }) };
      return vitestSuite(suite, { ...options, env }).run();
    },
  };
}

/** The browser tests: all of them, or those that the change reaches. */
function e2eSuite(): readonly Suite[] {
  const suite = { name: 'e2e', weight: 2, after: ['build'] } as const;
  const options = { config: 'vitest.e2e.config.ts', limitSeconds: 2400 };
  if (base === undefined) return [browserSuite(suite, options)];
  const { files, plugins } = e2eReach(changedFiles(base));
  if (files.length === 0) return [];
  return [browserSuite(suite, { ...options, args: files, env: { KITUO_PAGES_OF: plugins.join() } })];
}

/** Server, SDK, pages and scripts: vitest knows by their imports which of them a change reaches. */
function testsSuite(): Suite {
  const suite = { name: 'tests', weight: 2, after: ['build'] } as const;
  // Limits are for what hangs: this suite and the browser’s together stay below the 90 minutes of continuous integration.
  const options = { config: 'vitest.config.ts', limitSeconds: isDeep ? 4800 : 2400 };
  return browserSuite(
    suite,
    base === undefined ? options : { ...options, args: [`--changed=${base}`], mayBeEmpty: true },
  );
}

/** Writers, a server that is killed, and much waiting for it: one core, beside the checks of the source. */
const kill9 = vitestSuite(
  { name: 'kill9', weight: 1, after: ['build'] },
  {
    config: 'vitest.kill9.config.ts',
    limitSeconds: isDeep ? 14_400 : 1_200,
    env: { KITUO_KILL_CYCLES: isDeep ? '100' : '3' },
  },
);

function allSuites(): readonly Suite[] {
  // Two of them, the build among them, keep both cores busy until kill9 may start.
  return [
    ...staticSuites.slice(0, 2),
    ...(base === undefined ? [kill9] : []),
    ...staticSuites.slice(2),
    // The build's own tests open what it made.
    testsSuite(),
    ...e2eSuite(),
    ...(isDeep
      ? [
          vitestSuite(
            { name: 'histories', weight: 2, after: ['build'] },
            { config: 'vitest.histories.config.ts', limitSeconds: 14_400 },
          ),
          browserSuite(
            { name: 'journeys', weight: 2, after: ['build'] },
            { config: 'vitest.journeys.config.ts', limitSeconds: 7_200 },
          ),
          vitestSuite(
            { name: 'callbacks', weight: 1, after: ['build'] },
            { config: 'vitest.callbacks.config.ts', limitSeconds: 7_200 },
          ),
          vitestSuite(
            { name: 'hostile', weight: 1, after: ['build'] },
            { config: 'vitest.hostile.config.ts', limitSeconds: 1_800 },
          ),
          // Calls through a Kamailio of its own: fails where it is not installed, and says how to get it.
          browserSuite(
            { name: 'telephone', weight: 1, after: ['build'] },
            { config: 'vitest.telephone.config.ts', limitSeconds: 1_200 },
          ),
          // Five installs from the npm registry: what an author's machine does.
          vitestSuite(
            { name: 'authors', weight: 2, after: ['build'] },
            { config: 'vitest.authors.config.ts', limitSeconds: 1_800 },
          ),
        ]
      : []),
  ];
}

function tell({ name, outcome, seconds }: Finished): void {
  const { passed, failed, skipped, output } = outcome;
  const parts = [`${passed} passed`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  const mark = failed === 0 ? '✓' : '✗';
  console.log(`${mark} ${name.padEnd(10)} ${parts.join(', ').padEnd(24)} ${seconds.toFixed(1)} s`);
  if (failed > 0) console.log(`${output.trimEnd().replace(/^/gm, '    ')}\n`);
}

function chosen(suites: readonly Suite[]): readonly Suite[] {
  const unknown = names.filter((name) => !suites.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    console.error(`There is no check ${unknown.join(', ')}; there are ${suites.map((s) => s.name).join(', ')}.`);
    process.exit(1);
  }
  return names.length > 0 ? suites.filter((suite) => names.includes(suite.name)) : suites;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    endCommands();
    process.exit(130);
  });
}
process.once('disconnect', () => {
  endCommands();
  process.exit(130);
});

const start = performance.now();
const finished = await runSuites(chosen(allSuites()), CORES, tell);
const sum = (key: 'passed' | 'failed') => finished.reduce((total, { outcome }) => total + outcome[key], 0);
console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s in all`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit();
