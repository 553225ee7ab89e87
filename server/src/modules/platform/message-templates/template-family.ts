import { type messageNodes, messageTemplate } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { configAt, type ConfigFamily } from '../configuration/index.ts';
import { builtInTexts } from './built-in.ts';
import { checkTexts } from './check-texts.ts';

const codeOf = (subjectNo: string): string => subjectNo.replace(/^ALL_/, '');

export async function readTemplate(db: Queryable, templateCode: string) {
  return await db.selectFrom('messageTemplate').selectAll().where('templateCode', '=', templateCode).executeTakeFirst();
}

/** What a template says, from a day on. */
export const messageTemplateFamily: ConfigFamily<messageTemplate.MessageTexts> = {
  key: messageTemplate.MESSAGE_TEMPLATE_KEY,
  title: { en: 'Message template', zh: '消息模板' },
  value: messageTemplate.messageTexts,
  isPerSubject: true,
  isSeveralADay: true,
  access: {
    see: { page: [messageTemplate.MESSAGE_TEMPLATE_PAGE] },
    save: 'operation:messageTemplate:save',
    decide: null,
  },
  async initial(db, subjectNo) {
    const found = await readTemplate(db, codeOf(subjectNo));
    return found ? builtInTexts(found.templateCode, found.templateName) : null;
  },
  nameOf: async (db, subjectNo) => (await readTemplate(db, codeOf(subjectNo)))?.templateName ?? null,
  async check(db, subjectNo, value, _effectiveFrom, call) {
    const found = subjectNo.startsWith('ALL_') ? await readTemplate(db, codeOf(subjectNo)) : undefined;
    if (!found) throw new AppError('REFERENCE_UNKNOWN', { fields: ['subjectNo'] });
    await checkTexts(db, found, value, call);
  },
};

/** The template where it is enabled, of that node and of that merchant or of all; else null. */
export async function fitTemplate(
  db: Queryable,
  {
    templateCode,
    merchantNo,
    nodeCode,
  }: { readonly templateCode: string; readonly merchantNo: string; readonly nodeCode: messageNodes.NodeCode },
) {
  const found = await readTemplate(db, templateCode);
  if (found?.isEnabled !== true || found.nodeCode !== nodeCode) return null;
  const subjectNo = messageTemplate.templateSubject(templateCode);
  const { value } = await configAt(db, messageTemplateFamily, new Date(), subjectNo);
  const isOfMerchant = value !== null && (value.merchantNos.length === 0 || value.merchantNos.includes(merchantNo));
  return isOfMerchant ? { ...found, templateName: value.templateName } : null;
}

/** What a template says now, and of which node it is; null where there is none. */
export async function templateTexts(
  db: Queryable,
  templateCode: string,
): Promise<{ readonly nodeCode: messageNodes.NodeCode; readonly texts: messageTemplate.MessageTexts } | null> {
  const found = await readTemplate(db, templateCode);
  if (!found) return null;
  const subjectNo = messageTemplate.templateSubject(templateCode);
  const { value } = await configAt(db, messageTemplateFamily, new Date(), subjectNo);
  return value === null ? null : { nodeCode: found.nodeCode, texts: value };
}
