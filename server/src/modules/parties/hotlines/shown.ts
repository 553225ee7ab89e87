import { type hotline, messageNodes, messageTemplate, type ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { configAt } from '../../platform/configuration/index.ts';
import { contactsShown, messageTemplateFamily } from '../../platform/message-templates/index.ts';
import { isAnnounced } from '../../staff/announcements/index.ts';
import { hotlines } from './list.ts';
import { isHoliday, isOpenAt } from './open-now.ts';

/** What a merchant's app shows its customers at a moment. */
export async function shownAt(db: Queryable, merchantNo: string, at: Date): Promise<ReplyOf<typeof hotline.forApp>> {
  const rows = await db
    .selectFrom('hotline')
    .select(['contactType', 'contactValue', 'serviceHours', 'languages', isHoliday(at).as('onHoliday')])
    .where('merchantNo', '=', merchantNo)
    .where('isEnabled', '=', true)
    .orderBy('sort')
    .orderBy('hotlineNo')
    .execute();
  return rows.map(({ onHoliday, ...row }) => ({ ...row, isOpenNow: isOpenAt(row.serviceHours, at, onHoliday) }));
}

const VARIABLE = { PHONE: 'hotline', WHATSAPP: 'whatsapp' } as const;

/** Enabled templates whose texts in force name the variable, for this merchant. */
async function templatesNaming(db: Queryable, variable: string, merchantNo: string) {
  const all = await db
    .selectFrom('messageTemplate')
    .select('templateCode')
    .where('isEnabled', '=', true)
    .orderBy('templateCode')
    .execute();
  const naming = [];
  for (const { templateCode } of all) {
    const subjectNo = messageTemplate.templateSubject(templateCode);
    const { value } = await configAt(db, messageTemplateFamily, new Date(), subjectNo);
    if (value === null || (value.merchantNos.length > 0 && !value.merchantNos.includes(merchantNo))) continue;
    const texts = Object.values(value).filter((one) => typeof one === 'string');
    if (messageNodes.variablesIn(texts.join(' ')).includes(variable)) {
      naming.push({ templateCode, templateName: value.templateName });
    }
  }
  return naming;
}

/** Where a contact is shown now; nowhere while it is disabled. @throws AppError NOT_FOUND */
export async function usageOf(hotlineNo: string, call: Call): Promise<ReplyOf<typeof hotline.usage>> {
  const { db } = call;
  const { status, contactType, contactValue, merchantNo } = await hotlines.one(hotlineNo, call);
  if (status === 'DISABLED') return { templates: [], screens: [] };
  const variable = contactType === 'PHONE' || contactType === 'WHATSAPP' ? VARIABLE[contactType] : null;
  // Texts and payment pages show the first of its type alone.
  const isFirst = variable !== null && (await contactsShown(db, merchantNo))[variable] === contactValue;
  if (!isFirst) return { templates: [], screens: ['HELP'] };
  return {
    templates: await templatesNaming(db, variable, merchantNo),
    screens: [
      'HELP',
      ...(contactType === 'PHONE' ? (['PAYMENT_LINK'] as const) : []),
      ...((await isAnnounced(db, merchantNo, variable)) ? (['ANNOUNCEMENT'] as const) : []),
    ],
  };
}
