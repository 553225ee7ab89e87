import { messageNodes, type messageTemplate, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { GatewayError } from '../gateways/index.ts';
import { maskEmail, maskPhone } from '../masking/index.ts';
import { accountsOfApp, seesApp, testRecipient } from '../message-accounts/index.ts';
import { SmsHeld } from '../sms-routes/index.ts';
import { messageTemplates } from './list.ts';

type Request = ParsedRequestOf<typeof messageTemplate.testSend>;
type Result = ReplyOf<typeof messageTemplate.testSend>;
const SUBJECTS = { en: 'subjectEn', sw: 'subjectSw', zh: 'subjectZh' } as const;

/**
 * Sends a template as it is in force, with an example for each variable: SMS by the route that its texts take, e-mail,
 * push, WhatsApp and in-app messages by the account of the app.
 * @throws AppError NOT_FOUND, REFERENCE_UNKNOWN, MESSAGE_TEST_NOBODY, MESSAGE_CHANNEL_CLOSED, MESSAGE_TEST_NO_DEVICE,
 * MESSAGE_TEST_NO_EMAIL
 */
export async function testTemplate(request: Request, call: CommandContext): Promise<Result> {
  const { tx, caller } = call;
  const { templateCode, language, merchantNo } = request;
  const row = await messageTemplates.one(templateCode, { ...call, db: tx });
  const { channelType } = row;
  if (!row.languages.includes(language)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['language'] });
  if (channelType !== 'SMS') await refuseStrangeApp(row, merchantNo, call);
  const destination = await testRecipient(tx, { channelType, merchantNo }, request.phone, caller.userNo);
  const examples = messageNodes.nodeOf(row.nodeCode).variables;
  const { texts } = row;
  const test: Test = {
    row,
    merchantNo,
    destination,
    subject: messageNodes.filled(texts[SUBJECTS[language]] || texts.subjectEn || texts.templateName, examples),
    body: messageNodes.filled(texts[language], examples),
  };
  const result = await outcomeOf(() => (channelType === 'SMS' ? sendText(test, call) : sendByApp(test, call)));
  await writeAudit(tx, call, {
    action: 'messageTemplate.testSend',
    subjectType: 'messageTemplate',
    subjectNo: templateCode,
    ...(merchantNo !== null && { merchantNo }),
    after: {
      language,
      destination: channelType === 'EMAIL' ? maskEmail(destination) : maskPhone(destination),
      isSent: result.isSent,
    },
  });
  return result;
}

interface Test {
  readonly row: messageTemplate.TemplateRow;
  readonly merchantNo: string | null;
  readonly destination: string;
  readonly subject: string;
  readonly body: string;
}

/** Customers are written to by the app of a merchant; staff by the console. @throws AppError REFERENCE_UNKNOWN */
async function refuseStrangeApp(
  { nodeCode, merchantNos }: messageTemplate.TemplateRow,
  merchantNo: string | null,
  { tx, caller }: CommandContext,
): Promise<void> {
  const isForStaff = messageNodes.nodeOf(nodeCode).audience === 'STAFF';
  const isOne = merchantNo !== null && (merchantNos.length === 0 || merchantNos.includes(merchantNo));
  const isSeen = merchantNo === null || (await seesApp(tx, merchantNo, caller.scope));
  if ((isForStaff ? merchantNo === null : isOne) && isSeen) return;
  throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
}

const sourceOf = ({ templateCode }: messageTemplate.TemplateRow) =>
  ({ source: 'TEST', sourceNo: `${templateCode} ${Date.now()}` }) as const;

async function sendText({ row, destination: phone, body: text }: Test, { services }: CommandContext): Promise<void> {
  const { smsKind } = row;
  await services.engine.smsRouter.send({ phone, text, smsKind, merchantNo: null, ...sourceOf(row) });
}

/** By the app's default account, whatever its hours and cap; staff also by the server's own mail. */
async function sendByApp(test: Test, { tx, services }: CommandContext): Promise<void> {
  const { row, merchantNo, destination, subject, body } = test;
  const { appAccounts, gateways } = services.engine;
  const { channelType } = row;
  const [account] = await accountsOfApp(tx, { merchantNo, channelType });
  if (account) {
    const message = { merchantNo, destination, subject, body, isUrgent: true, ...sourceOf(row) };
    await appAccounts.sendBy(account, message, tx);
  } else if (channelType === 'EMAIL' && gateways.mail) {
    await gateways.mail.send({ to: destination, subject, text: body });
  } else {
    throw new AppError('MESSAGE_CHANNEL_CLOSED', { fields: ['merchantNo'], facts: { channel: channelType } });
  }
}

async function outcomeOf(send: () => Promise<void>): Promise<Result> {
  try {
    await send();
    return { isSent: true, fault: null };
  } catch (error) {
    if (error instanceof SmsHeld) return { isSent: false, fault: error.message };
    if (!(error instanceof GatewayError)) throw error;
    return { isSent: false, fault: error.message.slice(0, 200) };
  }
}
