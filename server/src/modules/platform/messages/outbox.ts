import type { messageNodes } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { MailAttachment } from '../gateways/index.ts';
import { shownMoment } from '../policy/index.ts';
import { type RenderedMessage, renderNode, renderTemplate } from '../message-templates/index.ts';
import { type CustomerKind, NODE_OF, type MessageKind } from './message-kinds.ts';

/** What reaches staff; customers' apps have others beside. */
export type Channel = 'EMAIL' | 'SMS';

/** Whom a message goes to. */
export interface Recipient {
  readonly userNo: string;
  readonly realName: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly lang: 'en' | 'zh';
}

export async function recipientOf(db: Queryable, userNo: string): Promise<Recipient> {
  const person = await db
    .selectFrom('appUser')
    .leftJoin('userSetting', 'userSetting.userNo', 'appUser.userNo')
    .select(['appUser.userNo', 'realName', 'email', 'phone'])
    .select(sql<string | null>`user_setting.settings ->> 'language'`.as('language'))
    .where('appUser.userNo', '=', userNo)
    .executeTakeFirstOrThrow();
  const { language, ...rest } = person;
  return { ...rest, lang: language === 'zh' ? 'zh' : 'en' };
}

const destinationOn = ({ email, phone }: Recipient, channel: Channel): string | null =>
  channel === 'EMAIL' ? email : phone;

/** E-mail first, as it costs nothing; null for somebody whom none of these reaches. */
export function channelFor(
  { email, phone }: Recipient,
  channels: readonly messageNodes.MessageChannel[] = ['EMAIL', 'SMS'],
): Channel | null {
  if (email !== null && channels.includes('EMAIL')) return 'EMAIL';
  return phone !== null && channels.includes('SMS') ? 'SMS' : null;
}

export interface Request {
  readonly channel?: Channel;
  readonly facts?: Readonly<Record<string, string>>;
  /** A code, or whatever else must not be kept once the message has left. */
  readonly isSecret?: boolean;
  /** After that it is of no use to send it. */
  readonly expiresAt?: Date;
}

/**
 * Puts a message into the outbox, in the transaction of what it tells of; `Messages.deliver` sends it.
 * @returns its number and channel; null where the person has no address on that channel.
 */
export async function queueMessage(
  tx: Queryable,
  kind: MessageKind,
  recipient: Recipient,
  request: Request = {},
): Promise<Queued | null> {
  const reachable = (['EMAIL', 'SMS'] as const).filter((one) => destinationOn(recipient, one) !== null);
  const channels = request.channel === undefined ? reachable : reachable.filter((one) => one === request.channel);
  const facts = { name: recipient.realName, when: `${shownMoment(new Date())} EAT`, ...request.facts };
  const options = { channels, language: recipient.lang, facts };
  // A channel that the person chose is theirs, though the node's order leaves it out.
  const rendered =
    (await renderNode(tx, NODE_OF[kind], options)) ??
    (request.channel && channels.length > 0
      ? await renderTemplate(tx, `${NODE_OF[kind]}_${request.channel}`, recipient.lang, facts)
      : null);
  const channel = channels.find((one) => one === rendered?.channelType);
  const destination = channel && destinationOn(recipient, channel);
  if (!rendered || !channel || !destination) return null;
  const { userNo } = recipient;
  const written = { ...request, kind, rendered, channel, destination, userNo, merchantNo: null };
  return { ...(await writeMessage(tx, written)), channel, destination };
}

/**
 * The same for a customer, who is no person of the system: to this number, in the words of the merchant's node.
 * @returns null where the node has no text for an SMS.
 */
export async function queueToCustomer(
  tx: Queryable,
  kind: 'customer.code',
  to: { readonly merchantNo: string; readonly phone: string; readonly language: 'en' | 'sw' },
  request: Omit<Request, 'channel'>,
): Promise<Queued | null> {
  const { merchantNo, phone: destination, language } = to;
  const options = { merchantNo, channels: ['SMS'] as const, language, facts: request.facts ?? {} };
  const rendered = await renderNode(tx, NODE_OF[kind], options);
  if (!rendered) return null;
  const written = { ...request, kind, rendered, channel: 'SMS', destination, userNo: null, merchantNo } as const;
  return { ...(await writeMessage(tx, written)), channel: 'SMS', destination };
}

/**
 * The same where somebody else chose the channel and the words: to a customer's phone, by the app that is on it.
 * @returns its number
 */
export async function queueRendered(
  tx: Queryable,
  kind: CustomerKind,
  to: { readonly merchantNo: string; readonly phone: string },
  rendered: RenderedMessage,
): Promise<string> {
  const { merchantNo, phone: destination } = to;
  const channel = rendered.channelType;
  return (await writeMessage(tx, { kind, rendered, channel, destination, userNo: null, merchantNo })).messageNo;
}

/**
 * A push in nobody's template: the words are those of whoever sends it, under a title.
 * @returns its number
 */
export async function queuePush(
  tx: Queryable,
  { merchantNo, phone: destination }: { readonly merchantNo: string; readonly phone: string },
  { subject, body }: { readonly subject: string; readonly body: string },
): Promise<string> {
  const { messageNo } = await tx
    .insertInto('message')
    .values({ kind: 'marketing.push', channel: 'PUSH', merchantNo, destination, subject, body })
    .returning('messageNo')
    .executeTakeFirstOrThrow();
  return messageNo;
}

/**
 * An e-mail with files to somebody who is neither staff nor a customer, in the words of whoever sends it.
 * @returns its number
 */
export async function queueMail(
  tx: Queryable,
  mail: {
    readonly kind: 'merchant.statement';
    readonly to: string;
    readonly subject: string;
    readonly body: string;
    readonly attachments: readonly MailAttachment[];
  },
): Promise<string> {
  const { kind, to: destination, subject, body, attachments } = mail;
  const { messageNo } = await tx
    .insertInto('message')
    .values({ kind, channel: 'EMAIL', destination, subject, body })
    .returning('messageNo')
    .executeTakeFirstOrThrow();
  if (attachments.length > 0) {
    await tx
      .insertInto('messageAttachment')
      .values(attachments.map((file) => ({ ...file, messageNo })))
      .execute();
  }
  return messageNo;
}

export interface Queued {
  readonly messageNo: string;
  readonly channel: Channel;
  readonly destination: string;
}

async function writeMessage(
  tx: Queryable,
  message: Omit<Request, 'channel'> & {
    readonly kind: MessageKind;
    readonly rendered: RenderedMessage;
    readonly channel: RenderedMessage['channelType'];
    readonly destination: string;
    readonly userNo: string | null;
    readonly merchantNo: string | null;
  },
): Promise<Pick<Queued, 'messageNo'>> {
  const { kind, rendered, channel, destination, userNo, merchantNo } = message;
  const { subject, body, templateCode, templateVersion } = rendered;
  return await tx
    .insertInto('message')
    .values({
      kind,
      channel,
      userNo,
      merchantNo,
      destination,
      subject,
      body,
      templateCode,
      templateVersion,
      isSecret: message.isSecret ?? false,
      expiresAt: message.expiresAt ?? null,
    })
    .returning('messageNo')
    .executeTakeFirstOrThrow();
}

/** Tells a person what was done to their account. */
export async function queueNotice(
  tx: Queryable,
  kind: Exclude<
    MessageKind,
    CustomerKind | 'customer.code' | 'signIn.code' | 'password.resetLink' | 'password.firstLink'
  >,
  userNo: string,
  facts: Readonly<Record<string, string>> = {},
): Promise<void> {
  await queueMessage(tx, kind, await recipientOf(tx, userNo), { facts });
}
