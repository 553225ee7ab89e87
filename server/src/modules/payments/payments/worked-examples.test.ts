import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { type Amounts, amounts, driftedBills, totalOf, trialBalance } from '../../platform/ledger/index.ts';
import { planRepayment } from '../../lending/orders/index.ts';
import { LoanBook } from './testing/loan-book.ts';

/*
 * docs/money.md shows these examples with figures to the cent; here the real ledger computes them, and
 * the document's tables must say the same.
 */
const document = readFileSync(new URL('../../../../../docs/money.md', import.meta.url), 'utf8');

/** The rows of the table below `<!-- figures: name -->`, cells trimmed, without its head. */
function figures(name: string): string[][] {
  const [, below] = document.split(`<!-- figures: ${name} -->\n\n`);
  const lines = (below ?? '').split('\n\n')[0]?.trim().split('\n') ?? [];
  expect(lines.length, `docs/money.md has no table ${name}`).toBeGreaterThan(2);
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function kes(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const shillings = Math.trunc(Math.abs(cents) / 100).toLocaleString('en');
  return `${sign}${shillings}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

let database: TestDatabase;
let book: LoanBook;
beforeEach(async () => {
  database = await createTestDatabase('migrated');
  book = new LoanBook(database.db);
});
afterEach(async () => {
  expect(await driftedBills(database.db)).toEqual([]);
  expect((await trialBalance(database.db)).differenceCents).toBe(0);
  await database.drop();
});

const owedNow = async (billNo: string) => (await book.balance(billNo)).outstanding;
const parts = (of: Amounts) =>
  [of.LATE_FEE, of.SERVICE_FEE, of.EXCISE, of.INTEREST, of.PRINCIPAL, totalOf(of)].map(kes);
const extensionParts = (of: Amounts) =>
  [of.LATE_FEE, of.EXTENSION_SERVICE_FEE, of.INTEREST, of.PRINCIPAL, totalOf(of)].map(kes);

describe('docs/money.md', () => {
  it('instalments', async () => {
    const terms = {
      termDays: 90,
      installments: 3,
      dailyInterestBps: 10,
      serviceFeeBps: 500,
      managementFeeBps: 200,
      exciseBps: 2000,
      feeTiming: 'ON_DUE',
    } as const;
    const plan = planRepayment(10_000_00, terms, '2026-01-31');
    const row = (of: Amounts) =>
      [of.MANAGEMENT_FEE, of.SERVICE_FEE, of.EXCISE, of.INTEREST, of.PRINCIPAL, totalOf(of)].map(kes);
    expect(plan.bills.map((bill) => [`${bill.termNo}/3`, bill.dueDate, ...row(bill.amounts)])).toEqual(
      figures('instalments: plan'),
    );
    for (const bill of plan.bills) await book.bill(`B${bill.termNo}`, bill.dueDate, bill.amounts);
    await book.payGeneric('F1', 4_000_00);
    const after = plan.bills.map(async (bill) => [`${bill.termNo}/3`, ...row(await owedNow(`B${bill.termNo}`))]);
    expect(await Promise.all(after)).toEqual(figures('instalments: after 4,000.00'));
  });

  it('partial payments in any split', async () => {
    const table = figures('splits');
    const owed = amounts({
      LATE_FEE: 40_00,
      SERVICE_FEE: 200_00,
      EXCISE: 40_00,
      INTEREST: 300_00,
      PRINCIPAL: 5_000_00,
    });
    const splits = [
      ['before', []],
      ['1,000.00', [1_000_00]],
      ['400.00 + 600.00', [400_00, 600_00]],
      ['0.01 + 999.99', [1, 999_99]],
      ['10 × 100.00', Array.from({ length: 10 }, () => 100_00)],
    ] as const;
    const rows: string[][] = [];
    for (const [name, payments] of splits) {
      const stem = `S${rows.length}`;
      const own = new LoanBook(database.db, stem);
      await own.bill(stem, '2026-03-31', owed);
      for (const [index, cents] of payments.entries()) await own.payGeneric(`${stem}-${index}`, cents);
      rows.push([name, ...parts((await own.balance(stem)).outstanding)]);
    }
    expect(rows).toEqual(table);
  });

  it('rollover twice, then settle', async () => {
    const terms = { extensionRateBps: 50, extensionDays: 14 };
    const rows: string[][] = [];
    const note = async (what: string, paidCents: number, billNo: string, due: string) =>
      rows.push([what, kes(paidCents), billNo, due, ...extensionParts(await owedNow(billNo))]);
    await book.bill('B1', '2026-03-31', amounts({ PRINCIPAL: 5_000_00, INTEREST: 300_00 }));
    await note('lent, interest accrued', 0, 'B1', '2026-03-31');
    const first = await book.rollOver('B1', 'B2', terms, '2026-03-31');
    await note('2026-03-31 extended', first.paidCents, 'B2', first.dueDate);
    await book.endOfDays('B2', '2026-04-01', '2026-04-17');
    await note('2026-04-17 three days late', 0, 'B2', first.dueDate);
    const second = await book.rollOver('B2', 'B3', terms, '2026-04-17');
    await note('2026-04-17 extended', second.paidCents, 'B3', second.dueDate);
    await book.settle('B3', 'F9', 5_000_00);
    await note('2026-05-01 settled', 5_000_00, 'B3', second.dueDate);
    expect(rows).toEqual(figures('rollover twice'));
    expect([totalOf(await owedNow('B1')), totalOf(await owedNow('B2'))]).toEqual([0, 0]);
  });

  it('deduction, then rollback', async () => {
    const rows: string[][] = [];
    const note = async (what: string) =>
      rows.push([
        what,
        ...parts(await owedNow('B1')),
        kes(-(await book.account('SUSPENSE', 'F1'))),
        kes(await book.account('WAIVER_EXPENSE')),
      ]);
    const owed = { LATE_FEE: 40_00, SERVICE_FEE: 200_00, INTEREST: 300_00, PRINCIPAL: 5_000_00 };
    await book.bill('B1', '2026-03-31', amounts(owed));
    await note('before');
    const deduction = amounts({ LATE_FEE: 40_00, SERVICE_FEE: 100_00 });
    const journals = await book.settle('B1', 'F1', 5_400_00, deduction);
    await note('settled with 5,400.00 and a deduction of 140.00');
    await book.rollBack(journals);
    await note('rolled back');
    expect(rows).toEqual(figures('deduction and rollback'));
  });

  it('overpayment, then refund', async () => {
    const rows: string[][] = [];
    const note = async (what: string) =>
      rows.push([
        what,
        kes(totalOf(await owedNow('B1'))),
        kes(-(await book.account('SUSPENSE', 'F1'))),
        kes(-(await book.account('CUSTOMER_CREDIT', 'F1'))),
        kes(await book.account('BANK.MPESA_PAYBILL')),
      ]);
    await book.bill('B1', '2026-03-31', amounts({ PRINCIPAL: 950_00, INTEREST: 50_00 }));
    await note('before');
    await book.settle('B1', 'F1', 1_350_00);
    await note('1,350.00 received and settled');
    await book.refund('F1', 350_00);
    await note('350.00 refunded');
    expect(rows).toEqual(figures('overpayment and refund'));
  });

  it('charge-off, then recovery', async () => {
    const rows: string[][] = [];
    const note = async (what: string) => {
      const { outstanding, claimCents } = await book.balance('B1');
      const accounts = ['BAD_DEBT_EXPENSE', 'INCOME_RECOVERY', 'CUSTOMER_CREDIT'];
      const sides = [1, -1, -1];
      const values = await Promise.all(accounts.map((account) => book.account(account)));
      const signed = values.map((value, index) => value * (sides[index] ?? 1));
      rows.push([what, ...[totalOf(outstanding), claimCents, ...signed].map((cents) => kes(cents + 0))]);
    };
    await book.bill('B1', '2026-01-31', amounts({ PRINCIPAL: 2_000_00, INTEREST: 300_00, LATE_FEE: 100_00 }));
    await note('before');
    await book.chargeOff('B1');
    await note('charged off');
    await book.recover('B1', 'F1', 1_000_00);
    await note('1,000.00 recovered');
    await book.recover('B1', 'F2', 1_500_00);
    await note('1,500.00 received');
    expect(rows).toEqual(figures('charge-off and recovery'));
  });

  it('in duplum reached in the middle of a rollover', async () => {
    const rows: string[][] = [];
    const note = async (what: string, paidCents: number, billNo: string) => {
      const { baseCents, chargedCents } = book.charged(billNo);
      const owed = extensionParts(await owedNow(billNo));
      rows.push([what, kes(paidCents), billNo, ...owed, kes(chargedCents), kes(baseCents)]);
    };
    await book.bill('B1', '2026-03-31', amounts({ PRINCIPAL: 1_000_00, INTEREST: 850_00 }));
    await note('2026-03-31 due', 0, 'B1');
    await book.endOfDays('B1', '2026-04-01', '2026-04-05');
    await note('2026-04-05 five days late', 0, 'B1');
    const terms = { extensionRateBps: 50, extensionDays: 30 };
    const extended = await book.rollOver('B1', 'B2', terms, '2026-04-05');
    expect(extended.cutCents).toBe(50_00);
    await note('2026-04-05 extended', extended.paidCents, 'B2');
    await book.endOfDays('B2', '2026-05-06', '2026-05-15');
    await note('2026-05-15 ten days late', 0, 'B2');
    await book.settle('B2', 'F9', 1_000_00);
    await note('2026-05-15 settled', 1_000_00, 'B2');
    expect(rows).toEqual(figures('in duplum'));
  });
});
