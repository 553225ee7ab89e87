import type { messageNodes } from '@kituo/sdk/contracts';
import type { Logger } from 'pino';
import type { GatewaySettings } from '../../../config/gateway-settings.ts';
import type { Database, Queryable } from '../../../db/database.ts';
import { GatewayError, type Gateways } from '../gateways/index.ts';
import type { Vault } from '../vault/index.ts';
import {
  accountsOfApp,
  type AppMessage,
  isUsedUp,
  type MessageAccount,
  quietUntil,
  takesSecret,
  tomorrow,
} from './account.ts';
import { createSenders } from './senders.ts';

declare module '../../../engine.ts' {
  interface Engine {
    /** Sends messages by the accounts of their apps. */
    readonly appAccounts: AppAccounts;
  }
}

type Channel = messageNodes.MessageChannel;
type Source = AppMessage['source'];
type Outcome = 'SENT' | 'UNAVAILABLE' | 'REFUSED' | 'INVALID' | 'UNKNOWN';

/** No account of the app takes the message before then: it waits. */
export class AccountHeld extends Error {
  override readonly name = 'AccountHeld';
  readonly until: Date;

  constructor(until: Date) {
    super('the app’s account waits');
    this.until = until;
  }
}

/** An account of an app by which its texts leave, and the SMS account that it uses. */
export interface AppSmsAccount {
  readonly accountCode: string;
  readonly smsAccountCode: string;
}

export interface AppAccounts {
  /** The channels beside SMS on which some app has an enabled account. */
  readonly openChannels: ReadonlySet<Channel>;
  /** Looks which accounts were enabled meanwhile. */
  refresh(): Promise<void>;
  /**
   * Sends by the app's accounts, the default first; by the next one only where the one before surely did not take it.
   * @returns what the gateway calls it; undefined where the app has no account that can send
   * @throws AccountHeld in quiet hours and past the caps; GatewayError as a gateway does
   */
  send(channel: Exclude<Channel, 'SMS'>, message: AppMessage): Promise<{ readonly reference: string } | undefined>;
  /** Sends by this account whatever its hours and cap. */
  sendBy(account: MessageAccount, message: AppMessage, on?: Queryable): Promise<{ readonly reference: string }>;
  /** By which SMS accounts an app's texts leave. @throws AccountHeld in quiet hours */
  smsAccounts(message: Pick<AppMessage, 'merchantNo' | 'isUrgent'>): Promise<readonly AppSmsAccount[]>;
  keepSending(entry: Sending, on?: Queryable): Promise<void>;
}

export interface Sending {
  readonly accountCode: string;
  readonly source: Source;
  readonly sourceNo: string;
  readonly outcome: Outcome;
  readonly reference?: string;
  readonly fault?: string;
}

/** Refusals that are about the destination: no account could send to it. */
const OF_THE_DESTINATION = new Set(['UNREGISTERED', 'NO_DEVICE', '131026', '131030', '550', '553']);

function sendingOutcome({ fault, code }: GatewayError): Outcome {
  if (fault === 'UNKNOWN') return 'UNKNOWN';
  if (fault === 'NOT_SENT') return 'UNAVAILABLE';
  return code !== null && OF_THE_DESTINATION.has(code) ? 'INVALID' : 'REFUSED';
}

export function createAppAccounts(options: {
  readonly db: Database;
  readonly gateways: Pick<Gateways, 'mail'>;
  readonly settings: Pick<GatewaySettings, 'push' | 'whatsApp'>;
  /** Opens the keys of accounts; without it only those without a key can be used. */
  readonly vault: Vault | null;
  readonly log: Pick<Logger, 'warn'>;
}): AppAccounts {
  const { db, log, vault } = options;
  const senders = createSenders(options);
  /** Whether this process can: by the account's own key, or by the server's gateway. */
  const canSend = (account: Pick<MessageAccount, 'channelType' | 'endpointUrl'>): boolean =>
    takesSecret(account) ? vault !== null : account.channelType !== 'EMAIL' || options.gateways.mail !== null;
  let openChannels: ReadonlySet<Channel> = new Set();

  async function keepSending({ reference, fault, ...entry }: Sending, on: Queryable = db): Promise<void> {
    await on
      .insertInto('messageSending')
      .values({
        ...entry,
        reference: reference ?? null,
        fault: fault?.slice(0, 200) ?? null,
        delivery: entry.outcome === 'SENT' ? 'SENT' : null,
      })
      .execute();
  }

  async function sendBy(account: MessageAccount, message: AppMessage, on: Queryable = db) {
    const { source, sourceNo } = message;
    const tried = { accountCode: account.accountCode, source, sourceNo };
    try {
      const sent = await senders.send(account, message, on);
      // It did leave: what cannot be written is no reason to send it again.
      await keepSending({ ...tried, outcome: 'SENT', reference: sent.reference }, on).catch((error: unknown) =>
        log.warn({ err: error, accountCode: account.accountCode }, 'the way of a message could not be kept'),
      );
      return sent;
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      // Nothing else may hide a doubt: who does not learn of it sends again.
      await keepSending({ ...tried, outcome: sendingOutcome(error), fault: error.message }, on).catch(
        (fault: unknown) =>
          log.warn({ err: fault, accountCode: account.accountCode }, 'the way of a message could not be kept'),
      );
      throw error;
    }
  }

  /** Those that may send now, the default first; when they may, where it is only that. */
  async function allowed(channelType: Channel, { merchantNo, isUrgent }: Pick<AppMessage, 'merchantNo' | 'isUrgent'>) {
    const at = new Date();
    const accounts: MessageAccount[] = [];
    const opening: number[] = [];
    for (const account of await accountsOfApp(db, { merchantNo, channelType, at })) {
      if (!canSend(account)) continue;
      const quiet = isUrgent ? null : quietUntil(account, at);
      const opens = (await isUsedUp(db, account, at)) ? tomorrow(at) : quiet;
      if (opens === null) accounts.push(account);
      else opening.push(opens.getTime());
    }
    return { accounts, until: opening.length === 0 ? null : new Date(Math.min(...opening)) };
  }

  return {
    get openChannels() {
      return openChannels;
    },
    async refresh() {
      const rows = await db
        .selectFrom('messageAccount')
        .select(['channelType', 'endpointUrl'])
        .distinct()
        .where('isEnabled', '=', true)
        .where('channelType', '<>', 'SMS')
        .execute();
      openChannels = new Set(rows.filter(canSend).map(({ channelType }) => channelType));
    },
    keepSending,
    sendBy,
    async send(channel, message) {
      const { accounts, until } = await allowed(channel, message);
      // A code is of use now: it goes by whatever else there is.
      if (accounts.length === 0 && until && !message.isUrgent) throw new AccountHeld(until);
      let last: GatewayError | null = null;
      for (const account of accounts) {
        try {
          return await sendBy(account, message);
        } catch (error) {
          if (!(error instanceof GatewayError)) throw error;
          const outcome = sendingOutcome(error);
          if (outcome === 'UNKNOWN' || outcome === 'INVALID') throw error;
          last = error;
        }
      }
      if (last) throw last;
      return undefined;
    },
    async smsAccounts(message) {
      const { accounts, until } = await allowed('SMS', message);
      if (accounts.length === 0 && until && !message.isUrgent) throw new AccountHeld(until);
      return accounts.flatMap(({ accountCode, smsAccountCode }) =>
        smsAccountCode === null ? [] : [{ accountCode, smsAccountCode }],
      );
    },
  };
}
