import type { PageEntry } from '../registry/page-table.ts';
import { fileUrlOf, integrityOf } from './file-name.ts';

/** A file that a page needs, with how the browser checks it. */
export interface NeededFile {
  readonly url: string;
  readonly integrity: string;
}

/** Everything a page needs before it is drawn, so that all of it is asked for at once. */
export interface PageFiles {
  readonly scripts: readonly NeededFile[];
  readonly styles: readonly NeededFile[];
  /** The person's language first; the fallback is the same file where they agree. */
  readonly locales: readonly { readonly language: string; readonly file: NeededFile }[];
}

/** The files of a page in a language; a language the plugin lacks is left to the fallback. */
export function pageFiles(entry: PageEntry, languages: readonly string[]): PageFiles {
  const { plugin, page } = entry;
  const at = (index: number): NeededFile[] => {
    const file = plugin.files[index];
    if (file === undefined) return [];
    const url = fileUrlOf(plugin, file);
    return [{ url, integrity: integrityOf(file) }];
  };
  return {
    scripts: unique([plugin.entry, ...page.files]).flatMap(at),
    styles: unique([...plugin.styles, ...page.styles]).flatMap(at),
    locales: unique(languages).flatMap((language) => {
      const index = (page.texts ?? plugin.locales)[language];
      return index === undefined ? [] : at(index).map((file) => ({ language, file }));
    }),
  };
}

function unique<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Set(items)];
}
