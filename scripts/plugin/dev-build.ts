import { context, type BuildContext } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import * as z from 'zod/mini';
import type { PluginDescription, PluginManifest } from '../../sdk/src/contracts/plugins/plugin-manifest.ts';
import { BuildError } from '../build/build-error.ts';
import { bundleFault, bundleOptions, filesOfBundle } from '../build/plugin-bundle.ts';
import type { OutputFile } from '../build/output-files.ts';
import { ROOT } from '../build/paths.ts';
import { refuseUnknownNames } from '../build/unknown-names.ts';
import { readPluginDescription } from '../build/plugin-description.ts';

const sourceMap = z.looseObject({ sources: z.array(z.string()) });

/** A plugin as it is in its author's editor. */
export interface DevBuild {
  readonly manifest: PluginManifest;
  /** By file name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Builds a plugin again and again; what did not change is not read again. */
export class DevBuilder {
  readonly #folder: string;
  #context: BuildContext<ReturnType<typeof bundleOptions>> | null = null;
  #pluginJson = '';
  #description: PluginDescription | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws BuildError */
  async build(): Promise<DevBuild> {
    const description = await this.#readDescription();
    this.#context ??= await context(bundleOptions(this.#folder, description, { isDev: true }));
    const result = await this.#context.rebuild().catch((fault: unknown) => {
      throw bundleFault(description.name, fault);
    });
    refuseUnknownNames(description.name, result.outputFiles);
    const { files, finish } = await filesOfBundle(this.#folder, description, result, {
      isDev: true,
    });
    const sizes = files.map(({ name, content }) => {
      return { name, bytes: content.length, brotliBytes: content.length };
    });
    return {
      manifest: finish(sizes),
      files: new Map(files.flatMap((file) => this.#served(file))),
    };
  }

  /** A file with its source map, whose paths are those of the project. */
  #served({ name, content, map }: OutputFile): (readonly [string, Uint8Array])[] {
    if (map === undefined) return [[name, content]];
    const { sources, ...rest } = sourceMap.parse(JSON.parse(map));
    const shown = sources.map((source) => relative(this.#folder, resolve(ROOT, 'out', source)).replaceAll('\\', '/'));
    return [
      [name, content],
      [`${name}.map`, Buffer.from(JSON.stringify({ ...rest, sources: shown }))],
    ];
  }

  async end(): Promise<void> {
    await this.#context?.dispose();
    this.#context = null;
  }

  /** Another plugin.json may name other pages: what was bundled is begun again. */
  async #readDescription(): Promise<PluginDescription> {
    const text = await readFile(join(this.#folder, 'plugin.json'), 'utf8').catch(() => {
      throw new BuildError('plugin.json is missing');
    });
    if (this.#description === null || text !== this.#pluginJson) {
      await this.end();
      this.#description = await readPluginDescription(this.#folder, null);
      this.#pluginJson = text;
    }
    return this.#description;
  }
}
