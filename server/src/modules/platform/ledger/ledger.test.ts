import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import type { Tx } from '../../../db/database.ts';
import {
  amounts,
  billPostings,
  driftedBills,
  flowPostings,
  lockBills,
  type NewJournal,
  openBillBalances,
  payoutPostings,
  postJournal,
  postJournals,
  reverse,
  reverseAll,
  trialBalance,
} from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('migrated');
});
afterAll(() => database.drop());

const inTx = <T>(work: (tx: Tx) => Promise<T>) => database.db.transaction().execute(work);

let count = 0;
const unique = (stem: string) => `${stem}-${(count += 1)}`;

function journal(over: Partial<NewJournal> & Pick<NewJournal, 'lines'>): NewJournal {
  return {
    kind: 'TEST',
    businessDate: '2026-11-20',
    merchantNo: 'M0001',
    cause: { type: 'TEST', no: 'T1' },
    idempotencyKey: unique('key'),
    ...over,
  };
}

/** A loan of KES 10,000 in one bill, paid out. */
async function lend(principalCents = 10_000_00): Promise<string> {
  const billNo = unique('B');
  await inTx(async (tx) => {
    await openBillBalances(tx, [billNo]);
    const principals = [{ billNo, amountCents: principalCents }];
    const sent = billPostings.disbursementSent({
      customerNo: 'C1',
      principals,
      upfront: amounts({}),
    });
    await postJournal(tx, journal({ lines: sent }));
    const paid = { bank: 'BANK.MPESA_FLOAT', amountCents: principalCents } as const;
    await postJournal(tx, journal({ lines: payoutPostings.payoutSucceeded(paid) }));
  });
  return billNo;
}

const owed = (billNo: string) => inTx(async (tx) => (await lockBills(tx, [billNo]))[0]);

