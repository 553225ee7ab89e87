import type { ReplyOf, smsRoute } from '@kituo/sdk/contracts';
import type { Database } from '../../../db/database.ts';
import { maskPhone } from '../masking/index.ts';
import type { Vault } from '../vault/index.ts';
import { failingOf, type SmsAccount } from './account-order.ts';
import { networkOf } from './networks.ts';
import { heldBy, type RouteInForce, routesFor, todayOf } from './route-in-force.ts';
import type { AppSmsAccounts, RoutedSms } from './routed-sms.ts';

export type SmsPlan = ReplyOf<typeof smsRoute.simulate>;
type Step = SmsPlan['steps'][number];
type Account = Step['accounts'][number];

/** Which way a text would take now, and why: each place that is asked, in the order of sending. Sends nothing. */
export function createPlanner(options: {
  readonly db: Database;
  readonly hasServerGateway: boolean;
  readonly vault: Vault | null;
  readonly apps: Pick<AppSmsAccounts, 'smsAccounts'>;
}): (sms: Pick<RoutedSms, 'phone' | 'smsKind' | 'merchantNo'>) => Promise<SmsPlan> {
  const { db, hasServerGateway, vault, apps } = options;

  const stateOf = (account: SmsAccount | undefined, failing: ReadonlySet<string>): Account['state'] => {
    if (!account?.isEnabled) return 'DISABLED';
    const canSend = account.provider === 'SERVER' ? hasServerGateway : vault !== null && account.sealedKey !== null;
    if (!canSend) return 'KEYLESS';
    return failing.has(account.accountCode) ? 'FAILING' : 'READY';
  };

  async function accountsOf(shares: readonly Omit<Account, 'state'>[], failoverAfterSeconds: number, at: Date) {
    const codes = shares.map(({ accountCode }) => accountCode);
    if (codes.length === 0) return [];
    const stored = await db.selectFrom('smsAccount').selectAll().where('accountCode', 'in', codes).execute();
    const failing = await failingOf(db, codes, failoverAfterSeconds, at);
    return shares.map((share): Account => {
      const account = stored.find(({ accountCode }) => accountCode === share.accountCode);
      return { ...share, state: stateOf(account, failing) };
    });
  }

  async function stepOf(route: RouteInForce, at: Date): Promise<Step> {
    const { routeNo, value, isFailedOver } = route;
    const shares = value.accounts.map(({ accountCode, weight }) => ({ accountCode, weight }));
    const spare = value.failoverAccountCode;
    const isApart = spare !== null && shares.every(({ accountCode }) => accountCode !== spare);
    const apart = isApart ? [{ accountCode: spare, weight: null }] : [];
    const listed = isFailedOver ? [...apart, ...shares] : [...shares, ...apart];
    const accounts = await accountsOf(listed, value.failoverAfterSeconds, at);
    const held = heldBy(route, at, await todayOf(db, routeNo, at));
    const isUsable = accounts.some(({ state }) => state === 'READY' || state === 'FAILING');
    const verdict = held?.why ?? (isUsable ? 'TAKES' : 'NO_ACCOUNT');
    return { by: 'ROUTE', routeNo, verdict, until: held?.until.toISOString() ?? null, accounts };
  }

  async function stepOfApp(merchantNo: string | null, isUrgent: boolean, at: Date): Promise<Step | null> {
    const none = { by: 'APP', routeNo: null } as const;
    try {
      const found = await apps.smsAccounts({ merchantNo, isUrgent });
      if (found.length === 0) return null;
      const shares = found.map(({ smsAccountCode }) => ({ accountCode: smsAccountCode, weight: null }));
      const accounts = await accountsOf(shares, 0, at);
      const isUsable = accounts.some(({ state }) => state === 'READY' || state === 'FAILING');
      return { ...none, verdict: isUsable ? 'TAKES' : 'NO_ACCOUNT', until: null, accounts };
    } catch (error) {
      if (!(error instanceof Error) || !('until' in error) || !(error.until instanceof Date)) throw error;
      return { ...none, verdict: 'QUIET_HOURS', until: error.until.toISOString(), accounts: [] };
    }
  }

  return async ({ phone, smsKind, merchantNo }) => {
    const at = new Date();
    const routes = await routesFor(db, { phone, smsKind, merchantNo });
    const steps: Step[] = [];
    // The first place that takes or holds the text ends the search; one without an account that can send is passed over.
    const isDecided = () => steps.some(({ verdict }) => verdict !== 'NO_ACCOUNT');
    const look = async (among: readonly RouteInForce[]) => {
      for (const route of among) {
        if (isDecided()) return;
        const step = await stepOf(route, at);
        // Marketing waits for its own accounts: it never takes those of codes.
        const isStuck = step.verdict === 'NO_ACCOUNT' && route.marketing !== null;
        steps.push(isStuck ? { ...step, verdict: 'WAITS_FOR_ACCOUNT' } : step);
      }
    };
    await look(routes.filter(({ isOwn }) => isOwn));
    if (!isDecided() && smsKind !== 'MARKETING') {
      const step = await stepOfApp(merchantNo, smsKind === 'VERIFICATION', at);
      if (step) steps.push(step);
    }
    await look(routes.filter(({ isOwn }) => !isOwn));
    if (!isDecided()) {
      const verdict = hasServerGateway ? 'TAKES' : 'NO_ACCOUNT';
      steps.push({ by: 'SERVER', routeNo: null, verdict, until: null, accounts: [] });
    }
    return { smsKind, destination: maskPhone(phone), network: networkOf(phone), steps };
  };
}
