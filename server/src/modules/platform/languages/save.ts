import type { languages, ParsedRequestOf } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { announceLanguages } from './announce.ts';
import { catalogueOf } from './catalogue.ts';
import { flagOf } from './flag.ts';
import { ownKeysOf, presentLanguage, textsOfItsOwn } from './rows.ts';

/** All languages, locked: exactly one is the default and none falls back to itself, whoever else saves. */
async function lockAll(tx: Tx) {
  return await tx.selectFrom('language').selectAll().orderBy('languageCode').forUpdate().execute();
}
type Locked = Awaited<ReturnType<typeof lockAll>>;

/** Throws LANGUAGE_NOT_FOUND, STALE. */
function find(all: Locked, languageCode: string, version: number | undefined): Locked[number] {
  const found = all.find((language) => language.languageCode === languageCode);
  if (!found) throw new AppError('LANGUAGE_NOT_FOUND', { fields: ['languageCode'] });
  if (found.version !== version) throw new AppError('STALE');
  return found;
}

/** Throws REFERENCE_UNKNOWN, LANGUAGE_BASE_CYCLE. */
function checkBase(all: Locked, languageCode: string, baseCode: string | null): void {
  const baseOf = new Map(all.map((language) => [language.languageCode, language.baseCode]));
  if (baseCode !== null && baseCode !== languageCode && !baseOf.has(baseCode)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['baseCode'] });
  }
  let at = baseCode;
  for (let steps = 0; at !== null && steps <= all.length; steps += 1) {
    if (at === languageCode) throw new AppError('LANGUAGE_BASE_CYCLE', { fields: ['baseCode'] });
    at = baseOf.get(at) ?? null;
  }
}

/** What the log keeps of a language. */
function facts(language: Partial<Locked[number]> | undefined) {
  if (language === undefined) return undefined;
  const { languageName, baseCode, sort, flag, isDefault, isEnabled } = language;
  return { languageName, baseCode, sort, flag, isDefault, isEnabled };
}

type Form = ParsedRequestOf<typeof languages.save>;

async function columnsOf(form: Form, call: CommandCall) {
  const { languageName, sort, baseCode, flag } = form;
  return {
    languageName,
    sort,
    baseCode,
    ...(flag === undefined ? {} : { flag: flag === null ? null : await flagOf(flag, call) }),
    updatedBy: call.caller.userNo,
    updatedAt: new Date(),
  };
}

/** Adds a language, disabled, or changes one. Throws LANGUAGE_EXISTS and what the checks above say. */
export async function saveLanguage(form: Form, call: CommandCall): Promise<languages.LanguageRow> {
  const { tx } = call;
  const { languageCode } = form;
  const all = await lockAll(tx);
  checkBase(all, languageCode, form.baseCode);
  const isNew = form.version === undefined;
  const before = isNew ? undefined : find(all, languageCode, form.version);
  const columns = await columnsOf(form, call);
  if (before) {
    await tx
      .updateTable('language')
      .set({ ...columns, version: before.version + 1 })
      .where('languageCode', '=', languageCode)
      .execute();
  } else {
    const added = await tx
      .insertInto('language')
      .values({ languageCode, isEnabled: false, ...columns })
      .onConflict((conflict) => conflict.column('languageCode').doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) {
      throw new AppError('LANGUAGE_EXISTS', { fields: ['languageCode'] });
    }
  }
  await writeAudit(tx, call, {
    action: 'language.save',
    subjectType: 'language',
    subjectNo: languageCode,
    before: facts(before),
    after: facts({ ...before, ...columns }),
  });
  announceLanguages(call);
  return await presentLanguage(tx, languageCode, call);
}

async function change(
  before: Locked[number],
  after: { readonly isEnabled?: boolean; readonly isDefault?: boolean },
  action: string,
  call: CommandCall,
): Promise<void> {
  await call.tx
    .updateTable('language')
    .set({
      ...after,
      version: before.version + 1,
      updatedBy: call.caller.userNo,
      updatedAt: new Date(),
    })
    .where('languageCode', '=', before.languageCode)
    .execute();
  await writeAudit(call.tx, call, {
    action,
    subjectType: 'language',
    subjectNo: before.languageCode,
    before: facts(before),
    after: facts({ ...before, ...after }),
  });
}

/** Throws LANGUAGE_IS_DEFAULT. */
export async function operateState(
  { languageCode, version, isEnabled }: ParsedRequestOf<typeof languages.stateOperation>,
  call: CommandCall,
): Promise<languages.LanguageRow> {
  const language = find(await lockAll(call.tx), languageCode, version);
  if (!isEnabled && language.isDefault) throw new AppError('LANGUAGE_IS_DEFAULT');
  if (language.isEnabled !== isEnabled) {
    await change(language, { isEnabled }, 'language.stateOperation', call);
    announceLanguages(call);
  }
  return await presentLanguage(call.tx, languageCode, call);
}

/** Throws LANGUAGE_DISABLED. */
export async function makeDefault(
  { languageCode, version }: ParsedRequestOf<typeof languages.setDefault>,
  call: CommandCall,
): Promise<languages.LanguageRow> {
  const all = await lockAll(call.tx);
  const language = find(all, languageCode, version);
  if (!language.isEnabled) throw new AppError('LANGUAGE_DISABLED');
  if (!language.isDefault) {
    for (const earlier of all.filter(({ isDefault }) => isDefault)) {
      await change(earlier, { isDefault: false }, 'language.setDefault', call);
    }
    await change(language, { isDefault: true }, 'language.setDefault', call);
    announceLanguages(call);
  }
  return await presentLanguage(call.tx, languageCode, call);
}

/** Throws LANGUAGE_IS_DEFAULT, LANGUAGE_ENABLED, LANGUAGE_IS_BASE, LANGUAGE_HAS_TEXTS. */
export async function deleteLanguage(
  { languageCode, version }: ParsedRequestOf<typeof languages.remove>,
  call: CommandCall,
): Promise<Record<string, never>> {
  const { tx, services } = call;
  const all = await lockAll(tx);
  const language = find(all, languageCode, version);
  if (language.isDefault) throw new AppError('LANGUAGE_IS_DEFAULT');
  if (language.isEnabled) throw new AppError('LANGUAGE_ENABLED');
  const above = all.filter(({ baseCode }) => baseCode === languageCode);
  if (above.length > 0) {
    const names = above.map(({ languageName }) => languageName).join(', ');
    throw new AppError('LANGUAGE_IS_BASE', { facts: { names } });
  }
  const own = await ownKeysOf(tx, languageCode);
  const count = textsOfItsOwn(await catalogueOf(services), languageCode, own);
  if (count > 0) throw new AppError('LANGUAGE_HAS_TEXTS', { facts: { count } });
  await tx.deleteFrom('language').where('languageCode', '=', languageCode).execute();
  await writeAudit(tx, call, {
    action: 'language.delete',
    subjectType: 'language',
    subjectNo: languageCode,
    before: facts(language),
  });
  announceLanguages(call);
  return {};
}
