import type { messageAccount, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { GatewayError } from '../gateways/index.ts';
import { maskEmail, maskPhone } from '../masking/index.ts';
import { testUserOf } from '../test-users/index.ts';
import { type MessageAccount, takesSecret } from './account.ts';
import { lockAccount } from './find.ts';

type Reply = ReplyOf<typeof messageAccount.test>;

/** Where a test may go. @throws AppError MESSAGE_TEST_NO_EMAIL, MESSAGE_TEST_NOBODY, MESSAGE_TEST_NO_DEVICE */
export async function testRecipient(
  tx: Tx,
  { channelType, merchantNo }: Pick<MessageAccount, 'channelType' | 'merchantNo'>,
  phone: string | null,
  userNo: string,
): Promise<string> {
  const own = await tx
    .selectFrom('appUser')
    .select(['phone', 'email'])
    .where('userNo', '=', userNo)
    .executeTakeFirstOrThrow();
  if (channelType === 'EMAIL') {
    if (own.email === null) throw new AppError('MESSAGE_TEST_NO_EMAIL');
    return own.email;
  }
  const isKnown = phone !== null && (phone === own.phone || (await testUserOf(tx, phone, null)) !== null);
  if (!isKnown) throw new AppError('MESSAGE_TEST_NOBODY', { fields: ['phone'] });
  if (channelType !== 'PUSH') return phone;
  const device = await tx
    .selectFrom('appDevice')
    .select('token')
    .where('merchantNo', '=', merchantNo ?? '')
    .where('phone', '=', phone)
    .limit(1)
    .executeTakeFirst();
  if (!device) throw new AppError('MESSAGE_TEST_NO_DEVICE', { fields: ['phone'] });
  return phone;
}

/** Sends a sample, and says how far it came. @throws AppError MESSAGE_ACCOUNT_NOT_FOUND, MESSAGE_ACCOUNT_KEYLESS, MESSAGE_TEST_… */
export async function testAccount(
  { accountCode, phone }: ParsedRequestOf<typeof messageAccount.test>,
  call: CommandContext,
): Promise<Reply> {
  const { tx, caller } = call;
  const account = await lockAccount({ accountCode }, call);
  if (takesSecret(account) && account.sealedSecret === null) throw new AppError('MESSAGE_ACCOUNT_KEYLESS');
  const { channelType, merchantNo, sender } = account;
  const destination = await testRecipient(tx, account, phone, caller.userNo);
  const message = {
    merchantNo,
    destination,
    subject: `Test of ${accountCode}`,
    body: `Test message of account ${accountCode}, sent by ${sender}.`,
    isUrgent: true,
    source: 'TEST',
    sourceNo: `TEST_${accountCode}_${Date.now()}`,
  } as const;
  const shown = channelType === 'EMAIL' ? maskEmail(destination) : maskPhone(destination);
  const hops: Reply['hops'] = [{ hop: 'RECIPIENT', isDone: true, text: shown }];
  try {
    const { reference } = await send(account, message, call);
    hops.push({ hop: 'CREDENTIALS', isDone: true, text: accountCode });
    hops.push({ hop: 'PROVIDER', isDone: true, text: reference });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const isKey = error.code === 'KEY';
    if (!isKey) hops.push({ hop: 'CREDENTIALS', isDone: true, text: accountCode });
    hops.push({ hop: isKey ? 'CREDENTIALS' : 'PROVIDER', isDone: false, text: error.message.slice(0, 200) });
  }
  const result = { isSent: hops.every(({ isDone }) => isDone), hops };
  await writeAudit(tx, call, {
    action: 'messageAccount.test',
    subjectType: 'messageAccount',
    subjectNo: accountCode,
    ...(merchantNo !== null && { merchantNo }),
    after: { destination: shown, isSent: result.isSent },
  });
  return result;
}

async function send(
  account: MessageAccount,
  message: Parameters<CommandContext['services']['engine']['appAccounts']['sendBy']>[1],
  { tx, services }: CommandContext,
): Promise<{ readonly reference: string }> {
  const { engine } = services;
  const { accountCode, smsAccountCode } = account;
  if (smsAccountCode === null) return await engine.appAccounts.sendBy(account, message, tx);
  const { destination: phone, body: text, source, sourceNo } = message;
  const by = { accountCode, smsAccountCode };
  const sent = await engine.smsRouter.sendByApp(by, { phone, text, source, sourceNo }, tx);
  if (!sent) throw new GatewayError('NOT_SENT', `SMS account ${smsAccountCode} is disabled or has no key`);
  return { reference: sent.messageId };
}
