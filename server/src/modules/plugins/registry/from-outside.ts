import type { PluginManifest } from '@kituo/sdk/contracts';

/** What the company's own sections may do and nobody else's; null where nothing of it is asked. */
export function refusedFromOutside({
  description,
  files,
}: PluginManifest): { readonly what: string; readonly mend: string } | null {
  const open = description.pages.find(({ always }) => always);
  // Whoever may open a page is said by roles, and a publisher is no role.
  if (open) return { what: `its page ${open.name} is for everybody`, mend: 'Take "always" out of plugin.json.' };
  const picture = files.find(({ name }) => name.endsWith('.svg'));
  // Opened by itself it is a document, which runs script.
  if (picture)
    return { what: `it holds the SVG ${picture.name}`, mend: 'Draw it in a component, or ship a PNG or WebP.' };
  return null;
}
