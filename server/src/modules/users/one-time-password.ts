import { randomInt } from 'node:crypto';
import type { user } from '@kituo/sdk/contracts';
import type { CommandCall } from '../../http/implement.ts';

/** Without 0 O 1 l I: it is read aloud and typed off a screen. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 16;

/** About 92 bits from the system's generator. */
export function makeOneTimePassword(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/**
 * Hands a one-time password to the administrator who asked for it. There is no e-mail or SMS gateway
 * yet, so it stands in the reply, once: after the commit it is taken out of the stored reply, and
 * repeating the command answers without it.
 */
export function deliver(call: CommandCall, password: string): user.PasswordDelivery {
  const key = String(call.raw.request.headers['idempotency-key']);
  call.afterCommit(async () => {
    const record = await call.db
      .selectFrom('idempotencyRecord')
      .select('reply')
      .where('userNo', '=', call.caller.userNo)
      .where('idempotencyKey', '=', key)
      .executeTakeFirst();
    if (!record) return;
    await call.db
      .updateTable('idempotencyRecord')
      .set({ reply: record.reply.replace(JSON.stringify(password), 'null') })
      .where('userNo', '=', call.caller.userNo)
      .where('idempotencyKey', '=', key)
      .execute();
  });
  return { channel: 'SHOWN_ONCE', destination: null, oneTimePassword: password };
}
