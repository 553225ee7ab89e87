import type { SessionPlugin } from '@kituo/sdk/contracts';
import { fileUrlOf, integrityOf } from './file-name.ts';
import type { ImportMap } from './module-loader.ts';

/** The name under which a plugin's entry is imported; import-map-overrides overrides by it. */
export function pluginModuleName(plugin: string): string {
  return `@kituo/plugin-${plugin}`;
}

/** The import map of plugins: each entry by name, each script with its integrity. */
export function pluginImportMap(plugins: readonly SessionPlugin[]): ImportMap {
  const imports: Record<string, string> = {};
  const integrity: Record<string, string> = {};
  for (const plugin of plugins) {
    const address = (file: string) => fileUrlOf(plugin, file);
    const entry = plugin.files[plugin.entry];
    if (entry !== undefined) imports[pluginModuleName(plugin.name)] = address(entry);
    for (const file of plugin.files) {
      if (file.endsWith('.js')) integrity[address(file)] = integrityOf(file);
    }
  }
  return { imports, integrity };
}

/** The import map of the names the host shares: `react` → `/host/react.<hash>.js`. */
export function sharedImportMap(shared: Readonly<Record<string, string>>): ImportMap {
  const imports: Record<string, string> = {};
  const integrity: Record<string, string> = {};
  for (const [name, file] of Object.entries(shared)) {
    imports[name] = `/host/${file}`;
    integrity[`/host/${file}`] = integrityOf(file);
  }
  return { imports, integrity };
}
