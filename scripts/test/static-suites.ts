import { runCommand, tool } from './command.ts';
import type { Suite } from './suite.ts';

interface StaticCommand {
  readonly name: string;
  readonly args: readonly string[];
  /** What `npm run check -- --write` runs in its place. */
  readonly writeArgs?: readonly string[];
}

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
    args: [tool('typescript-native/bin/tsc'), '--project', '.', '--pretty', 'false'],
  },
  { name: 'style', args: [tool('oxlint/bin/oxlint'), '--deny-warnings', '.'] },
  {
    name: 'layers',
    args: [
      tool('dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config=.dependency-cruiser.cjs',
      ...LAYERS,
    ],
  },
  { name: 'dead-code', args: [tool('knip/bin/knip.js'), '--no-progress'] },
];

function suiteOf(name: string, args: readonly string[], after?: readonly string[]): Suite {
  return {
    name,
    weight: 1,
    ...(after ? { after } : {}),
    async run() {
      const { code, output } = await runCommand(args);
      return code === 0
        ? { passed: 1, failed: 0, skipped: 0, output }
        : { passed: 0, failed: 1, skipped: 0, output };
    },
  };
}

/** Everything that reads the source and needs neither database nor browser. */
export const staticSuites: readonly Suite[] = [
  suiteOf('build', ['scripts/build.ts']),
  ...staticCommands.map(({ name, args }) => suiteOf(name, args)),
  suiteOf('sdk-api', ['scripts/check.ts', 'api']),
  suiteOf('openapi', ['scripts/check.ts', 'openapi']),
];
