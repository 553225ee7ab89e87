import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pluginDescription } from '@kituo/sdk/contracts';

const PLUGINS = join(import.meta.dirname, '../../plugins');

/** `plugin.json` of a plugin of this checkout. */
export const describedPlugin = (plugin: string) =>
  pluginDescription.parse(JSON.parse(readFileSync(join(PLUGINS, plugin, 'plugin.json'), 'utf8')));

/** Paths of all pages that the plugins of this checkout have. */
export const builtPages = (): ReadonlySet<string> =>
  new Set(readdirSync(PLUGINS).flatMap((plugin) => describedPlugin(plugin).pages.map(({ path }) => path)));
