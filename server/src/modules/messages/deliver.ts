import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../db/database.ts';
import type { Channel } from './outbox.ts';

export interface OutgoingMessage {
  readonly messageNo: string;
  readonly channel: Channel;
  readonly destination: string;
  readonly subject: string;
  readonly body: string;
}

/**
 * Carries messages to a gateway. `send` resolves when the gateway has taken the message over and throws
 * when it has not: then it is tried again.
 */
export interface MessageTransport {
  readonly channels: readonly Channel[];
  /** Whether sent codes stay readable in the outbox: for demonstration alone. */
  readonly keepsSecrets: boolean;
  /** @returns what the gateway calls it, where it will report on it. */
  send(message: OutgoingMessage): Promise<string | null>;
}

/** The outbox of this process. */
export interface Messages {
  /** The channels that lead somewhere; a code is offered on no other. */
  readonly channels: readonly Channel[];
  /** Sends what is due; several processes may do it at once. Answers how many left. */
  deliver(): Promise<number>;
}

const MAX_ATTEMPTS = 5;
const AT_ONCE = 50;

/** Where no gateway is set up: notices wait in the outbox, codes are not offered. */
export const noTransport: MessageTransport = {
  channels: [],
  keepsSecrets: false,
  send: () => Promise.reject(new Error('no gateway is set up')),
};

/** Demonstration: the log is the gateway, and the outbox keeps what was sent. */
export function demoTransport(log: Pick<Logger, 'info'>): MessageTransport {
  return {
    channels: ['EMAIL', 'SMS'],
    keepsSecrets: true,
    send({ channel, destination, subject, body }) {
      log.info({ channel, destination, subject, body }, 'demo message');
      return Promise.resolve(null);
    },
  };
}

/** What carries messages outside, where it is set up. */
export interface Carriers {
  readonly mail: { send(mail: { to: string; subject: string; text: string }): Promise<unknown> } | null; // prettier-ignore
  readonly sms: { send(message: { phone: string; text: string }): Promise<{ readonly messageId: string }> } | null; // prettier-ignore
}

/**
 * The gateways for e-mail and SMS. In demonstration they are the sandbox, which nobody reads: the log then
 * says what was sent, and the outbox keeps it.
 */
export function gatewayTransport(
  { mail, sms }: Carriers,
  demo: Pick<Logger, 'info'> | null,
): MessageTransport {
  return {
    channels: [...(mail ? ['EMAIL' as const] : []), ...(sms ? ['SMS' as const] : [])],
    keepsSecrets: demo !== null,
    async send({ channel, destination, subject, body }) {
      const isMail = channel === 'EMAIL';
      if (isMail) await mail?.send({ to: destination, subject, text: body });
      const taken = isMail ? undefined : await sms?.send({ phone: destination, text: body });
      demo?.info({ channel, destination, subject, body }, 'demo message, sent to the sandbox');
      return taken?.messageId ?? null;
    },
  };
}

async function sendOne(tx: Tx, transport: MessageTransport): Promise<'none' | 'sent' | 'failed'> {
  const due = await tx
    .selectFrom('message')
    .select(['messageNo', 'channel', 'destination', 'subject', 'body', 'isSecret', 'attempts'])
    .where('messageStatus', '=', 'QUEUED')
    .where('channel', 'in', transport.channels)
    .where('dueAt', '<=', sql<Date>`now()`)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', sql<Date>`now()`)]))
    .orderBy('dueAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!due) return 'none';
  const { messageNo, attempts, body, isSecret } = due;
  const change = tx.updateTable('message').where('messageNo', '=', messageNo);
  let gatewayReference: string | null;
  try {
    gatewayReference = await transport.send({ ...due, body: body ?? '' });
  } catch (error) {
    const isLast = attempts + 1 >= MAX_ATTEMPTS;
    await change
      .set({
        attempts: attempts + 1,
        failure: error instanceof Error ? error.message.slice(0, 200) : 'unknown',
        messageStatus: isLast ? 'FAILED' : 'QUEUED',
        dueAt: new Date(Date.now() + 30_000 * 4 ** attempts),
      })
      .execute();
    return 'failed';
  }
  await change
    .set({
      attempts: attempts + 1,
      failure: null,
      messageStatus: 'SENT',
      sentAt: new Date(),
      gatewayReference,
      ...(isSecret && !transport.keepsSecrets && { body: null }),
    })
    .execute();
  return 'sent';
}

/** What was never sent and would be of no use now; its code goes with it. */
async function giveUpExpired(db: Database): Promise<void> {
  await db
    .updateTable('message')
    .set({ messageStatus: 'FAILED', failure: 'expired', body: null })
    .where('messageStatus', '=', 'QUEUED')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute();
}

export function createMessages(
  db: Database,
  transport: MessageTransport,
  log: Pick<Logger, 'warn'>,
): Messages {
  return {
    channels: transport.channels,
    async deliver() {
      await giveUpExpired(db);
      let sent = 0;
      if (transport.channels.length === 0) return sent;
      for (let turn = 0; turn < AT_ONCE; turn += 1) {
        const result = await db.transaction().execute((tx) => sendOne(tx, transport));
        if (result === 'none') break;
        if (result === 'sent') sent += 1;
        else log.warn('a message could not be sent; it is tried again');
      }
      return sent;
    },
  };
}
