import { randomInt } from 'node:crypto';
import type { user } from '@kituo/sdk/contracts';
import type { CommandContext } from '../../../http/implement.ts';
import { maskEmail, maskPhone } from '../../platform/masking/index.ts';
import { channelFor, queueMessage, queueNotice, recipientOf } from '../../platform/messages/index.ts';

/** Without 0 O 1 l I: it is read aloud and typed off a screen. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 16;

/** About 92 bits from the system's generator. */
export function makeOneTimePassword(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Hands a one-time password to the administrator who requested it, once: repeating the command answers without it. */
export function deliver(call: CommandContext, password: string): user.PasswordDelivery {
  call.answerOnce(password);
  return { channel: 'SHOWN_ONCE', destination: null, oneTimePassword: password };
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
  { userNo, userName }: { readonly userNo: string; readonly userName: string },
  password: string,
): Promise<user.PasswordDelivery> {
  const { messages } = call.services;
  const recipient = await recipientOf(call.tx, userNo);
  const channel = channelFor(recipient, messages.channels);
  if (channel === null) {
    await queueNotice(call.tx, 'password.reset', userNo);
    return deliver(call, password);
  }
  const facts = { link: linkOf(call, userName, password) };
  await queueMessage(call.tx, 'password.resetLink', recipient, { channel, facts, isSecret: true });
  call.afterCommit(async () => void (await messages.deliver()));
  const { email, phone } = recipient;
  const destination = channel === 'EMAIL' ? maskEmail(email ?? '') : maskPhone(phone ?? '');
  return { channel, destination, oneTimePassword: null };
}
