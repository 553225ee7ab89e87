import type { Queryable } from '../../../db/database.ts';

const DICTIONARY = 'SMS_LINK_DOMAIN';
/** With its scheme, or a name that ends as a domain does. */
const LINK =
  /https?:\/\/[^\s]+|\b(?:[a-z0-9-]+\.)+(?:com|org|net|info|biz|io|me|ly|co|app|link|ke|ug|tz)\b(?:\/[^\s]*)?/gi;

/** Pure. What a phone would draw as a link in a text. */
export const linksIn = (text: string): string[] =>
  [...text.matchAll(LINK)].map(([link]) => link.replace(/[.,;:!?)]+$/, ''));

function hostOf(link: string): string | null {
  const url = URL.parse(/^https?:/i.test(link) ? link : `https://${link}`);
  return url?.hostname.toLowerCase() ?? null;
}

/** Links of a text on domains that operators do not allow; a domain allows those below it. */
export async function foreignLinks(db: Queryable, text: string): Promise<string[]> {
  const links = linksIn(text);
  if (links.length === 0) return [];
  const rows = await db
    .selectFrom('dictionaryEntry')
    .select('value')
    .where('dictKey', '=', DICTIONARY)
    .where('isEnabled', '=', true)
    .execute();
  const domains = rows.map(({ value }) => value.toLowerCase());
  return links.filter((link) => {
    const host = hostOf(link);
    return host === null || !domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  });
}
