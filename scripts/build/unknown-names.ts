import { join } from 'node:path';
import type { OutputFile } from 'esbuild';
import { DOORS } from '../../sdk/src/doors/doors.ts';
import { BuildError } from './build-error.ts';
import { names } from './barrels.ts';
import { exportedNames, SDK_LATER } from './later-imports.ts';
import { SDK, SDK_ENDING } from './paths.ts';
import { doorName } from './shared-names.ts';

const MODULES: ReadonlyMap<string, string> = new Map([
  ['@kituo/sdk', join(SDK, `index${SDK_ENDING}`)],
  ['@kituo/sdk/later', SDK_LATER],
  ['@kituo/sdk/page', join(SDK, `page/index${SDK_ENDING}`)],
  ...Object.keys(DOORS).map((door) => [doorName(door), join(SDK, `doors/${door}/index${SDK_ENDING}`)] as const),
]);
const IMPORT = /\bimport\s*\{([^}]*)\}\s*from\s*["'](@kituo\/sdk[^"']*)["']/g;
const known = new Map<string, ReadonlySet<string>>();

function exportsOf(module: string, file: string): ReadonlySet<string> {
  const names = known.get(module) ?? exportedNames(file);
  known.set(module, names);
  return names;
}

/**
 * What a plugin takes from the SDK comes from the host, so that no bundler sees whether it is there: a name that the SDK
 * lacks would be undefined on the day the page is opened. Types are gone from what is looked at.
 * @throws BuildError with each of them
 */
export function refuseUnknownNames(plugin: string, outputs: readonly OutputFile[]): void {
  const unknown = new Set<string>();
  for (const { path, text } of outputs) {
    if (!path.endsWith('.js')) continue;
    for (const [, list = '', module = ''] of text.matchAll(IMPORT)) {
      const file = MODULES.get(module);
      if (file === undefined) continue;
      for (const { local } of names(list)) {
        if (!exportsOf(module, file).has(local)) unknown.add(`${local} is not in ${module.replace('/later', '')}`);
      }
    }
  }
  if (unknown.size === 0) return;
  throw new BuildError(`${plugin} imports what the SDK does not have:\n${[...unknown].sort().join('\n')}`);
}
