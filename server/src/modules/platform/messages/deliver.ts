import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { GatewayError, type MailAttachment } from '../gateways/index.ts';
import { AccountHeld, type AppAccounts } from '../message-accounts/index.ts';
import { SmsHeld, type SmsRouter } from '../sms-routes/index.ts';
import { smsKindOf } from './message-kinds.ts';
import type { messageNodes } from '@kituo/sdk/contracts';

type Channel = messageNodes.MessageChannel;

declare module '../../../services.ts' {
  interface Services {
    /** The outbox: notices and codes to people's e-mail and phones. */
    readonly messages: Messages;
  }
}

export interface OutgoingMessage {
  readonly messageNo: string;
  /** Whose customer it goes to; null for staff, who belong to no merchant. */
  readonly merchantNo: string | null;
  readonly kind: string;
  readonly channel: Channel;
  readonly destination: string;
  readonly subject: string;
  readonly body: string;
  /** Of an e-mail. */
  readonly attachments: readonly MailAttachment[];
}

/**
 * Carries messages to a gateway. `send` resolves when the gateway has taken the message over and throws
 * when it has not: then it is tried again. A `GatewayError` of fault UNKNOWN says that it may have: then it is not.
 */
export interface MessageTransport {
  readonly channels: readonly Channel[];
  /** Whether sent codes stay readable in the outbox: for demonstration alone. */
  readonly keepsSecrets: boolean;
  /** Looks which channels are open by now. */
  refresh?(): Promise<void>;
  /** @returns what the gateway calls it, where it will report on it. @throws SmsHeld, AccountHeld where it waits */
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
/** A message that no account takes looks again after so long. */
const NOBODY_MS = 60_000;
/** No gateway is waited for so long. */
const LOST_AFTER_MS = 120_000;

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
  readonly mail: {
    send(mail: {
      to: string;
      subject: string;
      text: string;
      attachments?: readonly MailAttachment[];
    }): Promise<unknown>;
  } | null;
  /** By the routes of the message's kind and merchant. */
  readonly sms: Pick<SmsRouter, 'isOpen' | 'refresh' | 'send'>;
  /** By the accounts of the message's app. */
  readonly apps: Pick<AppAccounts, 'openChannels' | 'refresh' | 'send'>;
}

/**
 * The accounts of the apps, and where an app has none for e-mail or SMS, the server's own gateways. In demonstration they are the sandbox, which nobody reads: the log then
 * says what was sent, and the outbox keeps it.
 */
export function gatewayTransport({ mail, sms, apps }: Carriers, demo: Pick<Logger, 'info'> | null): MessageTransport {
  return {
    get channels() {
      return [
        ...new Set([
          ...(mail ? ['EMAIL' as const] : []),
          ...(sms.isOpen ? ['SMS' as const] : []),
          ...apps.openChannels,
        ]),
      ];
    },
    keepsSecrets: demo !== null,
    refresh: async () => void (await Promise.all([sms.refresh(), apps.refresh()])),
    async send(message) {
      const { messageNo, merchantNo, kind, channel, destination, subject, body, attachments } = message;
      const smsKind = smsKindOf(kind);
      const of = { merchantNo, source: 'MESSAGE', sourceNo: messageNo } as const;
      let reference: string | null;
      if (channel === 'SMS') {
        reference = (await sms.send({ ...of, phone: destination, text: body, smsKind })).messageId;
      } else {
        const isUrgent = smsKind === 'VERIFICATION';
        const taken = await apps.send(channel, { ...of, destination, subject, body, isUrgent, attachments });
        if (!taken && channel === 'EMAIL' && mail)
          await mail.send({ to: destination, subject, text: body, attachments });
        else if (!taken) throw new AccountHeld(new Date(Date.now() + NOBODY_MS));
        reference = taken?.reference ?? null;
      }
      const files = attachments.map(({ fileName }) => fileName);
      demo?.info(
        { channel, destination, subject, body, ...(files.length > 0 && { files }) },
        'demo message, sent to the sandbox',
      );
      return reference;
    },
  };
}

