import { createHash } from 'node:crypto';
import { fullPath, languages, type Language } from '@kituo/sdk/contracts';
import type { Queryable } from '../../db/database.ts';
import type { Services } from '../../services.ts';

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

/** Says of each language which state its own texts are in; nothing of those without any. */
export function withTextRevisions(
  offered: readonly Language[],
  revisions: ReadonlyMap<string, number>,
  session: { readonly services: Services; readonly pages: ReadonlySet<string> } | null,
): Language[] {
  if (revisions.size === 0) return [...offered];
  const audience = session ? `-${audienceOf(session.services, session.pages)}` : '';
  return offered.map((language) => {
    const revision = revisions.get(language.languageCode);
    return revision === undefined
      ? language
      : { ...language, textRevision: `${revision}${audience}` };
  });
}
