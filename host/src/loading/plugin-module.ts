import type { ComponentType } from 'react';
import type { PageEntry } from '../registry/page-table.ts';
import { LoadError } from './load-error.ts';

/** What `definePlugin` leaves in a plugin's entry. */
interface PluginDefinition {
  readonly pages: Readonly<Record<string, () => Promise<unknown>>>;
  readonly fills?: Readonly<Record<string, () => Promise<unknown>>>;
}

/**
 * Opens one page out of a plugin's entry. The page's module exports its component as `default`, as
 * `<Name>Page`, or as its only function.
 *
 * @throws LoadError `incompatible` when entry or page module are not what this host can show
 */
export async function openPage(entry: PageEntry, module: unknown): Promise<ComponentType> {
  const definition = findDefinition(module);
  // A part for a slot is opened like a page; the build sees to it that their names differ.
  const open = definition?.pages[entry.page.name] ?? definition?.fills?.[entry.page.name];
  if (open === undefined) throw incompatible(entry, `no page ${entry.page.name}`);
  const component = findComponent(await open(), entry.page.name);
  if (component === null) throw incompatible(entry, `${entry.page.name} exports no component`);
  return component;
}

/** A part for a slot; it gets what the slot gives it. @throws LoadError as {@link openPage} */
export async function openFill(
  plugin: PageEntry['plugin'],
  name: string,
  module: unknown,
): Promise<ComponentType<Readonly<Record<string, unknown>>>> {
  const open = findDefinition(module)?.fills?.[name];
  if (open === undefined) throw incompatible({ plugin }, `no fill ${name}`);
  const component = findComponent(await open(), name);
  if (component === null) throw incompatible({ plugin }, `${name} exports no component`);
  return component;
}

function incompatible({ plugin }: Pick<PageEntry, 'plugin'>, reason: string): LoadError {
  const { name, version } = plugin;
  return new LoadError('incompatible', { plugin: name, version, cause: new Error(reason) });
}

function findDefinition(module: unknown): PluginDefinition | null {
  if (!isRecord(module)) return null;
  return [module['default'], module['plugin'], ...Object.values(module)].find(isDefinition) ?? null;
}

function isDefinition(value: unknown): value is PluginDefinition {
  return isRecord(value) && isRecord(value['pages']);
}

type AnyComponent = ComponentType<Readonly<Record<string, unknown>>>;

function findComponent(module: unknown, name: string): AnyComponent | null {
  if (!isRecord(module)) return null;
  const functions = Object.values(module).filter(isComponent);
  const named = [module['default'], module[`${name}Page`], module[name]].find(isComponent);
  return named ?? (functions.length === 1 ? (functions[0] ?? null) : null);
}

function isComponent(value: unknown): value is AnyComponent {
  return typeof value === 'function';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
