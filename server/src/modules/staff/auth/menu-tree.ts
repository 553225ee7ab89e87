import type { Language, MenuItem } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { Texts } from '../../../db/schema.ts';

/** An enabled menu entry with what is below it. */
export interface MenuNode {
  readonly menuNo: string;
  readonly menuType: 'CATALOGUE' | 'PAGE' | 'OPERATION' | 'EXTERNAL';
  readonly menuName: Texts;
  readonly perms: string | null;
  readonly externalUrl: string | null;
  readonly icon: string | null;
  readonly children: readonly MenuNode[];
}

/** The enabled menu, operations aside: those are rights, not entries. */
export async function readMenu(db: Queryable): Promise<MenuNode[]> {
  const rows = await db
    .selectFrom('menu')
    .select(['menuNo', 'parentMenuNo', 'menuType', 'menuName', 'perms', 'externalUrl', 'icon'])
    .where('isEnabled', '=', true)
    .where('menuType', '!=', 'OPERATION')
    .orderBy('sort')
    .orderBy('menuNo')
    .execute();
  const below = Map.groupBy(rows, ({ parentMenuNo }) => parentMenuNo);
  const childrenOf = (parent: string | null, depth: number): MenuNode[] =>
    // A cycle in the data must not hang the server; no menu is ten levels deep.
    depth > 10
      ? []
      : (below.get(parent) ?? []).map((row) => ({
          ...row,
          children: childrenOf(row.menuNo, depth + 1),
        }));
  return childrenOf(null, 0);
}

function textIn(texts: Texts, language: string, languages: readonly Language[]): string {
  const base = languages.find(({ languageCode }) => languageCode === language)?.baseCode;
  return texts[language] ?? (base ? texts[base] : undefined) ?? texts['en'] ?? '';
}

/**
 * The menu of one person: pages they may open that some section offers, links of catalogues they
 * see anyway, and no parent without children.
 */
export function menuFor(
  nodes: readonly MenuNode[],
  openPages: ReadonlySet<string>,
  language: string,
  languages: readonly Language[],
): MenuItem[] {
  return nodes.flatMap((node): MenuItem[] => {
    const childList = menuFor(node.children, openPages, language, languages);
    const perms = node.perms?.toLowerCase() ?? null;
    const isPage = perms !== null && openPages.has(perms);
    // An external entry with a page of its own is for those who hold that page.
    const isLink = node.externalUrl !== null && (perms === null || isPage);
    if (!isPage && !isLink && childList.length === 0) return [];
    const menuName = textIn(node.menuName, language, languages);
    const { externalUrl, icon } = node;
    return [{ menuName, perms: isPage ? node.perms : null, externalUrl, icon, childList }];
  });
}
