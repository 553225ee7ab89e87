import { createScope, type PluginScope } from '@kituo/sdk';

const scopes = new Map<string, PluginScope>();

/** The scope of a plugin: made when it is first opened, one for all its pages. */
export function scopeOf(plugin: string): PluginScope {
  const present = scopes.get(plugin);
  if (present !== undefined) return present;
  const made = createScope(plugin);
  scopes.set(plugin, made);
  return made;
}

/** Lets go of everything a plugin took; opening it again makes a new scope. */
export function releaseScope(plugin: string): void {
  scopes.get(plugin)?.release();
  scopes.delete(plugin);
}
