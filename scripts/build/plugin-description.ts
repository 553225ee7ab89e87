import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pluginDescription, type PluginDescription } from '../../sdk/src/contracts/plugins/plugin-manifest.ts';
import { BuildError } from './build-error.ts';
import { faultLine } from './json-fault.ts';
import { shownPath } from './paths.ts';

/**
 * Reads and checks `plugin.json`; every fault at once, each with the field it is in. With a `name`, that has to
 * be the plugin's: the folder's in this tree, where others find a section by it.
 */
export async function readPluginDescription(folder: string, name: string | null): Promise<PluginDescription> {
  const path = join(folder, 'plugin.json');
  const shown = shownPath(path);
  const source = await readFile(path, 'utf8').catch(() => {
    throw new BuildError(`${shown} is missing`);
  });
  let parsed: unknown;
  try {
    parsed = JSON.parse(source);
  } catch (fault) {
    throw new BuildError(`${shown}:${faultLine(source, fault) ?? 1}: ${String(fault)}`);
  }
  const checked = pluginDescription.safeParse(parsed);
  if (!checked.success) {
    const faults = checked.error.issues.map((i) => `  ${i.path.join('.') || '(file)'}: ${i.message}`);
    throw new BuildError(`${shown} is not right:\n${faults.join('\n')}`);
  }
  const faults = inconsistencies(checked.data, folder, name);
  if (faults.length > 0) throw new BuildError(`${shown} is not right:\n  ${faults.join('\n  ')}`);
  return checked.data;
}

function inconsistencies(description: PluginDescription, folder: string, name: string | null): string[] {
  const faults: string[] = [];
  if (name !== null && description.name !== name) faults.push(`name: is ${description.name}, the folder is ${name}`);
  const seen = new Map<string, string>();
  const pages = new Set(description.pages.map((page) => page.name));
  for (const { name: fill, page, module } of description.slots?.fills ?? []) {
    if (pages.has(fill)) faults.push(`slots: ${fill} is the name of a page, too`);
    if (!pages.has(page)) faults.push(`slots: ${fill} names the page ${page}, which is not there`);
    if (!existsSync(join(folder, module))) faults.push(`slots: ${fill} names ${module}, which is not there`);
  }
  for (const { path, page } of description.backend?.routes ?? [])
    if (!pages.has(page)) faults.push(`backend: ${path} names the page ${page}, which is not there`);
  for (const page of description.pages) {
    if (!existsSync(join(folder, page.module)))
      faults.push(`pages: ${page.name} names ${page.module}, which is not there`);
    for (const key of [page.name, page.path.toLowerCase()]) {
      const other = seen.get(key);
      if (other !== undefined) faults.push(`pages: ${page.name} and ${other} share ${key}`);
      seen.set(key, page.name);
    }
  }
  return faults;
}
