import { context, type BuildContext } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PluginDescription, PluginManifest } from '../../sdk/src/contracts/plugins/plugin-manifest.ts';
import { BuildError } from '../build/build-error.ts';
import { bundleFault, bundleOptions, filesOfBundle } from '../build/plugin-bundle.ts';
import { readPluginDescription } from '../build/plugin-description.ts';

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
    const { files, finish } = await filesOfBundle(this.#folder, description, result, {
      isDev: true,
    });
    const sizes = files.map(({ name, content }) => {
      return { name, bytes: content.length, brotliBytes: content.length };
    });
    return {
      manifest: finish(sizes),
      files: new Map(files.map(({ name, content }) => [name, content])),
    };
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
