import { messageTemplate, type ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { type ChangeKind, requestChange } from '../changes/index.ts';
import { configAt } from '../configuration/index.ts';
import { checkTexts } from './check-texts.ts';
import { lockTemplate, switchTemplate } from './commands.ts';
import { messageTemplateFamily, readTemplate } from './template-family.ts';

const payload = z.strictObject({ templateCode: z.string(), version: z.int() });
type Payload = z.output<typeof payload>;

/** What is in force of it, as it may be sent. @throws AppError NOT_FOUND, MESSAGE_LANGUAGE_MISSING and what `checkTexts` does */
async function sendable(db: Queryable, templateCode: string) {
  const found = await readTemplate(db, templateCode);
  if (!found) throw new AppError('NOT_FOUND');
  const subjectNo = messageTemplate.templateSubject(templateCode);
  const { value } = await configAt(db, messageTemplateFamily, new Date(), subjectNo);
  if (value === null) throw new AppError('MESSAGE_LANGUAGE_MISSING', { facts: { language: 'en' } });
  await checkTexts(db, found, value);
  return { found, value };
}

/** Another person reads the text before it may be sent. */
export const enableTemplateKind: ChangeKind<Payload> = {
  kind: 'messageTemplate.enable',
  family: 'messageCenter',
  title: { en: 'Enable message template', zh: '启用消息模板' },
  checkerCode: 'operation:config:audit',
  payload,
  async describe(db, { templateCode }) {
    const { found, value } = await sendable(db, templateCode);
    const { en, sw, zh } = value;
    return {
      subjectNo: templateCode,
      subjectName: value.templateName,
      before: { isEnabled: found.isEnabled },
      after: { isEnabled: true, ...(en && { en }), ...(sw && { sw }), ...(zh && { zh }) },
      concerns: [],
      merchantNos: value.merchantNos,
      state: { version: found.version },
    };
  },
  async apply(named, call) {
    await sendable(call.tx, named.templateCode);
    const before = await lockTemplate(call.tx, named);
    if (before.isEnabled) throw new AppError('NOTHING_CHANGES');
    return await switchTemplate(before, true, call);
  },
};

/** @throws AppError NOT_FOUND, STALE, NOTHING_CHANGES, CHANGE_WAITING, MESSAGE_LANGUAGE_MISSING */
export async function enableTemplate(
  { templateCode, version, reason }: ParsedRequestOf<typeof messageTemplate.enable>,
  call: CommandContext,
) {
  const before = await lockTemplate(call.tx, { templateCode, version });
  if (before.isEnabled) throw new AppError('NOTHING_CHANGES');
  return { templateCode, changeNo: await requestChange(enableTemplateKind, { templateCode, version }, call, reason) };
}
