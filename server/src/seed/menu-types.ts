/** A page in the menu: last part of its route, English and Chinese name. */
export type PageEntry = readonly [name: string, en: string, zh: string];

/** A section of the menu. */
export interface SectionEntry {
  /** Its part of the route; empty for pages right below `/AdminContent`. */
  readonly path: string;
  readonly en: string;
  readonly zh: string;
  /** A Blueprint icon name. */
  readonly icon: string;
  readonly pages: readonly PageEntry[];
  /** Areas of operation codes that belong to it. */
  readonly areas: readonly string[];
}

/** The whole route of a page, as the specification writes it. */
export function routeOf(section: Pick<SectionEntry, 'path'>, page: string): string {
  return ['/AdminContent', section.path, page].filter((part) => part !== '').join('/');
}
