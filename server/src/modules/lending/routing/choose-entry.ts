import { createHash } from 'node:crypto';
import type { route } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { BankAccount } from '../../platform/ledger/index.ts';

type Entry = route.RouteEntry;

/** An account as it is now. */
export interface AccountNow {
  readonly accountId: string;
  readonly accountCode: BankAccount;
  readonly enabled: boolean;
  readonly dailyLimitCents: number;
  /** Sent or paid from it today. */
  readonly usedTodayCents: number;
  readonly balanceCents: number;
  /** It failed too often just now: until then it takes nothing that another account can take. */
  readonly restsUntil?: Date | null;
}

/** The last try at paying the order out, where one failed. */
export interface Former {
  readonly failedAccounts: ReadonlySet<string>;
  readonly lastAccount: string | null;
  readonly lastFailCode: string | null;
}

export type HoldReason = 'NO_ROUTE' | 'LIMIT_REACHED' | 'FLOAT_LOW';
/** A limit of an account is not the merchant's: the refusal says which one is reached. */
export function refusalOf(hold: HoldReason): AppError {
  return new AppError(hold === 'LIMIT_REACHED' ? 'ACCOUNT_LIMIT_REACHED' : hold);
}
export type Choice = { readonly account: AccountNow } | { readonly hold: HoldReason };

function faultOf({ dailyLimitCents, floorCents }: Entry, account: AccountNow, amountCents: number): HoldReason | null {
  if (!account.enabled) return 'NO_ROUTE';
  const limitCents = Math.min(dailyLimitCents ?? account.dailyLimitCents, account.dailyLimitCents);
  if (account.usedTodayCents + amountCents > limitCents) return 'LIMIT_REACHED';
  return floorCents !== null && account.balanceCents - amountCents < floorCents ? 'FLOAT_LOW' : null;
}

/** 0 to 1, always the same for an order and try: a simulation tells what the engine will do. */
function shareOf(key: string): number {
  return createHash('md5').update(key).digest().readUInt32BE(0) / 2 ** 32;
}

/** Those that do not rest; where all of them do, an order is not held for it. */
function awake<Able extends { readonly account: AccountNow }>(able: readonly Able[], at: Date): readonly Able[] {
  const up = able.filter(({ account: { restsUntil = null } }) => restsUntil === null || restsUntil <= at);
  return up.length > 0 ? up : able;
}

/**
 * The account that pays: by weight among those that can, and do not rest. After a failure with a listed code one that has not failed
 * the order yet, otherwise the one that it was tried on. Pure.
 */
export function chooseEntry(
  { entries, failOverCodes }: Pick<route.RouteStrategy, 'entries' | 'failOverCodes'>,
  accounts: ReadonlyMap<string, AccountNow>,
  payout: { readonly key: string; readonly amountCents: number; readonly former: Former; readonly at: Date },
): Choice {
  const { key, amountCents, former, at } = payout;
  const able: { readonly entry: Entry; readonly account: AccountNow }[] = [];
  const faults: HoldReason[] = [];
  for (const entry of entries) {
    const account = accounts.get(entry.accountId);
    const fault = account === undefined ? 'NO_ROUTE' : faultOf(entry, account, amountCents);
    if (account !== undefined && fault === null) able.push({ entry, account });
    else faults.push(fault ?? 'NO_ROUTE');
  }
  if (able.length === 0) {
    const hold = (['FLOAT_LOW', 'LIMIT_REACHED'] as const).find((reason) => faults.includes(reason));
    return { hold: hold ?? 'NO_ROUTE' };
  }
  const isFailOver = former.lastFailCode !== null && failOverCodes.includes(former.lastFailCode);
  const same = able.find(({ account }) => account.accountCode === former.lastAccount);
  if (!isFailOver && same) return { account: same.account };
  const fresh = able.filter(({ account }) => !former.failedAccounts.has(account.accountCode));
  const pool = awake(isFailOver && fresh.length > 0 ? fresh : able, at);
  const [only] = pool;
  if (only && pool.length === 1) return { account: only.account };
  let left = shareOf(key) * pool.reduce((sum, { entry }) => sum + entry.weight, 0);
  const drawn = pool.find(({ entry }) => (left -= entry.weight) < 0) ?? pool[0];
  return drawn ? { account: drawn.account } : { hold: 'NO_ROUTE' };
}
