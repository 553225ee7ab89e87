import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { amounts, driftedBills, totalOf, trialBalance } from '../../platform/ledger/index.ts';
import { anyAmounts } from '../../platform/ledger/testing/arbitraries.ts';
import { addDays } from '../../platform/policy/index.ts';
import { LoanBook } from './testing/loan-book.ts';

/*
 * Random histories of one loan on the real ledger. After each history: every journal sums to 0, the
 * cached balances are the fold, principal lent = repaid + outstanding + charged off, in duplum holds,
 * every flow's suspense and credit add up. Replay a failure with the seed and path it prints.
 */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('migrated');
});
afterAll(() => database.drop());

type Command =
  | { readonly kind: 'pay'; readonly cents: number }
  | { readonly kind: 'payAndRollBack'; readonly cents: number }
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'rollOver' }
  | { readonly kind: 'settleAndRollBack'; readonly surplus: number }
  | { readonly kind: 'chargeOffAndRecover'; readonly cents: number };

const cents = fc.integer({ min: 1, max: 3_000_00 });
const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ kind: fc.constant('pay' as const), cents }),
  fc.record({ kind: fc.constant('payAndRollBack' as const), cents }),
  fc.record({ kind: fc.constant('days' as const), days: fc.integer({ min: 1, max: 9 }) }),
  fc.constant({ kind: 'rollOver' as const }),
  fc.record({ kind: fc.constant('settleAndRollBack' as const), surplus: fc.nat({ max: 50_00 }) }),
  fc.record({ kind: fc.constant('chargeOffAndRecover' as const), cents }),
);

let histories = 0;

/** Carries one command out and checks what it promises; `at` moves on with it. */
async function run(book: LoanBook, at: History, command: Command): Promise<void> {
  const flowNo = `${at.name}-F${(at.flows += 1)}`;
  const before = await book.balance(at.billNo);
  switch (command.kind) {
    case 'pay':
      await book.payGeneric(flowNo, command.cents);
      return;
    case 'payAndRollBack': {
      const journals = await book.payGeneric(flowNo, command.cents);
      await book.rollBack(journals);
      expect((await book.balance(at.billNo)).outstanding).toEqual(before.outstanding);
      expect(await book.account('SUSPENSE', flowNo)).toBe(-command.cents);
      return;
    }
    case 'days': {
      const through = addDays(at.date, command.days);
      await book.endOfDays(at.billNo, addDays(at.date, 1), through);
      at.date = through;
      return;
    }
    case 'rollOver': {
      if (before.outstanding.PRINCIPAL === 0) return;
      const successor = `${at.name}-B${(at.bills += 1)}`;
      const terms = { extensionRateBps: 50, extensionDays: 3 };
      await book.rollOver(at.billNo, successor, terms, at.date);
      expect(totalOf((await book.balance(at.billNo)).outstanding)).toBe(0);
      at.billNo = successor;
      return;
    }
    case 'settleAndRollBack': {
      const owedCents = totalOf(before.outstanding);
      if (owedCents === 0) return;
      const journals = await book.settle(at.billNo, flowNo, owedCents + command.surplus);
      expect(totalOf((await book.balance(at.billNo)).outstanding)).toBe(0);
      await book.rollBack(journals);
      expect((await book.balance(at.billNo)).outstanding).toEqual(before.outstanding);
      return;
    }
    case 'chargeOffAndRecover': {
      if (totalOf(before.outstanding) === 0) return;
      await book.chargeOff(at.billNo);
      await book.recover(at.billNo, flowNo, command.cents);
      const left = Math.max(0, totalOf(before.outstanding) - command.cents);
      expect((await book.balance(at.billNo)).claimCents).toBe(left + before.claimCents);
    }
  }
}

interface History {
  readonly name: string;
  billNo: string;
  date: string;
  flows: number;
  bills: number;
}

describe('a random history of a loan', () => {
  it('keeps what always holds', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        anyAmounts(1_000_00),
        fc.array(anyCommand, { minLength: 1, maxLength: 12 }),
        async (owed, commands) => {
          const name = `H${(histories += 1)}`;
          const book = new LoanBook(database.db, name);
          const at: History = {
            name,
            billNo: `${name}-B0`,
            date: '2026-03-30',
            flows: 0,
            bills: 0,
          };
          const lent = amounts({ ...owed, PRINCIPAL: owed.PRINCIPAL + 1 });
          await book.bill(at.billNo, '2026-03-31', lent);
          for (const command of commands) {
            await run(book, at, command);
            const { baseCents, chargedCents } = book.charged(at.billNo);
            expect(chargedCents).toBeLessThanOrEqual(baseCents);
          }
        },
      ),
      { numRuns: 40 },
    );
    expect(await driftedBills(database.db)).toEqual([]);
    expect((await trialBalance(database.db)).differenceCents).toBe(0);
    expect(await principalByKind()).toMatchObject({ ROLLOVER: 0 });
    expect(Object.keys(await principalByKind()).sort()).toEqual(PRINCIPAL_MOVERS);
  });
});

const PRINCIPAL_MOVERS = ['APPLICATION', 'CHARGE_OFF', 'DISBURSEMENT', 'ROLLOVER'];

/**
 * Principal lent = repaid + outstanding + charged off, because nothing else ever moves principal, and a
 * rollover only from bill to bill. Rollbacks carry the kind they undo.
 */
async function principalByKind(): Promise<Record<string, number>> {
  const rows = await database.db
    .selectFrom('posting')
    .innerJoin('journal', 'journal.journalId', 'posting.journalId')
    .where('accountCode', '=', 'RECEIVABLE_PRINCIPAL')
    .select((eb) => ['journalKind', eb.fn.sum<string>('amountCents').as('sum')])
    .groupBy('journalKind')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.journalKind, Number(row.sum)]));
}
