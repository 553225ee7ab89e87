import type { SessionPlugin } from '@kituo/sdk/contracts';

/** Plugin versions that left the session while a page of theirs may still be shown. */
export class LeavingPlugins {
  readonly #byId = new Map<string, SessionPlugin>();

  get isEmpty(): boolean {
    return this.#byId.size === 0;
  }

  add(plugins: readonly SessionPlugin[]): void {
    for (const plugin of plugins) this.#byId.set(pluginId(plugin), plugin);
  }

  /** Other versions of a plugin, which go before it takes its name over. */
  versionsOf(name: string): readonly SessionPlugin[] {
    return [...this.#byId.values()].filter((plugin) => plugin.name === name);
  }

  /** All but the one that is shown. */
  allBut(shown: SessionPlugin | null): readonly SessionPlugin[] {
    const id = shown === null ? null : pluginId(shown);
    return [...this.#byId].filter(([each]) => each !== id).map(([, plugin]) => plugin);
  }

  remove(plugin: SessionPlugin): void {
    this.#byId.delete(pluginId(plugin));
  }
}

function pluginId(plugin: SessionPlugin): string {
  return `${plugin.name}@${plugin.version}:${plugin.files[plugin.entry] ?? ''}`;
}
