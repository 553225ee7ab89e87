import type { MenuItem } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';
import { offeredLanguages } from '../../platform/languages/index.ts';
import { menuFor, readMenu } from './menu-tree.ts';

/** The menu as somebody with exactly these lower-cased pages would have it now. */
export async function menuOfPages(
  db: Queryable,
  services: Services,
  pages: ReadonlySet<string>,
  language: string,
): Promise<MenuItem[]> {
  const offered = services.registry.offeredPages();
  const open = [...offered].filter(([path, page]) => page.always || pages.has(path));
  const openPages = new Set(open.map(([path]) => path));
  return menuFor(await readMenu(db), openPages, language, await offeredLanguages(db));
}
