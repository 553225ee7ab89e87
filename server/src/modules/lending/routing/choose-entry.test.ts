import { expect, test } from 'vitest';
import { type AccountNow, chooseEntry, type Former } from './choose-entry.ts';
import { strategyFor } from './match.ts';

const account = (accountId: string, changes: Partial<AccountNow> = {}): AccountNow => ({
  accountId,
  accountCode: `BANK.${accountId}`,
  enabled: true,
  dailyLimitCents: 1_000_000,
  usedTodayCents: 0,
  balanceCents: 1_000_000,
  ...changes,
});
const entry = (accountId: string, weight: number, floorCents: number | null = null) => ({
  accountId,
  weight,
  dailyLimitCents: null,
  floorCents,
});
const NOW = new Date('2026-11-20T09:00:00Z');
const NEVER: Former = { failedAccounts: new Set(), lastAccount: null, lastFailCode: null };
const two = { entries: [entry('A', 60), entry('B', 40)], failOverCodes: ['2001'] };
const accounts = (...all: AccountNow[]) => new Map(all.map((one) => [one.accountId, one]));
const choose = (
  strategy: Parameters<typeof chooseEntry>[0],
  of: ReadonlyMap<string, AccountNow>,
  former = NEVER,
  key = 'LO1 0',
) => {
  const choice = chooseEntry(strategy, of, { key, amountCents: 100_000, former, at: NOW });
  return 'hold' in choice ? choice.hold : choice.account.accountId;
};

test('shares orders by weight, the same order always the same way', () => {
  const both = accounts(account('A'), account('B'));
  const taken = Array.from({ length: 2_000 }, (_, index) => choose(two, both, NEVER, `LO${index} 0`));
  const ofA = taken.filter((one) => one === 'A').length;
  expect(ofA).toBeGreaterThan(1_120);
  expect(ofA).toBeLessThan(1_280);
  expect(choose(two, both, NEVER, 'LO7 0')).toBe(taken[7]);
});

test('holds with what is in the way of every account', () => {
  expect(choose(two, accounts())).toBe('NO_ROUTE');
  expect(choose(two, accounts(account('A', { enabled: false }), account('B')))).toBe('B');
  expect(choose(two, accounts(account('A', { usedTodayCents: 950_000 })))).toBe('LIMIT_REACHED');
  const low = { ...two, entries: [entry('A', 100, 950_000)] };
  expect(choose(low, accounts(account('A')))).toBe('FLOAT_LOW');
});

test('fails over after a listed code alone', () => {
  const both = accounts(account('A'), account('B'));
  const failed = (lastFailCode: string): Former => ({
    failedAccounts: new Set(['BANK.A']),
    lastAccount: 'BANK.A',
    lastFailCode,
  });
  for (let index = 0; index < 20; index += 1) {
    expect(choose(two, both, failed('2001'), `LO${index} 1`)).toBe('B');
    expect(choose(two, both, failed('17'), `LO${index} 1`)).toBe('A');
  }
});

test('an account that rests takes nothing that another can take', () => {
  const until = (minutes: number) => ({ restsUntil: new Date(NOW.getTime() + minutes * 60_000) });
  const taken = (of: ReadonlyMap<string, AccountNow>) =>
    new Set(Array.from({ length: 40 }, (_, index) => choose(two, of, NEVER, `LO${index} 0`)));
  expect(taken(accounts(account('A', until(5)), account('B')))).toEqual(new Set(['B']));
  // Once its time is over it is tried again, and an order is never held for a rest.
  expect(taken(accounts(account('A', until(0)), account('B')))).toEqual(new Set(['A', 'B']));
  expect(taken(accounts(account('A', until(5)), account('B', until(5))))).toEqual(new Set(['A', 'B']));
  expect(taken(accounts(account('A', until(5)), account('B', { enabled: false })))).toEqual(new Set(['A']));
});

test('a strategy takes its band, hours and products, one of the product first', () => {
  const value = {
    ruleName: 'All',
    productNos: [] as string[],
    payoutType: 'MOBILE_MONEY' as const,
    minAmountCents: 100_000,
    maxAmountCents: 500_000,
    fromTime: '08:00',
    toTime: '18:59',
    autoSend: true,
    ...two,
  };
  const all = { value };
  const own = { value: { ...value, productNos: ['P1'] } };
  const at = (clock: string) => new Date(`2026-11-20T${clock}:00+03:00`);
  const found = (productNo: string, approvedCents: number | null, clock = '12:00') =>
    strategyFor([all, own], { productNo, approvedCents }, at(clock));
  expect(found('P1', 300_000)).toBe(own);
  expect(found('P2', 300_000)).toBe(all);
  expect(found('P2', 500_001)).toBeNull();
  expect(found('P2', null)).toBe(all);
  expect(found('P2', 300_000, '18:59')).toBe(all);
  expect(found('P2', 300_000, '19:00')).toBeNull();
});
