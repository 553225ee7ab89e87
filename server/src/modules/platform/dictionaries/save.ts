import { type ParsedRequestOf, type dictionary, jsonFault } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { announceDictionaries } from './announce.ts';
import { type Entry, type EntryRecord, findEntry, present } from './entries.ts';
import { countUses } from './uses.ts';
import { showWords } from './words.ts';

type Form = ParsedRequestOf<typeof dictionary.save>;

/** The dictionary of the entry, made with its first one. Throws DICTIONARY_EXISTS for a new one of an old key. */
async function dictionaryOf(form: Form, tx: Tx) {
  const { dictType, dictName, codeTableType } = form;
  if (form.id === undefined) {
    const made = await tx
      .insertInto('dictionary')
      .values({
        dictType,
        dictName: dictName ?? dictType,
        codeTableType: codeTableType ?? 'FLAT',
      })
      .onConflict((conflict) => conflict.column('dictType').doNothing())
      .executeTakeFirst();
    if (dictName !== undefined && made.numInsertedOrUpdatedRows === 0n) {
      throw new AppError('DICTIONARY_EXISTS', { fields: ['dictType'] });
    }
  }
  const found = await tx.selectFrom('dictionary').selectAll().where('dictType', '=', dictType).executeTakeFirst();
  if (!found) throw new AppError('DICTIONARY_NOT_FOUND');
  return found;
}

/** Throws JSON_INVALID beside the value, REFERENCE_UNKNOWN beside a parent of another dictionary. */
async function check(form: Form, tx: Tx): Promise<void> {
  const { codeTableType, isFixed } = await dictionaryOf(form, tx);
  if (isFixed && form.id === undefined) throw new AppError('DICTIONARY_FIXED');
  if (codeTableType === 'JSON') {
    const fault = jsonFault(form.dictValue);
    if (fault) throw new AppError('JSON_INVALID', { facts: { ...fault }, fields: ['dictValue'] });
  }
  if (form.parentId == null) return;
  const parent = await tx
    .selectFrom('dictionaryEntry')
    .select('entryId')
    .where('entryId', '=', form.parentId)
    .where('dictKey', '=', form.dictType)
    .executeTakeFirst();
  if (!parent || codeTableType !== 'TREE') {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['parentId'] });
  }
}

function asRefusal(error: unknown): unknown {
  const isRepeated = error instanceof Error && 'constraint' in error && error.constraint === 'dictionary_entry_level';
  if (!isRepeated) return error;
  return new AppError('DICTIONARY_REPEATED', { fields: ['dictKey'], cause: error });
}

function columnsOf(form: Form) {
  return {
    value: form.dictKey,
    content: form.dictValue,
    label: JSON.stringify(form.label),
    sort: form.sort,
    isEnabled: form.enabled,
    tagColour: form.tagColour,
    remark: form.remark,
  };
}

/** Throws DICTIONARY_USED: rows that hold the code would say nothing any more. */
async function checkUnused({ dictKey, value }: EntryRecord, tx: Tx): Promise<void> {
  const count = (await countUses(tx, dictKey))?.get(value) ?? 0;
  if (count > 0) throw new AppError('DICTIONARY_USED', { facts: { count }, fields: ['dictKey'] });
}

async function change(form: Form, id: number, tx: Tx): Promise<Entry['id']> {
  const record = await findEntry(tx, id);
  if (record.dictKey !== form.dictType) throw new AppError('DICTIONARY_NOT_FOUND');
  const isSameCode = record.value === form.dictKey && record.isEnabled === form.enabled;
  if (record.isFixed && !(isSameCode && record.content === form.dictValue)) {
    throw new AppError('DICTIONARY_FIXED', { fields: ['dictKey'] });
  }
  if (record.value !== form.dictKey) await checkUnused(record, tx);
  const updated = await tx
    .updateTable('dictionaryEntry')
    .set((eb) => ({ ...columnsOf(form), version: eb('version', '+', 1) }))
    .where('entryId', '=', id)
    .where('version', '=', form.version ?? 0)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) throw new AppError('STALE');
  return id;
}

async function add(form: Form, tx: Tx): Promise<Entry['id']> {
  const { entryId } = await tx
    .insertInto('dictionaryEntry')
    .values({ dictKey: form.dictType, parentId: form.parentId ?? null, ...columnsOf(form) })
    .returning('entryId')
    .executeTakeFirstOrThrow();
  return entryId;
}

/** Adds or changes an entry. Throws STALE, DICTIONARY_REPEATED, DICTIONARY_FIXED, DICTIONARY_USED, JSON_INVALID. */
export async function saveEntry(form: Form, call: CommandContext): Promise<Entry> {
  const { tx } = call;
  await check(form, tx);
  const before = form.id === undefined ? undefined : present(await findEntry(tx, form.id), call.caller);
  let id: number;
  try {
    id = form.id === undefined ? await add(form, tx) : await change(form, form.id, tx);
  } catch (error) {
    throw asRefusal(error);
  }
  const after = present(await findEntry(tx, id), call.caller);
  await showWords(after, call);
  announceDictionaries(call);
  await writeAudit(tx, call, {
    action: 'dictionary.save',
    subjectType: 'dictionary',
    subjectNo: `${after.dictType}.${after.dictKey}`,
    before,
    after,
  });
  return after;
}

/** Throws STALE, DICTIONARY_FIXED, DICTIONARY_HAS_CHILDREN, DICTIONARY_USED. */
export async function deleteEntry(
  { id, version }: ParsedRequestOf<typeof dictionary.remove>,
  call: CommandCall,
): Promise<Record<string, never>> {
  const { tx } = call;
  const record = await findEntry(tx, id);
  if (record.isFixed) throw new AppError('DICTIONARY_FIXED');
  const { below } = record;
  if (below !== null && below > 0) {
    throw new AppError('DICTIONARY_HAS_CHILDREN', { facts: { count: below } });
  }
  await checkUnused(record, tx);
  const deleted = await tx
    .deleteFrom('dictionaryEntry')
    .where('entryId', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) throw new AppError('STALE');
  await writeAudit(tx, call, {
    action: 'dictionary.delete',
    subjectType: 'dictionary',
    subjectNo: `${record.dictKey}.${record.value}`,
    before: present(record, call.caller),
  });
  announceDictionaries(call);
  return {};
}
