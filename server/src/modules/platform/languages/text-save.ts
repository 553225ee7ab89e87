import type { languages, ParsedRequestOf } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import type { Services } from '../../../services.ts';
import { type AuditActor, writeAudit } from '../audit/index.ts';
import { announceLanguages } from './announce.ts';
import { catalogueOf, textAt, type CatalogueText } from './catalogue.ts';
import { holdsPlaceholders, placeholdersOf } from './placeholders.ts';
import { presentText, type OwnText } from './text-rows.ts';

export type TextForm = ParsedRequestOf<typeof languages.textSave>;
type Request = Omit<TextForm, 'version'>;

/** The key's text as built. Throws TEXT_NOT_FOUND, TEXT_PLACEHOLDERS. */
export async function checkText(request: Request, services: Services): Promise<CatalogueText> {
  const { languageCode, namespace, key, text } = request;
  const found = textAt(await catalogueOf(services), languageCode, namespace, key);
  if (!found) throw new AppError('TEXT_NOT_FOUND', { fields: ['key'] });
  if (text !== null && !holdsPlaceholders(key, found.original, text)) {
    const names = placeholdersOf(found.original).map((name) => `{{${name}}}`);
    throw new AppError('TEXT_PLACEHOLDERS', {
      facts: { placeholders: names.join(' ') || '–' },
      fields: ['text'],
    });
  }
  return found;
}

/** Counts the language's texts on; whoever writes another of them waits here. Throws LANGUAGE_NOT_FOUND. */
async function countOn(tx: Tx, languageCode: string): Promise<void> {
  const counted = await tx
    .updateTable('language')
    .set((eb) => ({ textRevision: eb('textRevision', '+', 1) }))
    .where('languageCode', '=', languageCode)
    .executeTakeFirst();
  if (counted.numUpdatedRows === 0n) {
    throw new AppError('LANGUAGE_NOT_FOUND', { fields: ['languageCode'] });
  }
}

async function readOwn(tx: Tx, { languageCode, namespace, key }: Request): Promise<OwnText | undefined> {
  return await tx
    .selectFrom('languageText')
    .leftJoin('appUser', 'appUser.userNo', 'languageText.updatedBy')
    .selectAll('languageText')
    .select('appUser.realName as updatedByName')
    .where('languageCode', '=', languageCode)
    .where('namespace', '=', namespace)
    .where('textKey', '=', key)
    .executeTakeFirst();
}

async function write(tx: Tx, request: Request, original: string, userNo: string): Promise<void> {
  const { languageCode, namespace, key, text } = request;
  if (text === null) {
    await tx
      .deleteFrom('languageText')
      .where('languageCode', '=', languageCode)
      .where('namespace', '=', namespace)
      .where('textKey', '=', key)
      .execute();
    return;
  }
  const columns = { content: text, original, updatedBy: userNo, updatedAt: new Date() };
  await tx
    .insertInto('languageText')
    .values({ languageCode, namespace, textKey: key, ...columns })
    .onConflict((conflict) =>
      conflict
        .columns(['languageCode', 'namespace', 'textKey'])
        .doUpdateSet((eb) => ({ ...columns, version: eb('languageText.version', '+', 1) })),
    )
    .execute();
}

/** Where a text is written from: a call, or a row of an import. */
export interface TextWriter extends AuditActor {
  readonly tx: Tx;
  readonly services: Services;
  readonly caller: { readonly userNo: string; readonly sessionId: string };
}

/**
 * Writes a text over the shipped one, or takes it back. `version` is the one the form read; null
 * writes whatever is there. Throws STALE, TEXT_NOT_FOUND, TEXT_PLACEHOLDERS.
 */
export async function writeText(
  request: Request,
  version: number | null,
  writer: TextWriter,
): Promise<languages.TextRow> {
  const { tx, services, caller } = writer;
  await countOn(tx, request.languageCode);
  const found = await checkText(request, services);
  const before = await readOwn(tx, request);
  if (version !== null && version !== (before?.version ?? 0)) throw new AppError('STALE');
  await write(tx, request, found.original, caller.userNo);
  await writeAudit(tx, writer, {
    action: 'language.textSave',
    subjectType: 'languageText',
    subjectNo: `${request.languageCode}.${request.namespace}.${request.key}`,
    before: { text: before?.content ?? null },
    after: { text: request.text },
  });
  return presentText(found, await readOwn(tx, request));
}

export async function saveText({ version, ...request }: TextForm, call: CommandCall): Promise<languages.TextRow> {
  const row = await writeText(request, version, call);
  announceLanguages(call);
  return row;
}
