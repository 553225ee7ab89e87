import { createHash } from 'node:crypto';
import { fullPath, languages, type Language } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';

/** Where anybody fetches the picture of a language; null without one. */
export function flagAddress(languageCode: string, hash: string | null): string | null {
  if (hash === null) return null;
  return fullPath(languages.flag).replace('{languageCode}', languageCode).replace('{hash}', hash);
}

/** The enabled languages, in their order, without what a session's texts are. */
export async function offeredLanguages(db: Queryable): Promise<Language[]> {
  const rows = await db
    .selectFrom('language')
    .select(['languageCode', 'languageName', 'baseCode', 'sort', 'flag', 'isDefault'])
    .where('isEnabled', '=', true)
    .orderBy('sort')
    .orderBy('languageCode')
    .execute();
  return rows.map((row) => ({ ...row, flag: flagAddress(row.languageCode, row.flag) }));
}

/** Language → how often texts written here changed; just those that have any. */
export async function textRevisions(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('language')
    .select(['languageCode', 'textRevision'])
    .where('textRevision', '>', 0)
    .execute();
  return new Map(rows.map(({ languageCode, textRevision }) => [languageCode, textRevision]));
}

/** Plugins whose texts a session with these pages reads. */
export function namespacesOf(services: Services, pages: ReadonlySet<string>): string[] {
  return services.registry.forPages(pages).plugins.map(({ name }) => name);
}

const audiences = new WeakMap<object, string>();

/** Tells sessions apart that read texts of other plugins, so that a browser may keep an answer for good. */
function audienceOf(services: Services, pages: ReadonlySet<string>): string {
  const registry = services.registry.forPages(pages);
  const known = audiences.get(registry);
  if (known !== undefined) return known;
  const names = registry.plugins.map(({ name }) => name).join(' ');
  const audience = createHash('sha256').update(names).digest('base64url').slice(0, 8);
  audiences.set(registry, audience);
  return audience;
}

/** Who reads texts: a session with these pages, or null for anybody. */
type Reader = { readonly services: Services; readonly pages: ReadonlySet<string> } | null;

/** How addresses name a state of a language's own texts, as this reader gets them. */
function revisionFor(revision: number, reader: Reader): string {
  return reader === null ? `${revision}` : `${revision}-${audienceOf(reader.services, reader.pages)}`;
}

/** Whether an address names the texts as they are now: only such an answer may be kept for good. */
export async function isPresentRevision(
  db: Queryable,
  { languageCode, revision }: { readonly languageCode: string; readonly revision: string },
  reader: Reader,
): Promise<boolean> {
  const present = (await textRevisions(db)).get(languageCode);
  return present !== undefined && revisionFor(present, reader) === revision;
}

/** Says of each language which state its own texts are in; nothing of those without any. */
export function withTextRevisions(
  offered: readonly Language[],
  revisions: ReadonlyMap<string, number>,
  reader: Reader,
): Language[] {
  if (revisions.size === 0) return [...offered];
  return offered.map((language) => {
    const revision = revisions.get(language.languageCode);
    if (revision === undefined) return language;
    return { ...language, textRevision: revisionFor(revision, reader) };
  });
}
