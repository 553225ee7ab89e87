import type { Logger } from 'pino';
import type { Database, Queryable } from '../../../db/database.ts';
import { createSmsClient, GatewayError, type Gateways, type SmsGateway, type SmsSent } from '../gateways/index.ts';
import type { Vault } from '../vault/index.ts';
import { accountOrder, failingOf, type SmsAccount } from './account-order.ts';
import { createPlanner, type SmsPlan } from './plan.ts';
import { heldUntil, type RouteInForce, routesFor, todayOf } from './route-in-force.ts';
import type { AppSms, AppSmsAccounts, RoutedSms } from './routed-sms.ts';
import type { SendingOutcome } from './tables.ts';

declare module '../../../engine.ts' {
  interface Engine {
    /** Sends texts by the routes of their kind. */
    readonly smsRouter: SmsRouter;
  }
}

/** The route does not take the message before then: it waits. */
export class SmsHeld extends Error {
  override readonly name = 'SmsHeld';
  readonly until: Date;

  constructor(until: Date) {
    super('the route waits');
    this.until = until;
  }
}

export interface SmsRouter {
  /** Whether texts lead anywhere: by the server's gateway, or by an account that is enabled. */
  readonly isOpen: boolean;
  /** Looks whether accounts were enabled meanwhile. */
  refresh(): Promise<void>;
  /**
   * Sends one message by the merchant's route of its kind, else by its app's accounts, else by the route of every
   * merchant; where none applies, by the server's own gateway.
   * @throws SmsHeld where its route waits; GatewayError as a gateway does
   */
  send(sms: RoutedSms): Promise<SmsSent>;
  /** What the provider says is left on an account, in cents. @returns null where its key or gateway is missing */
  balanceOf(accountCode: string, on?: Queryable): Promise<number | null>;
  /** Which way a text would take now, and why. Sends nothing. */
  plan(sms: Pick<RoutedSms, 'phone' | 'smsKind' | 'merchantNo'>): Promise<SmsPlan>;
  /** Sends by this route whatever its hours and caps. @returns by which account; null where none is enabled */
  sendBy(
    route: RouteInForce,
    sms: RoutedSms,
    on?: Queryable,
  ): Promise<(SmsSent & { readonly accountCode: string }) | null>;
  /** Sends by an app's account whatever its hours and cap. @returns null where its SMS account cannot be used */
  sendByApp(
    by: AppSms,
    sms: Pick<RoutedSms, 'phone' | 'text' | 'source' | 'sourceNo'>,
    on?: Queryable,
  ): Promise<SmsSent | null>;
}

const TIMEOUT_MS = 30_000;
const NOBODY_MS = 60_000;
/** Refusals of Africa's Talking that are about the number: no account could send to it. */
const OF_THE_NUMBER = new Set(['403', '404', '406']);

export const ownerOfKey = (accountCode: string): string => `sms account ${accountCode}`;

function outcomeOf({ fault, code }: GatewayError): SendingOutcome {
  if (fault === 'UNKNOWN') return 'UNKNOWN';
  if (fault === 'NOT_SENT') return 'UNAVAILABLE';
  return code !== null && OF_THE_NUMBER.has(code) ? 'INVALID' : 'REFUSED';
}

