import { dictionary, type ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { sayIn } from '../languages/index.ts';
import { countUses } from './uses.ts';

export type Entry = ReplyOf<typeof dictionary.echo>;

function entries(db: Queryable) {
  return db
    .selectFrom('dictionaryEntry as entry')
    .innerJoin('dictionary', 'dictionary.dictType', 'entry.dictKey')
    .selectAll('entry')
    .select(['dictionary.isFixed', 'dictionary.codeTableType'])
    .select((eb) =>
      eb
        .selectFrom('dictionaryEntry as below')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('below.parentId', '=', 'entry.entryId')
        .as('below'),
    );
}
export type EntryRecord = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>;

export function present(record: EntryRecord, { codes }: Pick<Caller, 'codes'>, uses: number | null = null): Entry {
  const maySave = codes.has('user:dictionary:save');
  const actions: [Entry['allowedActions'][number], boolean][] = [
    ['update', maySave],
    ['addBelow', maySave && record.codeTableType === 'TREE' && !record.isFixed],
    ['state', maySave && !record.isFixed],
    ['delete', codes.has('user:dictionary:delete') && !record.isFixed && record.below === 0 && (uses ?? 0) === 0],
  ];
  return {
    id: record.entryId,
    dictType: record.dictKey,
    dictKey: record.value,
    dictValue: record.content,
    parentId: record.parentId,
    label: record.label,
    sort: record.sort,
    enabled: record.isEnabled,
    tagColour: dictionary.tagColour.safeParse(record.tagColour).data ?? null,
    remark: record.remark,
    version: record.version,
    uses,
    allowedActions: actions.filter(([, can]) => can).map(([action]) => action),
  };
}

/** Throws DICTIONARY_NOT_FOUND. */
export async function findEntry(db: Queryable, id: number): Promise<EntryRecord> {
  const record = await entries(db).where('entry.entryId', '=', id).executeTakeFirst();
  if (!record) throw new AppError('DICTIONARY_NOT_FOUND');
  return record;
}

export async function readTree(
  db: Queryable,
  dictType: string | undefined,
  caller: Caller,
  /** The reader's: names of dictionaries are said in it. */
  languageCode: string,
): Promise<ReplyOf<typeof dictionary.tree>> {
  let query = db
    .selectFrom('dictionary')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('dictionaryEntry as entry')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('entry.dictKey', '=', 'dictionary.dictType')
        .as('count'),
    )
    .orderBy('dictType');
  if (dictType !== undefined) query = query.where('dictType', '=', dictType);
  const dictionaries = await query.execute();
  const found =
    dictType === undefined
      ? []
      : await entries(db).where('entry.dictKey', '=', dictType).orderBy('entry.sort').orderBy('entry.value').execute();
  const counted = dictType === undefined ? null : await countUses(db, dictType);
  const say = await sayIn(
    db,
    languageCode,
    dictionaries.map(({ dictNames }) => dictNames),
  );
  return dictionaries.map(({ dictType, dictName, dictNames, codeTableType, isFixed, count }) => ({
    dictType,
    codeTableType,
    isFixed,
    dictName: say(dictNames) ?? dictName,
    count: count ?? 0,
    entries: found.map((record) => present(record, caller, counted === null ? null : (counted.get(record.value) ?? 0))),
  }));
}
