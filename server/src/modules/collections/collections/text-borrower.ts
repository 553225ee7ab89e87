import type { Queryable, Tx } from '../../../db/database.ts';
import { type GateAnswer, queueDispatch, tryGate } from '../contacts/index.ts';
import { renderTemplate } from '../../platform/message-templates/index.ts';
import { lockCase } from './cases.ts';
import { peopleOf, variablesOf } from './contact.ts';

/**
 * Sends a template to the borrower of a case on nobody's behalf, through the contact gate, whose answer is kept as an
 * attempt. @returns null where there is no such template, or nobody to write to
 */
export async function textBorrower(
  tx: Tx,
  caseNo: string,
  sms: {
    readonly templateCode: string;
    readonly language: 'en' | 'sw';
    readonly at: Date;
    readonly smsKind?: 'REMINDER';
  },
): Promise<{ readonly attemptId: number; readonly answer: GateAnswer } | null> {
  const { templateCode, language, at, smsKind } = sms;
  const known = await tx
    .selectFrom('collectionCase')
    .select('caseScope')
    .where('caseNo', '=', caseNo)
    .executeTakeFirstOrThrow();
  const one = await lockCase(tx, caseNo, { ...known, caller: { scope: 'all', userNo: '' } });
  const person = (await peopleOf(tx, one.customerNo)).find(({ contactPerson }) => contactPerson === 'BORROWER');
  if (!person) return null;
  const rendered = await renderTemplate(tx, templateCode, language, await variablesOf(tx, one, person), one.merchantNo);
  if (!rendered) return null;
  const { phone } = person;
  const { customerNo, merchantNo, orderNo } = one;
  const question = { phone, channel: 'SMS', purpose: 'COLLECTION', customerNo, merchantNo, at } as const;
  const subject = { orderNo, caseNo, userNo: null, templateCode, content: rendered.body };
  const { attemptId, answer } = await tryGate(tx, question, subject);
  if (answer.isAllowed) {
    const payload = { text: rendered.body, ...(smsKind && { smsKind }) };
    await queueDispatch(tx, { attemptId, channel: 'SMS', phone, payload });
  }
  return { attemptId, answer };
}

/** What may be sent about cases: the enabled texts of collection. */
export async function collectionTemplates(db: Queryable) {
  return await db
    .selectFrom('messageTemplate')
    .select(['templateCode', 'templateName'])
    .where('nodeCode', '=', 'COLLECTION_SMS')
    .where('channelType', '=', 'SMS')
    .where('isEnabled', '=', true)
    .orderBy('templateName')
    .execute();
}
