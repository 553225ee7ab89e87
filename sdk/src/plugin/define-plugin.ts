/** Loads the module of a page. It exports its component as `<Name>Page`. */
export type PageLoader = () => Promise<Readonly<Record<string, unknown>>>;

/** What `src/plugin.ts` of a plugin exports by the name `plugin`. */
export interface Plugin {
  readonly pages: Readonly<Record<string, PageLoader>>;
  /** Parts for slots of other plugins' pages, by the names that `plugin.json` gives them. */
  readonly fills?: Readonly<Record<string, PageLoader>>;
}

/**
 * Declares a plugin: its pages, by the names that `plugin.json` gives them.
 *
 * @example
 * export const plugin = definePlugin({
 *   pages: { UserManagement: () => import('./pages/user-management.page.tsx') },
 * });
 */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}
