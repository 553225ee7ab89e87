import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pluginManifest, type PluginManifest } from '../../sdk/src/contracts/plugins/plugin-manifest.ts';
import { BuildError } from './build-error.ts';
import { writeWhole } from './compress.ts';
import { pruneOutput, writeOutput, type FileSizes, type OutputFile } from './output-files.ts';
import { bundlePlugin } from './plugin-bundle.ts';
import { readPluginDescription } from './plugin-description.ts';

/** Where a plugin was built to, and what it holds. */
export interface BuiltPlugin {
  readonly folder: string;
  readonly manifest: PluginManifest;
}

/**
 * Builds the plugin in `folder` into `<packages>/<name>/<version>/`; a `name` has to be the plugin's, whose tree has it
 * checked by types; an author's plugin has none.
 */
export async function buildPlugin(folder: string, name: string | null, packages: string): Promise<BuiltPlugin> {
  const description = await readPluginDescription(folder, name);
  const { files, finish } = await bundlePlugin(folder, description, { isAuthors: name === null });
  const target = join(packages, description.name, description.version);
  const manifest = await publish(target, files, (sizes) => {
    const made = pluginManifest.parse(finish(sizes));
    checkBudget(made);
    return made;
  });
  return { folder: target, manifest };
}

/**
 * A new version appears in one rename. A version that is there already is only added to (its files are
 * named by content) before its manifest is replaced in one step, so nobody ever finds half a package.
 */
async function publish(
  target: string,
  files: readonly OutputFile[],
  finish: (sizes: FileSizes[]) => PluginManifest,
): Promise<PluginManifest> {
  const isNew = !existsSync(join(target, 'manifest.json'));
  const folder = isNew ? `${target}.${process.pid}.tmp` : target;
  await mkdir(join(target, '..'), { recursive: true });
  try {
    const manifest = finish(await writeOutput(folder, files));
    const before = isNew ? [] : await fileNames(join(folder, 'manifest.json'));
    await writeWhole(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
    if (isNew) {
      await rm(target, { recursive: true, force: true });
      await rename(folder, target);
    } else {
      const kept = new Set(['manifest.json', ...before, ...files.map(({ name }) => name)]);
      await pruneOutput(target, kept);
    }
    return manifest;
  } catch (fault) {
    if (isNew) await rm(folder, { recursive: true, force: true });
    throw fault;
  }
}

async function fileNames(manifest: string): Promise<string[]> {
  const parsed = pluginManifest.safeParse(JSON.parse(await readFile(manifest, 'utf8')));
  return parsed.success ? parsed.data.files.map(({ name }) => name) : [];
}

/** The most one page costs, entry, styles and English texts included. */
function checkBudget({ description, files, entry, styles, locales, pages }: PluginManifest): void {
  const size = (index: number | undefined) => (index === undefined ? 0 : (files[index]?.brotliBytes ?? 0));
  const sum = (indexes: readonly (number | undefined)[]) => indexes.reduce<number>((s, i) => s + size(i), 0);
  const common = sum([entry, ...styles]);
  for (const page of pages) {
    const texts = (page.texts ?? locales)['en'];
    const kilobytes = (common + sum([...page.files, ...page.styles, texts])) / 1024;
    if (kilobytes > description.budgetKb)
      throw new BuildError(
        `${description.name}: ${page.name} costs ${kilobytes.toFixed(1)} KB brotli, the budget is ${description.budgetKb} KB (budgetKb in plugin.json)`,
      );
  }
}
