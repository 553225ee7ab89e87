import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { SDK, shownPath } from './paths.ts';
import { SHARED_NAMES } from './shared-names.ts';

/** Libraries that may exist once only in a page: a second copy breaks hooks, contexts and subjects. */
const HOST_ALONE =
  /^(react|react-dom|rxjs|systemjs|react-router|react-router-dom|i18next|react-i18next|axios|@tanstack\/react-query|@blueprintjs\/[^/]+)(\/|$)/;

/** Contracts are data without state: the part a plugin names is built into it, as own-contracts.ts has it. */
const CONTRACTS = join(SDK, 'contracts');
const IS_CONTRACT = /^(contract:|@kituo\/sdk\/contracts$)/;

/**
 * Leaves the shared names to the host, lets a plugin bundle what its own `package.json` declares, and
 * refuses everything else: other plugins, host, server, the inside of the SDK, undeclared packages.
 */
export function pluginImports(folder: string): Plugin {
  return {
    name: 'plugin-imports',
    async setup(build) {
      const declared = await declaredPackages(folder);
      build.onResolve({ filter: /.*/ }, ({ path, importer, kind, pluginData }) => {
        if (kind === 'entry-point' || pluginData === 'checked') return null;
        if (!isInside(importer, folder) && !isInside(importer, CONTRACTS)) return null;
        if (SHARED_NAMES.has(path)) return { path, external: true };
        if (isInside(importer, CONTRACTS) || IS_CONTRACT.test(path)) return null;
        const from = shownPath(importer);
        const refuse = (reason: string) => ({
          errors: [{ text: `${from} imports ${path}: ${reason}`, pluginName: '' }],
        });
        if (path.startsWith('.') || path.startsWith('/')) {
          if (isInside(join(dirname(importer), path), folder)) return null;
          return refuse('a plugin may import only its own files, the SDK and shared libraries');
        }
        if (HOST_ALONE.test(path))
          return refuse(
            `the host has the only copy and shares ${[...SHARED_NAMES].join(', ')}; take it from @kituo/sdk`,
          );
        if (path.startsWith('@kituo/')) return refuse('a plugin never imports a plugin, the host or the server');
        if (path.startsWith('node:')) return refuse('a plugin runs in a browser');
        const name = /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;
        if (declared.has(name)) return null;
        return refuse(`declare ${name} under "dependencies" in ${shownPath(join(folder, 'package.json'))}`);
      });
    },
  };
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

async function declaredPackages(folder: string): Promise<Set<string>> {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return new Set();
  const parsed: unknown = JSON.parse(await readFile(path, 'utf8'));
  if (typeof parsed !== 'object' || parsed === null || !('dependencies' in parsed)) return new Set();
  const { dependencies } = parsed;
  return new Set(typeof dependencies === 'object' && dependencies !== null ? Object.keys(dependencies) : []);
}
