import * as z from 'zod/mini';
import { readJson } from '../state/browser-storage.ts';

const paths = z.array(z.string());

/** The pages a person pinned in the menu of this browser, as paths. */
export function pinnedPages(): readonly string[] {
  const parsed = paths.safeParse(readJson('local', 'kituo_pinned_pages'));
  return parsed.success ? parsed.data : [];
}
