import type { role } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';

interface Node {
  readonly menuNo: string;
  readonly parentMenuNo: string | null;
  readonly menuType: 'CATALOGUE' | 'PAGE' | 'OPERATION' | 'EXTERNAL';
  readonly perms: string | null;
  readonly name: string;
}

async function readNodes(db: Queryable, lang: 'en' | 'zh'): Promise<Node[]> {
  const rows = await db
    .selectFrom('menu')
    .select(['menuNo', 'parentMenuNo', 'menuType', 'perms', 'menuName'])
    .orderBy('sort')
    .orderBy('menuNo')
    .execute();
  return rows.map(({ menuName, ...row }) => ({
    ...row,
    name: menuName[lang] ?? menuName['en'] ?? '',
  }));
}

/**
 * What roles can hold, as the menu has it: switched-off entries too, for rights outlive them. Links and
 * sections without anything below are left out.
 */
export async function permissionTree({ caller, db, lang }: Call): Promise<role.Permission[]> {
  const byParent = Map.groupBy(await readNodes(db, lang), ({ parentMenuNo }) => parentMenuNo);
  const below = (parent: string | null, depth: number): role.Permission[] =>
    // A cycle in the data must not hang the server; no menu is ten levels deep.
    (depth > 10 ? [] : (byParent.get(parent) ?? [])).flatMap((node): role.Permission[] => {
      const children = below(node.menuNo, depth + 1);
      const { name, perms } = node;
      if (node.menuType === 'OPERATION' && perms !== null) {
        return [{ key: perms, kind: 'CODE', name, isHeld: caller.codes.has(perms), children }];
      }
      if (perms !== null) {
        const key = perms.toLowerCase();
        return [{ key, kind: 'PAGE', name, isHeld: caller.pages.has(key), children }];
      }
      return children.length === 0 ? [] : [{ key: node.menuNo, kind: 'SECTION', name, isHeld: true, children }];
    });
  return below(null, 0);
}