describe('postJournal', () => {
  it('writes journal, lines and the balance of the bill', async () => {
    const billNo = await lend();
    const accrued = amounts({ INTEREST: 300_00, EXCISE: 40_00 });
    await inTx((tx) => postJournal(tx, journal({ lines: billPostings.accrual({ billNo, accrued }) })));
    expect(await owed(billNo)).toMatchObject({
      outstanding: amounts({ PRINCIPAL: 10_000_00, INTEREST: 300_00, EXCISE: 40_00 }),
      claimCents: 0,
      version: 2,
    });
    expect(await driftedBills(database.db)).toEqual([]);
    expect((await trialBalance(database.db)).differenceCents).toBe(0);
  });

  it('has one effect a key, and refuses the key with other lines', async () => {
    const billNo = await lend();
    const late = (cents: number) =>
      journal({
        idempotencyKey: `late-${billNo}`,
        lines: billPostings.accrual({ billNo, accrued: amounts({ LATE_FEE: cents }) }),
      });
    const first = await inTx((tx) => postJournal(tx, late(100)));
    const again = await inTx((tx) => postJournal(tx, late(100)));
    expect([first.isNew, again.isNew]).toEqual([true, false]);
    expect(again.journalId).toBe(first.journalId);
    await expect(inTx((tx) => postJournal(tx, late(200)))).rejects.toMatchObject({
      error: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect((await owed(billNo))?.outstanding.LATE_FEE).toBe(100);
  });

  it('has one effect under fifty at once with one key', async () => {
    const billNo = await lend();
    const entry = journal({
      lines: billPostings.accrual({ billNo, accrued: amounts({ LATE_FEE: 7 }) }),
    });
    const results = await Promise.all(Array.from({ length: 50 }, () => inTx((tx) => postJournal(tx, entry))));
    expect(results.filter((result) => result.isNew)).toHaveLength(1);
    expect(new Set(results.map((result) => result.journalId)).size).toBe(1);
    expect((await owed(billNo))?.outstanding.LATE_FEE).toBe(7);
  });

  it('refuses to take more off a component than it owes, and writes nothing', async () => {
    const billNo = await lend();
    const parts = [{ billNo, component: 'INTEREST', amountCents: 1 }] as const;
    const before = await trialBalance(database.db);
    await expect(
      inTx((tx) => postJournal(tx, journal({ lines: billPostings.deduction({ parts }) }))),
    ).rejects.toMatchObject({ error: 'ABOVE_COMPONENT' });
    expect(await trialBalance(database.db)).toEqual(before);
  });

  it('refuses a maker who checks, and lines that do not balance', async () => {
    const lines = flowPostings.channelFee({ bank: 'BANK.MPESA_PAYBILL', amountCents: 5 });
    const same = journal({ lines, makerUserNo: 'U1', checkerUserNo: 'U1' });
    await expect(inTx((tx) => postJournal(tx, same))).rejects.toMatchObject({
      error: 'MAKER_IS_CHECKER',
    });
    const off = journal({ lines: lines.slice(0, 1) });
    await expect(inTx((tx) => postJournal(tx, off))).rejects.toThrow(/off by 5/);
  });

  it('writes many at once, the known keys aside, and answers in their order', async () => {
    const billNos = [await lend(), await lend(), await lend()];
    const entries = billNos.flatMap((billNo) =>
      [5, 7].map((cents) =>
        journal({ lines: billPostings.accrual({ billNo, accrued: amounts({ LATE_FEE: cents }) }) }),
      ),
    );
    const [second] = entries.slice(1, 2);
    if (!second) return expect.unreachable();
    const known = await inTx((tx) => postJournal(tx, second));
    const posted = await inTx((tx) => postJournals(tx, entries));
    expect(posted.map((each) => each.isNew)).toEqual([true, false, true, true, true, true]);
    expect(posted[1]?.journalId).toBe(known.journalId);
    for (const billNo of billNos) expect((await owed(billNo))?.outstanding.LATE_FEE).toBe(12);
    await expect(inTx((tx) => postJournals(tx, [second, second]))).rejects.toThrow(/share/);
    expect(await driftedBills(database.db)).toEqual([]);
  });

  it('refuses a bill that was never opened', async () => {
    const lines = billPostings.accrual({ billNo: 'nowhere', accrued: amounts({ INTEREST: 1 }) });
    await expect(inTx((tx) => postJournal(tx, journal({ lines })))).rejects.toThrow(/no balance row/);
  });
});

describe('reverse', () => {
  const today = () => ({
    businessDate: '2026-12-01',
    cause: { type: 'ROLLBACK', no: 'R1' },
    idempotencyKey: unique('reverse'),
  });

  it('restores every balance, once, and never reverses a reversal', async () => {
    const billNo = await lend();
    const before = await owed(billNo);
    const lines = billPostings.accrual({ billNo, accrued: amounts({ LATE_FEE: 250, EXCISE: 50 }) });
    const posted = await inTx((tx) => postJournal(tx, journal({ lines })));
    const mirror = await inTx((tx) => reverse(tx, posted.journalId, today()));
    expect((await owed(billNo))?.outstanding).toEqual(before?.outstanding);
    await expect(inTx((tx) => reverse(tx, posted.journalId, today()))).rejects.toMatchObject({
      error: 'JOURNAL_REVERSED',
    });
    await expect(inTx((tx) => reverse(tx, mirror.journalId, today()))).rejects.toMatchObject({
      error: 'REVERSAL_FINAL',
    });
    await expect(inTx((tx) => reverse(tx, 999_999_999, today()))).rejects.toMatchObject({
      error: 'JOURNAL_NOT_FOUND',
    });
    expect(await driftedBills(database.db)).toEqual([]);
  });

  it('of many at once passes through no balance below 0, and is whole or not at all', async () => {
    const billNo = await lend();
    const accrued = amounts({ LATE_FEE: 10 });
    const charge = await inTx((tx) => postJournal(tx, journal({ lines: billPostings.accrual({ billNo, accrued }) })));
    const parts = [{ billNo, component: 'LATE_FEE', amountCents: 10 }] as const;
    const waiver = await inTx((tx) => postJournal(tx, journal({ lines: billPostings.deduction({ parts }) })));
    await expect(inTx((tx) => reverse(tx, charge.journalId, today()))).rejects.toMatchObject({
      error: 'ABOVE_COMPONENT',
    });
    const both = [charge.journalId, waiver.journalId];
    await expect(inTx((tx) => reverseAll(tx, [...both, 999_999_999], today()))).rejects.toMatchObject({
      error: 'JOURNAL_NOT_FOUND',
    });
    const mirrors = await inTx((tx) => reverseAll(tx, both, today()));
    expect(mirrors).toHaveLength(2);
    expect((await owed(billNo))?.outstanding).toEqual(amounts({ PRINCIPAL: 10_000_00 }));
    await expect(inTx((tx) => reverseAll(tx, both, today()))).rejects.toMatchObject({
      error: 'JOURNAL_REVERSED',
    });
    expect(await driftedBills(database.db)).toEqual([]);
  });

  it('happens once under twenty at once', async () => {
    const billNo = await lend();
    const lines = billPostings.accrual({ billNo, accrued: amounts({ LATE_FEE: 250 }) });
    const posted = await inTx((tx) => postJournal(tx, journal({ lines })));
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => inTx((tx) => reverse(tx, posted.journalId, today()))),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect((await owed(billNo))?.outstanding.LATE_FEE).toBe(0);
  });
});

describe('a charge-off', () => {
  it('keeps the claim, and a recovery lowers it', async () => {
    const billNo = await lend(500_00);
    const outstanding = amounts({ PRINCIPAL: 500_00 });
    await inTx((tx) => postJournal(tx, journal({ lines: billPostings.chargeOff({ billNo, outstanding }) })));
    expect(await owed(billNo)).toMatchObject({ outstanding: amounts({}), claimCents: 500_00 });
    const bank = 'BANK.MPESA_PAYBILL';
    const about = { flowNo: 'F1', customerNo: 'C1', billNo };
    await inTx(async (tx) => {
      const received = flowPostings.receipt({ flowNo: 'F1', bank, amountCents: 600_00 });
      await postJournal(tx, journal({ lines: received }));
      const lines = flowPostings.recovery({ ...about, amountCents: 600_00, claimCents: 500_00 });
      await postJournal(tx, journal({ lines }));
    });
    expect((await owed(billNo))?.claimCents).toBe(0);
    const accounts = (await trialBalance(database.db)).accounts;
    const balance = (code: string) => accounts.find((a) => a.accountCode === code)?.balanceCents;
    expect(balance('INCOME_RECOVERY')).toBe(-500_00);
    expect(balance('CUSTOMER_CREDIT')).toBe(-100_00);
    expect(balance('MEMO_CLAIM')).toBe(0);
    expect(await driftedBills(database.db)).toEqual([]);
  });
});

describe('the chart of accounts', () => {
  it('is the one the code posts to', async () => {
    const rows = await database.db.selectFrom('account').select('accountCode').execute();
    const codes = rows.map((row) => row.accountCode).filter((code) => !code.startsWith('BANK.'));
    const { ACCOUNTS, COMPONENTS, earnedAt } = await import('./index.ts');
    const expected = new Set<string>(ACCOUNTS);
    for (const component of COMPONENTS) {
      expected.add(`RECEIVABLE_${component}`);
      if (component !== 'PRINCIPAL') expected.add(earnedAt(component));
    }
    expect(codes.sort()).toEqual([...expected].sort());
  });

  it('keeps postings of any month', async () => {
    const lines = flowPostings.channelFee({ bank: 'BANK.MPESA_PAYBILL', amountCents: 5 });
    for (const businessDate of ['2020-01-31', '2026-11-20', '2031-07-01']) {
      await inTx((tx) => postJournal(tx, journal({ lines, businessDate })));
    }
    const parts = await sql<{ part: string }>`
      select distinct tableoid::regclass::text as part from posting order by 1`.execute(database.db);
    expect(parts.rows.map((row) => row.part)).toContain('posting_rest');
    // A month that came before its partition stays where it is, and the next one gets its own.
    await sql`select ensure_ledger_months('2031-07-15', 2)`.execute(database.db);
    const { rows } = await sql<{ made: string | null }>`
      select to_regclass(name)::text as made
      from unnest(array['posting_2031_07', 'posting_2031_08']) with ordinality as t (name, no)
      order by no`.execute(database.db);
    expect(rows.map((row) => row.made)).toEqual([null, 'posting_2031_08']);
  });
});
