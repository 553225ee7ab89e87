import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ROOT } from '../build/paths.ts';
import { ENTRIES } from './sdk-modules.ts';

const versions = z.record(z.string(), z.string());
const rootDescription = z.object({ dependencies: versions, devDependencies: versions });
const sdkDescription = z.object({ name: z.string(), version: z.string() });

/** What the SDK's modules and its command import at run time. */
const NEEDED = [
  '@blueprintjs/core',
  '@blueprintjs/icons',
  '@blueprintjs/table',
  '@swc/core',
  '@tanstack/react-query',
  '@testing-library/dom',
  '@testing-library/react',
  'acorn',
  'acorn-walk',
  'axios',
  'esbuild',
  'i18next',
  'jssip',
  'react-easy-crop',
  'react-hook-form',
  'react-router-dom',
  'rxjs',
  'tar-stream',
  'zod',
];

/** What a project of an author has to have once, in the version that the host has. */
const SHARED = ['react', 'react-dom'];

/**
 * What a project of an author works with beside it; `kituo-plugin create` writes these versions. Its scripts run on
 * the company's Node, whatever is installed.
 */
const TOOLS = [
  '@testing-library/react',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'jsdom',
  'node',
  'react',
  'react-dom',
  'typescript',
  'vitest',
];

export interface PackedDescription {
  readonly name: string;
  readonly version: string;
  readonly [key: string]: unknown;
}

/** The `package.json` that the SDK is assigned with: compiled modules, types, a command, versions. */
export async function packedDescription(): Promise<PackedDescription> {
  const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(join(ROOT, path), 'utf8'));
  const { dependencies, devDependencies } = rootDescription.parse(await read('package.json'));
  const { name, version } = sdkDescription.parse(await read('sdk/package.json'));
  const known = { ...devDependencies, ...dependencies };
  const pick = (names: readonly string[]) => Object.fromEntries(names.map((one) => [one, versionOf(known, one)]));
  return {
    name,
    version,
    description: 'What plugins of Kituo import, and the command that builds, tests and publishes them.',
    license: 'UNLICENSED',
    type: 'module',
    engines: { node: '>=20' },
    files: ['bin', 'dist', 'docs', 'examples', 'locales', 'schemas', 'sdk.api.md', 'templates'],
    bin: { 'kituo-plugin': './bin/kituo-plugin.mjs' },
    exports: {
      ...Object.fromEntries(
        Object.entries(ENTRIES).map(([door, module]) => [
          door,
          { types: `./dist/${module}.d.ts`, default: `./dist/${module}.js` },
        ]),
      ),
      './plugin.schema.json': './schemas/plugin.schema.json',
      './package.json': './package.json',
    },
    dependencies: pick(NEEDED),
    peerDependencies: pick(SHARED),
    kituo: { tools: pick(TOOLS) },
  };
}

function versionOf(known: Readonly<Record<string, string>>, name: string): string {
  const version = known[name];
  if (version === undefined) throw new Error(`package.json of the tree does not name ${name}`);
  return version;
}
