import { messageNodes, type messageTemplate, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { GatewayError } from '../gateways/index.ts';
import { maskPhone } from '../masking/index.ts';
import { SmsHeld } from '../sms-routes/index.ts';
import { testUserOf } from '../test-users/index.ts';
import { messageTemplates } from './list.ts';

type Result = ReplyOf<typeof messageTemplate.testSend>;

/**
 * Sends an SMS template as it is in force, with an example for each variable, by the route that its texts take.
 * @throws AppError NOT_FOUND, MESSAGE_CHANNEL_NOT_OF_NODE, REFERENCE_UNKNOWN, MESSAGE_TEST_NOBODY
 */
export async function testTemplate(
  { templateCode, language, phone }: ParsedRequestOf<typeof messageTemplate.testSend>,
  call: CommandContext,
): Promise<Result> {
  const { tx, caller } = call;
  const row = await messageTemplates.one(templateCode, { ...call, db: tx });
  if (row.channelType !== 'SMS') throw new AppError('MESSAGE_CHANNEL_NOT_OF_NODE', { fields: ['templateCode'] });
  if (!row.languages.includes(language)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['language'] });
  const own = await tx.selectFrom('appUser').select('phone').where('userNo', '=', caller.userNo).executeTakeFirst();
  if (phone !== own?.phone && (await testUserOf(tx, phone, null)) === null) {
    throw new AppError('MESSAGE_TEST_NOBODY', { fields: ['phone'] });
  }
  const text = messageNodes.filled(row.texts[language], messageNodes.nodeOf(row.nodeCode).variables);
  const result = await send({ phone, text, row }, call);
  await writeAudit(tx, call, {
    action: 'messageTemplate.testSend',
    subjectType: 'messageTemplate',
    subjectNo: templateCode,
    after: { language, destination: maskPhone(phone), isSent: result.isSent },
  });
  return result;
}

interface Test {
  readonly phone: string;
  readonly text: string;
  readonly row: messageTemplate.TemplateRow;
}

async function send({ phone, text, row }: Test, { services }: CommandContext): Promise<Result> {
  const { templateCode, smsKind } = row;
  const source = { source: 'TEST', sourceNo: `${templateCode} ${Date.now()}` } as const;
  try {
    await services.engine.smsRouter.send({ phone, text, smsKind, merchantNo: null, ...source });
    return { isSent: true, fault: null };
  } catch (error) {
    if (error instanceof SmsHeld) return { isSent: false, fault: error.message };
    if (!(error instanceof GatewayError)) throw error;
    return { isSent: false, fault: error.message.slice(0, 200) };
  }
}
