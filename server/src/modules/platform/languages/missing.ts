import type { languages, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { catalogueOf, textsFor } from './catalogue.ts';

/** A console that runs wild must not fill the disk: beyond this, just what is known is counted. */
const MAX_KEPT = 5_000;

/** Remembers what consoles looked for in vain; namespaces and languages nobody knows are left out. */
export async function takeMissing(
  { texts }: ParsedRequestOf<typeof languages.reportMissing>,
  { db, services }: Call,
): Promise<Record<string, never>> {
  const namespaces = new Set((await catalogueOf(services)).map(({ namespace }) => namespace));
  const codes = new Set(
    (await db.selectFrom('language').select('languageCode').execute()).map((row) => row.languageCode),
  );
  const known = texts.filter((text) => namespaces.has(text.namespace) && codes.has(text.languageCode));
  // In one order everywhere: two reports with the same texts never wait in a circle.
  const rows = [...new Map(known.map((text) => [`${text.languageCode} ${text.namespace} ${text.key}`, text]))]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { languageCode, namespace, key }]) => ({ languageCode, namespace, textKey: key }));
  if (rows.length === 0) return {};
  const { kept } = await db
    .selectFrom('missingText')
    .select((eb) => eb.fn.countAll<number>().as('kept'))
    .executeTakeFirstOrThrow();
  if (kept >= MAX_KEPT) return {};
  await db
    .insertInto('missingText')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['languageCode', 'namespace', 'textKey'])
        .doUpdateSet((eb) => ({ seen: eb('missingText.seen', '+', 1), lastSeenAt: sql`now()` })),
    )
    .execute();
  return {};
}

type MissingRequest = ParsedRequestOf<typeof languages.missingPage>;

/** What was missed and is still not there: neither shipped meanwhile nor written here. */
export async function matchingMissing(
  { filters, sort }: Pick<MissingRequest, 'filters' | 'sort'>,
  { db, services }: Pick<Call, 'db' | 'services'>,
): Promise<ReplyOf<typeof languages.missingPage>['rows']> {
  let query = db
    .selectFrom('missingText as missing')
    .leftJoin('languageText as own', (join) =>
      join
        .onRef('own.languageCode', '=', 'missing.languageCode')
        .onRef('own.namespace', '=', 'missing.namespace')
        .onRef('own.textKey', '=', 'missing.textKey'),
    )
    .selectAll('missing')
    .where('own.textKey', 'is', null)
    .orderBy(`missing.${sort?.field ?? 'lastSeenAt'}`, sort?.direction ?? 'desc')
    .orderBy('missing.textKey');
  if (filters.languageCode) query = query.where('missing.languageCode', '=', filters.languageCode);
  if (filters.namespace) query = query.where('missing.namespace', '=', filters.namespace);
  const catalogue = await catalogueOf(services);
  const built = new Map<string, Map<string, { original: string; shipped: string | null }>>();
  const builtIn = (languageCode: string) => {
    const known = built.get(languageCode);
    if (known) return known;
    const made = new Map(textsFor(catalogue, languageCode).map((text) => [`${text.namespace} ${text.key}`, text]));
    built.set(languageCode, made);
    return made;
  };
  return (await query.execute()).flatMap((row) => {
    const text = builtIn(row.languageCode).get(`${row.namespace} ${row.textKey}`);
    if (text && text.shipped !== null) return [];
    return [
      {
        languageCode: row.languageCode,
        namespace: row.namespace,
        key: row.textKey,
        original: text?.original ?? null,
        seen: row.seen,
        firstSeenAt: row.firstSeenAt.toISOString(),
        lastSeenAt: row.lastSeenAt.toISOString(),
      },
    ];
  });
}

export async function pageOfMissing(
  { page, pageSize, ...request }: MissingRequest,
  call: Call,
): Promise<ReplyOf<typeof languages.missingPage>> {
  const rows = await matchingMissing(request, call);
  const from = (page - 1) * pageSize;
  return { rows: rows.slice(from, from + pageSize), total: rows.length, totalIsExact: true };
}
