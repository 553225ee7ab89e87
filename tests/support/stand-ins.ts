import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { registryFile } from '@kituo/sdk/contracts';
import { buildPlugin } from '../../scripts/build/plugin-build.ts';
import { routeOf } from '../../server/src/seed/menu-types.ts';
import { SECTIONS } from '../../server/src/seed/roles.ts';
import { builtPages, describedPlugin } from './built-pages.ts';

const ROOT = join(import.meta.dirname, '../..');
const HOME = join(ROOT, '.cache/stand-ins');
/** Whose pages stand in, in turn: lists, trees, forms and settings as people use them. */
const MODELS = ['audit', 'users'];

/** A console with a page behind every entry of the demonstration's menu. */
export interface WholeConsole {
  readonly registryFile: string;
  readonly packages: string;
  readonly pages: number;
}

/** The plugin of a section: a copy of a model, its pages in turn under the names of those that are not built yet. */
function writeSection(name: string, section: string, pages: readonly string[], model: string): string {
  const folder = join(HOME, 'plugins', name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(ROOT, 'plugins', model), folder, { recursive: true });
  const { slots: _, ...description } = describedPlugin(model);
  const described = pages.map((path, place) => {
    const page = description.pages[place % description.pages.length]!;
    // A module of its own, as a page has: two pages of one module would be one chunk.
    const module = `src/pages/stand-in-${place}.page.tsx`;
    copyFileSync(join(folder, page.module), join(folder, module));
    return { ...page, name: path.slice(path.lastIndexOf('/') + 1), path, module };
  });
  const plugin = { ...description, name, section: { ...description.section, path: section }, pages: described };
  writeFileSync(join(folder, 'plugin.json'), JSON.stringify(plugin));
  const loaders = described.map(
    ({ name: page, module }) => `${page}: () => import('./${module.slice('src/'.length)}')`,
  );
  writeFileSync(
    join(folder, 'src/plugin.ts'),
    `import { definePlugin } from '@kituo/sdk';
     export const plugin = definePlugin({ pages: { ${loaders.join(', ')} } });`,
  );
  return folder;
}

/**
 * Builds a stand-in for every page that the menu has and no plugin yet, beside the plugins that are built: what a suite
 * costs on the whole console can be measured before the console is whole.
 */
export async function buildWholeConsole(): Promise<WholeConsole> {
  const { plugins } = registryFile.parse(JSON.parse(readFileSync(join(ROOT, 'registry/registry.json'), 'utf8')));
  const built = builtPages();
  const packages = join(HOME, 'packages');
  mkdirSync(packages, { recursive: true });
  for (const [name, { version }] of Object.entries(plugins))
    cpSync(join(ROOT, 'registry/packages', name, version), join(packages, name, version), { recursive: true });
  const entries: Record<string, { enabled: boolean; version: string }> = { ...plugins };
  let pages = built.size;
  for (const [place, section] of SECTIONS.entries()) {
    const waiting = section.pages.map(([page]) => routeOf(section, page)).filter((path) => !built.has(path));
    if (waiting.length === 0) continue;
    const name = `stand-in-${String(place).padStart(2, '0')}`;
    const folder = writeSection(name, section.path, waiting, MODELS[place % MODELS.length]!);
    const { manifest } = await buildPlugin(folder, name, packages);
    entries[name] = { enabled: true, version: manifest.description.version };
    pages += waiting.length;
  }
  const file = join(HOME, 'registry.json');
  writeFileSync(file, JSON.stringify({ plugins: entries }));
  cpSync(join(ROOT, 'registry/publishers'), join(HOME, 'publishers'), { recursive: true });
  return { registryFile: file, packages, pages };
}