/** A message goes to a second account only where the first one surely did not take it: none leaves twice. */
export function createSmsRouter(options: {
  readonly db: Database;
  /** Of the server's settings. */
  readonly gateways: Pick<Gateways, 'sms'>;
  /** Opens the keys of accounts; without it only the server's gateway can be used. */
  readonly vault: Vault | null;
  readonly apps: AppSmsAccounts;
  readonly log: Pick<Logger, 'warn'>;
}): SmsRouter {
  const { db, gateways, vault, apps, log } = options;
  const clients = new Map<string, SmsGateway>();
  let hasAccounts = false;

  function clientOf(account: SmsAccount): SmsGateway | null {
    const { accountCode, provider, senderId, endpointUrl, userName, sealedKey, version } = account;
    const { sms: server } = gateways;
    if (provider === 'SERVER') return server && { ...server, send: (sms) => server.send({ ...sms, sender: senderId }) };
    if (!vault || !sealedKey || endpointUrl === null || userName === null) return null;
    const key = `${accountCode} ${version}`;
    const known = clients.get(key);
    if (known) return known;
    const apiKey = vault.open(sealedKey, ownerOfKey(accountCode)).toString('utf8');
    const url = endpointUrl.replace(/\/+$/, '');
    const made = createSmsClient({ url, username: userName, apiKey, sender: senderId, timeoutMs: TIMEOUT_MS });
    clients.set(key, made);
    return made;
  }

  /** The accounts of a route that can send, in the order in which they are tried. */
  async function accountsOf(on: Queryable, { value, isFailedOver }: RouteInForce, sourceNo: string) {
    const codes = value.accounts.map(({ accountCode }) => accountCode);
    if (value.failoverAccountCode !== null) codes.push(value.failoverAccountCode);
    const enabled = await on
      .selectFrom('smsAccount')
      .selectAll()
      .where('accountCode', 'in', codes)
      .where('isEnabled', '=', true)
      .execute();
    const usable = new Map<string, SmsGateway>();
    for (const account of enabled) {
      const client = clientOf(account);
      if (client) usable.set(account.accountCode, client);
    }
    const failing = await failingOf(on, codes, value.failoverAfterSeconds, new Date());
    return accountOrder(value, sourceNo, { usable: new Set(usable.keys()), failing, isFailedOver }).flatMap(
      (accountCode) => {
        const client = usable.get(accountCode);
        return client ? [{ accountCode, client }] : [];
      },
    );
  }

  async function sendBy(route: RouteInForce, sms: RoutedSms, on: Queryable = db) {
    const { routeNo } = route;
    const { phone, text, source, sourceNo } = sms;
    let last: GatewayError | null = null;
    for (const { accountCode, client } of await accountsOf(on, route, sourceNo)) {
      const tried = { routeNo, accountCode, source, sourceNo };
      try {
        const sent = await client.send({ phone, text });
        const taken = { reference: sent.messageId, costCents: sent.costCents, delivery: 'SENT' } as const;
        // It did leave: what cannot be written is no reason to send it again.
        await on
          .insertInto('smsSending')
          .values({ ...tried, ...taken, outcome: 'SENT' })
          .execute()
          .catch((error: unknown) => log.warn({ err: error, routeNo }, 'the way of a message could not be kept'));
        return { ...sent, accountCode };
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        const outcome = outcomeOf(error);
        await on
          .insertInto('smsSending')
          .values({ ...tried, outcome, fault: error.message.slice(0, 200) })
          .execute();
        if (outcome === 'UNKNOWN' || outcome === 'INVALID') throw error;
        last = error;
      }
    }
    if (last) throw last;
    return null;
  }

  async function sendByApp(
    { accountCode, smsAccountCode }: AppSms,
    sms: Parameters<SmsRouter['sendByApp']>[1],
    on: Queryable = db,
  ) {
    const account = await on
      .selectFrom('smsAccount')
      .selectAll()
      .where('accountCode', '=', smsAccountCode)
      .where('isEnabled', '=', true)
      .executeTakeFirst();
    const client = account && clientOf(account);
    if (!client) return null;
    const { phone, text, source, sourceNo } = sms;
    const tried = { accountCode, source, sourceNo };
    try {
      const sent = await client.send({ phone, text });
      // It did leave: what cannot be written is no reason to send it again.
      await apps
        .keepSending({ ...tried, outcome: 'SENT', reference: sent.messageId }, on)
        .catch((error: unknown) => log.warn({ err: error, accountCode }, 'the way of a message could not be kept'));
      return sent;
    } catch (error) {
      if (error instanceof GatewayError) {
        // Nothing else may hide a doubt: who does not learn of it sends again.
        await apps
          .keepSending({ ...tried, outcome: outcomeOf(error), fault: error.message }, on)
          .catch((fault: unknown) => log.warn({ err: fault, accountCode }, 'the way of a message could not be kept'));
      }
      throw error;
    }
  }

  /** By the accounts of the message's app; null where none of them took it, and nothing left. */
  async function sendByApps(sms: RoutedSms): Promise<SmsSent | null> {
    // Marketing keeps to its routes: it never takes the accounts of codes.
    if (sms.smsKind === 'MARKETING') return null;
    const { merchantNo, smsKind } = sms;
    for (const by of await apps.smsAccounts({ merchantNo, isUrgent: smsKind === 'VERIFICATION' })) {
      try {
        const sent = await sendByApp(by, sms);
        if (sent) return sent;
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        const outcome = outcomeOf(error);
        if (outcome === 'UNKNOWN' || outcome === 'INVALID') throw error;
      }
    }
    return null;
  }

  async function sendByRoutes(routes: readonly RouteInForce[], sms: RoutedSms, at: Date): Promise<SmsSent | null> {
    for (const route of routes) {
      const until = heldUntil(route, at, await todayOf(db, route.routeNo, at));
      if (until) throw new SmsHeld(until);
      const sent = await sendBy(route, sms);
      if (sent) return sent;
      // Marketing waits for its own accounts: it never takes those of codes.
      if (route.marketing) throw new SmsHeld(new Date(at.getTime() + NOBODY_MS));
    }
    return null;
  }

  return {
    get isOpen() {
      return gateways.sms !== null || hasAccounts;
    },
    async refresh() {
      if (!vault) return;
      const found = await db
        .selectFrom('smsAccount')
        .select('accountCode')
        .where('isEnabled', '=', true)
        .where('provider', '<>', 'SERVER')
        .limit(1)
        .executeTakeFirst();
      hasAccounts = found !== undefined;
    },
    async balanceOf(accountCode, on = db) {
      const account = await on
        .selectFrom('smsAccount')
        .selectAll()
        .where('accountCode', '=', accountCode)
        .executeTakeFirst();
      return (await (account && clientOf(account))?.balance()) ?? null;
    },
    plan: createPlanner({ db, hasServerGateway: gateways.sms !== null, vault, apps }),
    sendBy,
    sendByApp,
    async send(sms) {
      const at = new Date();
      const routes = await routesFor(db, sms);
      const own = routes.filter(({ isOwn }) => isOwn);
      const ofAll = routes.filter(({ isOwn }) => !isOwn);
      const sent =
        (await sendByRoutes(own, sms, at)) ?? (await sendByApps(sms)) ?? (await sendByRoutes(ofAll, sms, at));
      if (sent) return sent;
      if (gateways.sms) return await gateways.sms.send({ phone: sms.phone, text: sms.text });
      if (sms.source === 'MESSAGE') throw new SmsHeld(new Date(at.getTime() + NOBODY_MS));
      throw new GatewayError('REFUSED', 'no SMS gateway');
    },
  };
}