/** The next that is due, marked before it leaves: however often processes die, none goes out twice. */
async function take(db: Database, channels: readonly Channel[]) {
  return await db
    .updateTable('message')
    .set((eb) => ({
      messageStatus: 'SENDING',
      beganAt: sql<Date>`now()`,
      attempts: eb('attempts', '+', 1),
    }))
    .where('messageNo', '=', (eb) =>
      eb
        .selectFrom('message')
        .select('messageNo')
        .where('messageStatus', '=', 'QUEUED')
        .where('channel', 'in', channels)
        .where('dueAt', '<=', sql<Date>`now()`)
        .where((or) => or.or([or('expiresAt', 'is', null), or('expiresAt', '>', sql<Date>`now()`)]))
        .orderBy('dueAt')
        .limit(1)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning(['messageNo', 'merchantNo', 'kind', 'channel', 'destination', 'subject', 'body', 'isSecret', 'attempts'])
    .executeTakeFirst();
}

type Due = Pick<OutgoingMessage, 'messageNo' | 'channel'>;

/** Only e-mails carry files: nothing is read for others. */
async function attachedTo(db: Database, { messageNo, channel }: Due): Promise<MailAttachment[]> {
  if (channel !== 'EMAIL') return [];
  return await db
    .selectFrom('messageAttachment')
    .select(['fileName', 'contentType', 'content'])
    .where('messageNo', '=', messageNo)
    .orderBy('fileName')
    .execute();
}

/** What left is not kept twice: whoever made the file can make it again. */
async function dropAttached(db: Database, { messageNo, channel }: Due): Promise<void> {
  if (channel === 'EMAIL') await db.deleteFrom('messageAttachment').where('messageNo', '=', messageNo).execute();
}

type Sent = 'none' | 'sent' | 'held' | 'failed' | 'in doubt';

async function sendOne(db: Database, transport: MessageTransport): Promise<Sent> {
  const due = await take(db, transport.channels);
  if (!due) return 'none';
  const { messageNo, attempts, body, isSecret } = due;
  const change = db.updateTable('message').where('messageNo', '=', messageNo);
  const wiped = isSecret && !transport.keepsSecrets && { body: null };
  let gatewayReference: string | null;
  try {
    gatewayReference = await transport.send({ ...due, body: body ?? '', attachments: await attachedTo(db, due) });
  } catch (error) {
    if (error instanceof SmsHeld || error instanceof AccountHeld) {
      await change.set({ messageStatus: 'QUEUED', dueAt: error.until, attempts: attempts - 1 }).execute();
      return 'held';
    }
    const failure = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
    if (error instanceof GatewayError && error.fault === 'UNKNOWN') {
      await change.set({ messageStatus: 'UNKNOWN', failure, ...wiped }).execute();
      await dropAttached(db, due);
      return 'in doubt';
    }
    const messageStatus = attempts >= MAX_ATTEMPTS ? 'FAILED' : 'QUEUED';
    const dueAt = new Date(Date.now() + 30_000 * 4 ** (attempts - 1));
    await change.set({ messageStatus, failure, dueAt }).execute();
    if (messageStatus === 'FAILED') await dropAttached(db, due);
    return 'failed';
  }
  // Not tried again where this cannot be written: it did leave.
  const sent = { messageStatus: 'SENT', failure: null, sentAt: new Date() } as const;
  await change.set({ ...sent, gatewayReference, ...wiped }).execute();
  await dropAttached(db, due);
  return 'sent';
}

/** What was being sent when its process died: it may have left. */
async function doubtLost(db: Database): Promise<void> {
  await db
    .updateTable('message')
    .set({ messageStatus: 'UNKNOWN', failure: 'the process ended' })
    .where('messageStatus', '=', 'SENDING')
    .where('beganAt', '<', new Date(Date.now() - LOST_AFTER_MS))
    .execute();
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

export function createMessages(db: Database, transport: MessageTransport, log: Pick<Logger, 'warn'>): Messages {
  return {
    get channels() {
      return transport.channels;
    },
    async deliver() {
      await transport.refresh?.();
      await giveUpExpired(db);
      await doubtLost(db);
      let sent = 0;
      if (transport.channels.length === 0) return sent;
      for (let turn = 0; turn < AT_ONCE; turn += 1) {
        const result = await sendOne(db, transport);
        if (result === 'none') break;
        if (result === 'held') continue;
        if (result === 'sent') sent += 1;
        else if (result === 'failed') log.warn('a message could not be sent; it is tried again');
        else log.warn('nobody said what became of a message; it is not sent again');
      }
      return sent;
    },
  };
}
