import { readJson } from '../state/browser-storage.ts';
import { isText, listOf, shaped } from '../state/shape.ts';

/** The pages a person pinned in the menu of this browser, as paths. */
export function pinnedPages(): readonly string[] {
  return shaped(listOf(isText), readJson('local', 'kituo_pinned_pages'), []);
}
