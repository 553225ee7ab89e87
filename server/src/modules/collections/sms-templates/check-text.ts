import { smsMarketingTemplate, smsPartsOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { noteHits, wordsFound } from '../../platform/sensitive-words/index.ts';
import { marketingFaceOf } from '../../platform/sms-routes/index.ts';
import { foreignLinks } from './links.ts';

const KNOWN: ReadonlySet<string> = new Set(smsMarketingTemplate.TEMPLATE_VARIABLES);

/** How a merchant's texts end: as its route says, with the space before. */
export const endingOf = (optOutText: string | undefined): string =>
  optOutText === undefined ? smsMarketingTemplate.OPT_OUT_TEXT : ` ${optOutText}`;

/** What speaks against a text. */
export async function readText(db: Queryable, merchantNo: string, content: string) {
  const { merchantName, face } = await db
    .selectFrom('merchant')
    .select(['merchantName', marketingFaceOf(sql`merchant.merchant_no`).as('face')])
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirstOrThrow();
  const names = smsMarketingTemplate.variablesIn(content);
  const optOutText = endingOf(face?.optOutText);
  const sample = smsMarketingTemplate.fillIn(content, undefined, optOutText);
  const { parts, encoding, dearest } = smsPartsOf(sample);
  const found = await wordsFound(db, 'TEMPLATE', content);
  return {
    merchantName,
    segmentCount: parts,
    encoding,
    optOutText,
    dearest,
    unknownVariables: names.filter((name) => !KNOWN.has(name)),
    foreignLinks: await foreignLinks(db, content),
    hasLenderName: content.toLowerCase().includes(merchantName.toLowerCase()),
    words: found.map(({ word, action }) => ({ word, action })),
    sample,
  };
}

/**
 * A word with a warning is the writer's to confirm; whoever moves the text on sees it marked. Words that are found are
 * recorded as the caller's.
 * @throws AppError MARKETING_VARIABLE_UNKNOWN, MARKETING_LENDER_MISSING, MARKETING_TOO_LONG, SENSITIVE_WORD,
 * MARKETING_WORD_WARNED, MARKETING_LINK_FOREIGN
 */
export async function refuseText(
  db: Queryable,
  merchantNo: string,
  content: string,
  acceptsWarnings: boolean,
  call?: Pick<CommandContext, 'db' | 'caller'>,
): Promise<void> {
  const fields = ['content'];
  const read = await readText(db, merchantNo, content);
  const [unknown] = read.unknownVariables;
  if (unknown !== undefined) {
    throw new AppError('MARKETING_VARIABLE_UNKNOWN', { fields, facts: { variable: `{{${unknown}}}` } });
  }
  if (!read.hasLenderName) {
    throw new AppError('MARKETING_LENDER_MISSING', { fields, facts: { name: read.merchantName } });
  }
  const [link] = read.foreignLinks;
  if (link !== undefined) throw new AppError('MARKETING_LINK_FOREIGN', { fields, facts: { link } });
  const most = smsMarketingTemplate.MAX_SEGMENTS;
  if (read.segmentCount > most) {
    throw new AppError('MARKETING_TOO_LONG', { fields, facts: { count: read.segmentCount, most } });
  }
  if (call && read.words.length > 0) await noteHits(call.db, 'TEMPLATE', content, call.caller.userNo);
  const blocked = read.words.find(({ action }) => action === 'BLOCK');
  if (blocked) throw new AppError('SENSITIVE_WORD', { fields, facts: { word: blocked.word } });
  const warned = read.words.find(({ action }) => action === 'WARN');
  if (warned && !acceptsWarnings) {
    throw new AppError('MARKETING_WORD_WARNED', { fields: ['acceptsWarnings'], facts: { word: warned.word } });
  }
}
