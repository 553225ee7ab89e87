import type { languages, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { catalogueOf, textsFor, type CatalogueText } from './catalogue.ts';
import { titleOfNamespace } from './namespace-titles.ts';
import { placeholdersOf } from './placeholders.ts';
import { coverageOf, ownKeysOf } from './rows.ts';

/** Throws LANGUAGE_NOT_FOUND. */
export async function needLanguage(db: Queryable, languageCode: string): Promise<void> {
  const found = await db
    .selectFrom('language')
    .select('languageCode')
    .where('languageCode', '=', languageCode)
    .executeTakeFirst();
  if (!found) throw new AppError('LANGUAGE_NOT_FOUND', { fields: ['languageCode'] });
}

export async function readOwnTexts(db: Queryable, languageCode: string) {
  return await db
    .selectFrom('languageText')
    .leftJoin('appUser', 'appUser.userNo', 'languageText.updatedBy')
    .selectAll('languageText')
    .select('appUser.realName as updatedByName')
    .where('languageCode', '=', languageCode)
    .execute();
}
export type OwnText = Awaited<ReturnType<typeof readOwnTexts>>[number];

function stateOf(text: CatalogueText, own: OwnText | undefined): languages.TextRow['textState'] {
  if (own) return own.original === text.original ? 'OWN' : 'OUTDATED';
  return text.shipped === null ? 'MISSING' : 'SHIPPED';
}

/** A text as the page shows it. */
export function presentText(text: CatalogueText, own: OwnText | undefined): languages.TextRow {
  const { namespace, key, original, shipped } = text;
  return {
    namespace,
    key,
    original,
    shipped,
    own: own?.content ?? null,
    shown: own?.content ?? shipped ?? original,
    placeholders: placeholdersOf(original),
    textState: stateOf(text, own),
    updatedAt: own?.updatedAt.toISOString() ?? null,
    updatedByName: own?.updatedByName ?? null,
    version: own?.version ?? 0,
  };
}

type Filters = ParsedRequestOf<typeof languages.textPage>['filters'];

function matches(row: languages.TextRow, { namespace, key, text, textState }: Filters): boolean {
  const isIn = (value: string | null, part: string) =>
    value !== null && value.toLowerCase().includes(part.toLowerCase());
  if (namespace !== undefined && row.namespace !== namespace) return false;
  if (textState !== undefined && row.textState !== textState) return false;
  if (key !== undefined && !isIn(row.key, key)) return false;
  return text === undefined || [row.original, row.shipped, row.own].some((one) => isIn(one, text));
}

/** The texts of a language that match, in the order they are built. Throws LANGUAGE_NOT_FOUND. */
export async function findTexts(
  filters: Filters,
  { db, services }: Pick<Call, 'db' | 'services'>,
): Promise<languages.TextRow[]> {
  const { languageCode } = filters;
  await needLanguage(db, languageCode);
  const own = new Map(
    (await readOwnTexts(db, languageCode)).map((text) => [`${text.namespace} ${text.textKey}`, text]),
  );
  return textsFor(await catalogueOf(services), languageCode)
    .map((text) => presentText(text, own.get(`${text.namespace} ${text.key}`)))
    .filter((row) => matches(row, filters));
}

/** Some thousand short texts, most of them files': they are filtered and sorted here. */
export async function pageOfTexts(
  { filters, page, pageSize, sort }: ParsedRequestOf<typeof languages.textPage>,
  call: Call,
): Promise<ReplyOf<typeof languages.textPage>> {
  const rows = await findTexts(filters, call);
  if (sort) {
    const factor = sort.direction === 'desc' ? -1 : 1;
    const valueOf = (row: languages.TextRow) => row[sort.field] ?? '';
    rows.sort((one, other) => factor * valueOf(one).localeCompare(valueOf(other)));
  }
  const from = (page - 1) * pageSize;
  return { rows: rows.slice(from, from + pageSize), total: rows.length, totalIsExact: true };
}

/** Where texts belong, with how many of each the language has. Throws LANGUAGE_NOT_FOUND. */
export async function namespacesFor(
  languageCode: string,
  { db, services, lang }: Call,
): Promise<ReplyOf<typeof languages.textNamespaces>> {
  await needLanguage(db, languageCode);
  const own = await ownKeysOf(db, languageCode);
  return (await catalogueOf(services)).map((texts) => {
    const { namespace, titleKey, byLanguage } = texts;
    const titleIn = (code: string) => (titleKey === null ? undefined : byLanguage.get(code)?.get(titleKey));
    return {
      namespace,
      title: titleIn(lang) ?? titleIn('en') ?? titleOfNamespace(namespace, lang),
      ...coverageOf([texts], languageCode, own),
    };
  });
}
