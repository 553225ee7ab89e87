import { randomInt } from 'node:crypto';
import type { user } from '@kituo/sdk/contracts';
import type { CommandContext } from '../../http/implement.ts';

/** Without 0 O 1 l I: it is read aloud and typed off a screen. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 16;

/** About 92 bits from the system's generator. */
export function makeOneTimePassword(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/**
 * Hands a one-time password to the administrator who asked for it. There is no e-mail or SMS gateway
 * yet, so it stands in the reply, once: repeating the command answers without it.
 */
export function deliver(call: CommandContext, password: string): user.PasswordDelivery {
  call.answerOnce(password);
  return { channel: 'SHOWN_ONCE', destination: null, oneTimePassword: password };
}
