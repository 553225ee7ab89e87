import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';

/** One list: the page's lower-cased path and the list's name on it. */
export interface Place {
  readonly pagePath: string;
  readonly listName: string;
}

/** The list a request names. Throws FORBIDDEN for a page the caller may not open. */
export function placeOf({ page, list }: { readonly page: string; readonly list: string }, caller: Caller): Place {
  const pagePath = page.toLowerCase();
  if (!caller.pages.has(pagePath)) throw new AppError('FORBIDDEN');
  return { pagePath, listName: list };
}
