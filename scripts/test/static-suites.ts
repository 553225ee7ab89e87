import { runCommand, tool } from './command.ts';
import type { Suite } from './suite.ts';

interface StaticCommand {
  readonly name: string;
  readonly args: readonly string[];
  /** What `npm run check -- --write` runs in its place. */
  readonly writeArgs?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * For programs in Go: of four checkers each works out for itself the types that all files share, and their threads
 * wait for each other. The other core is kept busy by what runs beside them.
 */
const ONE_CORE = { GOMAXPROCS: '1' };
const LAYERS = ['sdk', 'host', 'plugins', 'server', 'sandbox', 'scripts', 'tests'];

/** Checks of the source as it stands: one program each, right or wrong as a whole. */
export const staticCommands: readonly StaticCommand[] = [
  {
    name: 'format',
    args: [tool('oxfmt/bin/oxfmt'), '--check'],
    writeArgs: [tool('oxfmt/bin/oxfmt')],
  },
  // TypeScript's own compiler of version 7 is a program: a third of the time. Version 6 stays as the
  // library that other tools read declarations with.
  {
    name: 'types',
    args: [tool('typescript-native/bin/tsc'), '--project', '.', '--pretty', 'false', '--checkers', '1'],
    env: ONE_CORE,
  },
  { name: 'style', args: [tool('oxlint/bin/oxlint'), '--deny-warnings', '.'], env: ONE_CORE },
  {
    name: 'layers',
    args: [tool('dependency-cruiser/bin/dependency-cruiser.mjs'), '--config=.dependency-cruiser.cjs', ...LAYERS],
  },
  {
    name: 'layers-at-run-time',
    args: [
      tool('dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config=.dependency-cruiser-run-time.cjs',
      ...LAYERS,
    ],
  },
  { name: 'dead-code', args: [tool('knip/bin/knip.js'), '--no-progress'] },
];

function suiteOf({ name, args, env = {} }: StaticCommand): Suite {
  return {
    name,
    weight: 1,
    async run() {
      const { code, output } = await runCommand(args, { env });
      return code === 0 ? { passed: 1, failed: 0, skipped: 0, output } : { passed: 0, failed: 1, skipped: 0, output };
    },
  };
}

/** Everything that reads the source and needs neither database nor browser. */
export const staticSuites: readonly Suite[] = [
  { name: 'build', args: ['scripts/build.ts'] },
  ...staticCommands,
  { name: 'sdk-api', args: ['scripts/check.ts', 'api'] },
  { name: 'openapi', args: ['scripts/check.ts', 'openapi'] },
].map(suiteOf);
