import { buffer } from 'node:stream/consumers';
import { appContent, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, FileReply } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { readDocument } from '../../platform/exports/index.ts';
import { pdfOf } from '../../platform/pdf/index.ts';
import { contractHeading } from './contract-for-app.ts';
import { IMAGES } from './images-of.ts';
import { appContentFamily } from './rules.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const MAX_MB = 10;
const isKnown = (name: string): boolean => appContent.CONTRACT_VARIABLES.some((known) => known === name);

/**
 * The text of an attached document, and what it names that no contract knows: the form takes it over.
 * @throws AppError ATTACHMENT_NOT_FOUND, FILE_TYPE, FILE_TOO_LARGE
 */
export async function readTemplate(
  { attachId }: ParsedRequestOf<typeof appContent.readTemplate>,
  { db, caller, services }: Call,
): Promise<ReplyOf<typeof appContent.readTemplate>> {
  const found = await db
    .selectFrom('attachment as a')
    .innerJoin('storedFile as f', 'f.contentHash', 'a.contentHash')
    .select(['a.subjectNo', 'f.contentHash', 'f.contentType', 'f.sizeBytes'])
    .where('a.attachmentNo', '=', attachId)
    .where('a.subjectType', '=', IMAGES)
    .where('a.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!found || !seesMerchant(caller.scope, found.subjectNo)) throw new AppError('ATTACHMENT_NOT_FOUND');
  const tooLarge = () => new AppError('FILE_TOO_LARGE', { fields: ['attachId'], facts: { maxMb: MAX_MB } });
  if (found.sizeBytes > MAX_MB * 1_048_576) throw tooLarge();
  const answer =
    found.contentType === DOCX
      ? await readDocument(await buffer(await services.files.read(found.contentHash)))
      : ({ fault: 'UNREADABLE' } as const);
  if ('fault' in answer) {
    throw answer.fault === 'TOO_LARGE'
      ? tooLarge()
      : new AppError('FILE_TYPE', { fields: ['attachId'], facts: { formats: 'DOCX' } });
  }
  const text = answer.paragraphs.join('\n').trim();
  const unknown = [...new Set(appContent.variablesIn(text))].filter((name) => !isKnown(name));
  return { text, unknown };
}

/** A contract template as a PDF, its variables by name. @throws AppError NOT_FOUND for what is no contract */
export async function downloadTemplate(
  { ruleId, language }: ParsedRequestOf<typeof appContent.downloadTemplate>,
  call: Call,
): Promise<FileReply> {
  const found = await call.db
    .selectFrom('configRuleNow')
    .select(['merchantNo', 'value', 'versionNo', 'effectiveFrom'])
    .where('ruleId', '=', ruleId)
    .where('configKey', '=', appContentFamily.key)
    .executeTakeFirst();
  if (!found || !seesMerchant(call.caller.scope, found.merchantNo)) throw new AppError('NOT_FOUND');
  const { ruleName, contentType, title, content: texts } = appContent.appContentRule.parse(found.value);
  const text = texts[language];
  if (contentType !== 'CONTRACT' || text === undefined) throw new AppError('NOT_FOUND');
  const content = await pdfOf({
    title: title[language] ?? ruleName,
    madeAt: new Date(),
    facts: [
      ['Template', ruleName],
      ['Version', String(found.versionNo)],
      ['In force from', found.effectiveFrom],
    ],
    paragraphs: text.split('\n'),
    headingOf: contractHeading,
  });
  return { fileName: `${ruleId}-${language}.pdf`, contentType: 'application/pdf', content };
}
