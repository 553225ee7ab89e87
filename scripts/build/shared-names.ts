import type { Plugin } from 'esbuild';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DOORS } from '../../sdk/src/doors/doors.ts';
import { ROOT } from './paths.ts';
import { schemaFunctions } from './pure-contracts.ts';

/** The names of the host's own build, with the stem of the file that stands behind each. */
export const HOST_NAMES = {
  react: 'react',
  'react/jsx-runtime': 'react-jsx-runtime',
  'react-dom': 'react-dom',
  '@kituo/sdk': 'sdk',
  // What of it no first screen needs. Plugins do not write this name: see later-imports.ts.
  '@kituo/sdk/later': 'sdk-later',
  '@kituo/sdk/page': 'sdk-page',
  rxjs: 'rxjs',
  '@blueprintjs/core': 'blueprint-core',
  '@blueprintjs/table': 'blueprint-table',
  'react-router-dom': 'react-router-dom',
  // The functions that contracts call, so that no plugin carries a copy of its own.
  'zod/mini': 'zod',
} as const satisfies Record<string, string>;

/** The name that plugins import a door by. */
export const doorName = (door: string) => `@kituo/sdk/${door}`;

/** The names plugins may import from the host, those of doors included. */
export const SHARED_NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(HOST_NAMES),
  ...Object.keys(DOORS).map(doorName),
]);

const COMMON_JS = new Set(['react', 'react/jsx-runtime', 'react-dom']);
const NAMESPACE = 'shared-name';

/** The address under which an entry of the host build stands for an import-map name. */
export function sharedEntry(name: string): string {
  return `${NAMESPACE}:${name}`;
}

/**
 * Resolves `shared-name:<name>` entries. A CommonJS library has no export list that a browser could
 * link against, so its names are read from the library itself and written out.
 */
export function sharedNames(): Plugin {
  return {
    name: NAMESPACE,
    setup(build) {
      build.onResolve({ filter: /^shared-name:/ }, ({ path }) => ({
        path: path.slice(NAMESPACE.length + 1),
        namespace: NAMESPACE,
      }));
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path }) => ({
        contents: `export ${await exportsOf(path)} from ${JSON.stringify(path)};`,
        resolveDir: ROOT,
      }));
    },
  };
}

async function exportsOf(name: string): Promise<string> {
  if (COMMON_JS.has(name)) return `{ default, ${commonJsExports(name).join(', ')} }`;
  if (name === 'zod/mini') return `{ ${(await schemaFunctions()).join(', ')} }`;
  return '*';
}

function commonJsExports(name: string): string[] {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    const exported: unknown = createRequire(join(ROOT, 'package.json'))(name);
    if (typeof exported !== 'object' || exported === null) return [];
    return Object.keys(exported).filter((key) => key !== 'default' && /^[A-Za-z_$][\w$]*$/.test(key));
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}
