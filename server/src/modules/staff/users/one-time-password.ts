import { randomInt } from 'node:crypto';
import type { user } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { maskEmail, maskPhone } from '../../platform/masking/index.ts';
import { channelFor, queueMessage, queueNotice, recipientOf } from '../../platform/messages/index.ts';

/** Without 0 O 1 l I: it is read aloud and typed off a screen. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 16;
/** Shown to somebody who passes it on: the owner may be on the next shift. A link lies in a mailbox. */
const SHOWN_HOURS = 24;
const LINK_HOURS = 1;

/** Whose password it is. */
export interface Owner {
  readonly userNo: string;
  readonly userName: string;
  readonly realName: string;
}

/** About 92 bits from the system's generator. */
export function makeOneTimePassword(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

async function expireIn(hours: number, { tx }: CommandContext, userNo: string): Promise<void> {
  await tx
    .updateTable('appUser')
    .set({ oneTimeUntil: new Date(Date.now() + hours * 3_600_000) })
    .where('userNo', '=', userNo)
    .execute();
}

/** Hands a one-time password to the administrator who requested it, once: repeating the command answers without it. */
export async function deliver(
  call: CommandContext,
  { userNo, userName, realName }: Owner,
  password: string,
): Promise<user.PasswordDelivery> {
  await expireIn(SHOWN_HOURS, call, userNo);
  call.answerOnce(password);
  return { userName, realName, channel: 'SHOWN_ONCE', destination: null, oneTimePassword: password };
}

/** Where a link for the person would go, masked; null where no gateway reaches them. */
export async function destinationOf(
  db: Queryable,
  { messages }: CommandContext['services'],
  userNo: string,
): Promise<Pick<user.PasswordDelivery, 'channel' | 'destination'> | null> {
  const recipient = await recipientOf(db, userNo);
  const channel = channelFor(recipient, messages.channels);
  if (channel === null) return null;
  const { email, phone } = recipient;
  return { channel, destination: channel === 'EMAIL' ? maskEmail(email ?? '') : maskPhone(phone ?? '') };
}

/** The sign-in page reads what is behind `#`, which no server and no log ever sees. */
function linkOf({ services }: CommandContext, userName: string, password: string): string {
  const once = Buffer.from(JSON.stringify([userName, password])).toString('base64url');
  return `${services.settings.gateways.publicUrl}/Login#once=${once}`;
}

/**
 * Sends the person a link that signs them in once, to choose a password of their own. Whom no gateway
 * reaches gets it from the administrator by hand.
 */
export async function deliverReset(
  call: CommandContext,
  owner: Owner,
  password: string,
  kind: 'password.resetLink' | 'password.firstLink' = 'password.resetLink',
): Promise<user.PasswordDelivery> {
  const { userNo, userName, realName } = owner;
  const { messages } = call.services;
  const found = await destinationOf(call.tx, call.services, userNo);
  if (found === null || found.channel === 'SHOWN_ONCE') {
    if (kind === 'password.resetLink') await queueNotice(call.tx, 'password.reset', userNo);
    return await deliver(call, owner, password);
  }
  await expireIn(LINK_HOURS, call, userNo);
  const facts = { link: linkOf(call, userName, password) };
  const expiresAt = new Date(Date.now() + LINK_HOURS * 3_600_000);
  const recipient = await recipientOf(call.tx, userNo);
  await queueMessage(call.tx, kind, recipient, { channel: found.channel, facts, isSecret: true, expiresAt });
  call.afterCommit(async () => void (await messages.deliver()));
  return { userName, realName, ...found, oneTimePassword: null };
}
