import type { Selectable } from 'kysely';
import { messageAccount } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { Schema } from '../../../db/schema.ts';
import type { MailAttachment } from '../gateways/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../policy/index.ts';
import './tables.ts';

export type MessageAccount = Selectable<Schema['messageAccount']>;
export const ownerOfSecret = (accountCode: string): string => `message account ${accountCode}`;

/** Whether an account of this channel sends with a key of its own. */
export const takesSecret = ({ channelType, endpointUrl }: Pick<MessageAccount, 'channelType' | 'endpointUrl'>) =>
  channelType === 'PUSH' || channelType === 'WHATSAPP' || (channelType === 'EMAIL' && endpointUrl !== null);

export const isExpired = ({ certificateExpiresOn: last }: Pick<MessageAccount, 'certificateExpiresOn'>, at: Date) =>
  last !== null && last < businessDateOf(at);

/** The enabled accounts of an app on a channel whose keys are good, the default first. */
export async function accountsOfApp(
  db: Queryable,
  {
    merchantNo,
    channelType,
    at = new Date(),
  }: {
    readonly merchantNo: string | null;
    readonly channelType: MessageAccount['channelType'];
    readonly at?: Date;
  },
): Promise<MessageAccount[]> {
  const all = await db
    .selectFrom('messageAccount')
    .selectAll()
    .where('appId', '=', merchantNo ?? messageAccount.CONSOLE_APP)
    .where('channelType', '=', channelType)
    .where('isEnabled', '=', true)
    .orderBy('isDefault', 'desc')
    .orderBy('accountCode')
    .execute();
  return all.filter((account) => !isExpired(account, at));
}

const timeOn = (date: string, time: string): Date => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(startOfBusinessDate(date).getTime() + (hours * 60 + minutes) * 60_000);
};

/** Pure. When an account's quiet hours end; null outside of them. They may pass midnight (EAT). */
export function quietUntil(
  { quietFrom, quietTo }: Pick<MessageAccount, 'quietFrom' | 'quietTo'>,
  at: Date,
): Date | null {
  if (quietFrom === null || quietTo === null) return null;
  const today = businessDateOf(at);
  const [from, to] = [timeOn(today, quietFrom), timeOn(today, quietTo)];
  if (from < to) return at >= from && at < to ? to : null;
  if (at < to) return to;
  return at >= from ? timeOn(addDays(today, 1), quietTo) : null;
}

/** Whether an account has sent what it may send a day (EAT). */
export async function isUsedUp(db: Queryable, { accountCode, dailyCap }: MessageAccount, at: Date): Promise<boolean> {
  if (dailyCap < 0) return false;
  const { sent } = await db
    .selectFrom('messageSending')
    .select((eb) => eb.fn.countAll<number>().as('sent'))
    .where('accountCode', '=', accountCode)
    .where('source', '<>', 'TEST')
    .where('outcome', 'in', ['SENT', 'UNKNOWN'])
    .where('at', '>=', startOfBusinessDate(businessDateOf(at)))
    .executeTakeFirstOrThrow();
  return sent >= dailyCap;
}

export const tomorrow = (at: Date): Date => startOfBusinessDate(addDays(businessDateOf(at), 1));

export interface AppMessage {
  /** Null for staff. */
  readonly merchantNo: string | null;
  /** An e-mail address, or a phone. */
  readonly destination: string;
  readonly subject: string;
  readonly body: string;
  /** A code: it waits for no quiet hours. */
  readonly isUrgent: boolean;
  readonly source: 'MESSAGE' | 'CONTACT' | 'TEST';
  readonly sourceNo: string;
  /** Of an e-mail. */
  readonly attachments?: readonly MailAttachment[];
}
