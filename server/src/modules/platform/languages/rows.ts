import type { languages, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { catalogueOf, textsFor, type Catalogue } from './catalogue.ts';
import { flagAddress } from './offered.ts';
import { writtenIn } from './plural-forms.ts';

async function readLanguages(db: Queryable) {
  return await db
    .selectFrom('language')
    .leftJoin('appUser', 'appUser.userNo', 'language.updatedBy')
    .selectAll('language')
    .select('appUser.realName as updatedByName')
    .select(
      sql<number>`(SELECT count(*)::int FROM user_setting s JOIN app_user u USING (user_no)
        WHERE u.user_status = 'NORMAL' AND s.settings->>'language' = language.language_code)`.as('userCount'),
    )
    .execute();
}
export type LanguageRecord = Awaited<ReturnType<typeof readLanguages>>[number];

/** The keys written here, `namespace key`, by language. */
async function ownKeys(db: Queryable): Promise<Map<string, Set<string>>> {
  const rows = await db.selectFrom('languageText').select(['languageCode', 'namespace', 'textKey']).execute();
  const byLanguage = Map.groupBy(rows, ({ languageCode }) => languageCode);
  return new Map(
    [...byLanguage].map(([code, texts]) => [
      code,
      new Set(texts.map(({ namespace, textKey }) => `${namespace} ${textKey}`)),
    ]),
  );
}

/** How many texts a language has of those that English has; `own` are keys written here. */
export function coverageOf(
  catalogue: Catalogue,
  languageCode: string,
  own: ReadonlySet<string>,
): { translated: number; total: number } {
  const texts = textsFor(catalogue, languageCode);
  const isEnglish = writtenIn(languageCode) === 'en';
  const translated = texts.filter(
    ({ namespace, key, shipped }) => isEnglish || shipped !== null || own.has(`${namespace} ${key}`),
  ).length;
  return { translated, total: texts.length };
}

/** Texts that would go with the language: shipped ones, and those written here that a page still has. */
export function textsOfItsOwn(catalogue: Catalogue, languageCode: string, own: ReadonlySet<string>): number {
  const isVariant = writtenIn(languageCode) !== languageCode;
  return textsFor(catalogue, languageCode).filter(
    ({ namespace, key, shipped }) => (shipped !== null && !isVariant) || own.has(`${namespace} ${key}`),
  ).length;
}

function actionsOn(record: LanguageRecord, isBare: boolean, { codes }: Caller) {
  const mayState = codes.has('user:language:state');
  const actions: [languages.LanguageRow['allowedActions'][number], boolean][] = [
    ['update', codes.has('user:language:save')],
    ['enable', mayState && !record.isEnabled],
    ['disable', mayState && record.isEnabled && !record.isDefault],
    ['setDefault', codes.has('user:language:default') && record.isEnabled && !record.isDefault],
    ['delete', codes.has('user:language:delete') && isBare],
  ];
  return actions.filter(([, can]) => can).map(([action]) => action);
}

/** Every language as the page shows it. */
export async function presentLanguages(
  db: Queryable,
  { caller, services }: Pick<Call, 'caller' | 'services'>,
): Promise<languages.LanguageRow[]> {
  const [records, own, catalogue] = await Promise.all([readLanguages(db), ownKeys(db), catalogueOf(services)]);
  const fallsBackTo = records.find(({ isDefault }) => isDefault)?.languageName ?? 'English';
  return records.map((record) => {
    const { languageCode, flag, updatedAt } = record;
    const keys = own.get(languageCode) ?? new Set<string>();
    const isBase = records.some(({ baseCode }) => baseCode === languageCode);
    const isOffered = record.isEnabled || record.isDefault;
    const isBare = !isOffered && !isBase && textsOfItsOwn(catalogue, languageCode, keys) === 0;
    return {
      languageCode,
      languageName: record.languageName,
      baseCode: record.baseCode,
      sort: record.sort,
      flag: flagAddress(languageCode, flag),
      isDefault: record.isDefault,
      isEnabled: record.isEnabled,
      coverage: coverageOf(catalogue, languageCode, keys),
      ownTexts: keys.size,
      userCount: record.userCount,
      fallsBackTo,
      updatedAt: updatedAt.toISOString(),
      updatedByName: record.updatedByName,
      version: record.version,
      allowedActions: actionsOn(record, isBare, caller),
    };
  });
}

/** Throws LANGUAGE_NOT_FOUND. */
export async function presentLanguage(
  db: Queryable,
  languageCode: string,
  call: Pick<Call, 'caller' | 'services'>,
): Promise<languages.LanguageRow> {
  const row = (await presentLanguages(db, call)).find((one) => one.languageCode === languageCode);
  if (!row) throw new AppError('LANGUAGE_NOT_FOUND', { fields: ['languageCode'] });
  return row;
}

/** The keys written here in one language. */
export async function ownKeysOf(db: Queryable, languageCode: string): Promise<Set<string>> {
  return (await ownKeys(db)).get(languageCode) ?? new Set();
}

const contains = (value: string, part: string | undefined) =>
  part === undefined || value.toLowerCase().includes(part.toLowerCase());

type Request = ParsedRequestOf<typeof languages.list>;
type Reader = Pick<Call, 'caller' | 'db' | 'services'>;

/** A lender has a dozen languages at most: they are filtered and sorted here. */
export async function matchingLanguages(
  filters: Request['filters'],
  sort: Request['sort'],
  call: Reader,
): Promise<languages.LanguageRow[]> {
  const rows = (await presentLanguages(call.db, call)).filter(
    (row) =>
      contains(row.languageName, filters.languageName) &&
      contains(row.languageCode, filters.languageCode) &&
      (filters.isEnabled === undefined || row.isEnabled === filters.isEnabled),
  );
  const field = sort?.field ?? 'sort';
  const factor = sort?.direction === 'desc' ? -1 : 1;
  rows.sort((one, other) => {
    const order = field === 'sort' ? one.sort - other.sort : one[field].localeCompare(other[field]);
    return order === 0 ? one.languageCode.localeCompare(other.languageCode) : order * factor;
  });
  return rows;
}

export async function pageOfLanguages(
  { filters, page, pageSize, sort }: Request,
  call: Reader,
): Promise<ReplyOf<typeof languages.list>> {
  const rows = await matchingLanguages(filters, sort, call);
  const from = (page - 1) * pageSize;
  return { rows: rows.slice(from, from + pageSize), total: rows.length, totalIsExact: true };
}
