import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { needed } from '../../../needed.ts';
import type { BankAccount } from '../../platform/ledger/index.ts';
import { recordItem } from '../../platform/rules/index.ts';
import { accountsAt } from './accounts.ts';
import { planBankRoute } from './bank-account.ts';
import { type AccountNow, chooseEntry, type Former, type HoldReason, refusalOf } from './choose-entry.ts';
import { strategyFor, type Routed } from './match.ts';
import { everyRoute, type MerchantRoutes, routesOf } from './routes-of.ts';

/** Where a merchant's orders leave that never had a strategy. */
const FLOAT: BankAccount = 'BANK.MPESA_FLOAT';

interface ToPay extends Routed {
  readonly orderNo: string;
  readonly merchantNo: string;
}

/** The account that pays an order, and how the payout is told to its strategy once it exists. */
export interface PlannedRoute {
  readonly account: BankAccount;
  readonly note: (attemptNo: string) => Promise<void>;
}

/**
 * Chooses where an order leaves, for an attempt that is made in this transaction.
 * @throws AppError NO_ROUTE, ACCOUNT_LIMIT_REACHED, FLOAT_LOW, ACCOUNT_DISABLED where the float is the only way and disabled
 */
export async function planRoute(tx: Tx, order: ToPay, amountCents: number, at: Date): Promise<PlannedRoute> {
  const { orderNo, merchantNo } = order;
  const routes = await routesOf(tx, merchantNo, at);
  const isForBank = order.payoutType === 'BANK';
  if (isForBank && !routes.isBankConfigured) {
    const account = await planBankRoute(tx, merchantNo, amountCents, at);
    return { account, note: async () => await Promise.resolve() };
  }
  if (!isForBank && !routes.isConfigured) {
    await refuseDisabledFloat(tx);
    return { account: FLOAT, note: async () => await Promise.resolve() };
  }
  // What is left of an account is read and used by one at a time.
  await sql`select pg_advisory_xact_lock(hashtextextended('payout routing', 0))`.execute(tx);
  const former = await formerOf(tx, orderNo);
  const found = chosen(routes, await accountsAt(tx, at), { order, amountCents, former, at });
  if ('hold' in found) throw refusalOf(found.hold);
  const { strategy, account } = found;
  return {
    account: account.accountCode,
    note: async (attemptNo) => {
      const facts = { attemptNo, accountId: account.accountId };
      await recordItem(tx, strategy, { runAt: at, subjectNo: orderNo, outcome: 'ROUTED', amountCents, facts });
    },
  };
}

interface Asked {
  readonly order: ToPay;
  readonly amountCents: number;
  readonly former: Former;
  readonly at: Date;
}

function chosen({ strategies }: MerchantRoutes, accounts: ReadonlyMap<string, AccountNow>, asked: Asked) {
  const { order, amountCents, former, at } = asked;
  const strategy = strategyFor(strategies, order, at);
  if (strategy === null) return { hold: 'NO_ROUTE' as const };
  const key = `${order.orderNo} ${former.failedAccounts.size}`;
  const choice = chooseEntry(strategy.value, accounts, { key, amountCents, former, at });
  return 'hold' in choice ? choice : { strategy, account: choice.account };
}

async function formerOf(db: Queryable, orderNo: string): Promise<Former> {
  const failed = await db
    .selectFrom('payoutAttempt')
    .select(['accountCode', 'failCode'])
    .where('subjectType', '=', 'LOAN')
    .where('subjectNo', '=', orderNo)
    .where('attemptStatus', '=', 'FAILED')
    .orderBy('attemptCount')
    .execute();
  const last = failed.at(-1);
  return {
    failedAccounts: new Set(failed.map(({ accountCode }) => accountCode)),
    lastAccount: last?.accountCode ?? null,
    lastFailCode: last?.failCode ?? null,
  };
}

/** A payout account that was disabled starts nothing new. @throws AppError ACCOUNT_DISABLED */
async function refuseDisabledFloat(db: Queryable): Promise<void> {
  const disabled = await db
    .selectFrom('loanerAccount')
    .select('accountId')
    .where('accountCode', '=', FLOAT)
    .where('enabled', '=', false)
    .executeTakeFirst();
  if (disabled) throw new AppError('ACCOUNT_DISABLED');
}

const NEVER_TRIED: Former = { failedAccounts: new Set(), lastAccount: null, lastFailCode: null };

/**
 * Why orders that wait could not leave now, by the strategies and accounts at a moment; null for one that could.
 * For a list: accounts and strategies are read once. Of orders for banks, where the merchant has strategies for them.
 */
export async function holdOf(db: Queryable, at: Date): Promise<(order: ToPay) => HoldReason | null> {
  const [everyone, accounts] = [await everyRoute(db, at), await accountsAt(db, at)];
  const float = [...accounts.values()].find(({ accountCode }) => accountCode === FLOAT);
  return (order) => {
    const amountCents = needed(order.approvedCents, `what was approved of ${order.orderNo}`);
    const routes = everyone.get(order.merchantNo);
    if (routes && (order.payoutType === 'BANK' || routes.isConfigured)) {
      const found = chosen(routes, accounts, { order, amountCents, former: NEVER_TRIED, at });
      return 'hold' in found ? found.hold : null;
    }
    // It leaves the float, whatever is booked there: M-Pesa alone knows whether that suffices.
    return float?.enabled === false ? 'NO_ROUTE' : null;
  };
}
