import type { ParsedRequestOf, ReplyOf, smsAccount } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { GatewayError } from '../gateways/index.ts';

/** Asks the provider, and keeps its answer. @throws AppError SMS_ACCOUNT_NOT_FOUND, SMS_ACCOUNT_KEYLESS, SMS_BALANCE_UNKNOWN */
export async function checkBalance(
  { accountCode }: ParsedRequestOf<typeof smsAccount.checkBalance>,
  call: CommandContext,
): Promise<ReplyOf<typeof smsAccount.checkBalance>> {
  const { tx, services } = call;
  const account = await tx
    .selectFrom('smsAccount')
    .select(['accountCode', 'balanceCents'])
    .where('accountCode', '=', accountCode)
    .executeTakeFirst();
  if (!account) throw new AppError('SMS_ACCOUNT_NOT_FOUND');
  let balanceCents: number | null;
  try {
    balanceCents = await services.engine.smsRouter.balanceOf(accountCode, tx);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new AppError('SMS_BALANCE_UNKNOWN', { facts: { fault: error.message.slice(0, 200) } });
  }
  if (balanceCents === null) throw new AppError('SMS_ACCOUNT_KEYLESS');
  const balanceAt = new Date();
  // What is left is no part of what people edit: the version that they hold stays good.
  await tx.updateTable('smsAccount').set({ balanceCents, balanceAt }).where('accountCode', '=', accountCode).execute();
  await writeAudit(tx, call, {
    action: 'smsAccount.checkBalance',
    subjectType: 'smsAccount',
    subjectNo: accountCode,
    before: { balanceCents: account.balanceCents },
    after: { balanceCents },
  });
  return { accountCode, balanceCents, balanceAt: balanceAt.toISOString() };
}
