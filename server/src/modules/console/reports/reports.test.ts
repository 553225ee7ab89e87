import { financialReport, type RequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

let app: TestApp;
let lead: Person;
let reader: Person;
let period: { from: string; to: string };

beforeAll(async () => {
  app = await createTestApp({ content: 'lending' });
  const codes = ['report:financial:drill', 'report:financial:export', 'report:financial:trialBalance'];
  const pages = ['/AdminContent/ReportSystem/FinancialReport'];
  const { userNo } = await addPerson(app.database, 'rep.lead', { codes, pages });
  await addPerson(app.database, 'rep.reader', { codes: [], pages });
  const merchants = await app.database.db.selectFrom('merchant').select('merchantNo').execute();
  await app.database.db
    .insertInto('userMerchant')
    .values(merchants.map(({ merchantNo }) => ({ userNo, merchantNo })))
    .execute();
  [lead, reader] = [await as(app, 'rep.lead'), await as(app, 'rep.reader')];
  const { rows } = await sql<{ from: string; to: string }>`
    select to_char(greatest(min(business_date), max(business_date) - 399), 'YYYY-MM-DD') as "from",
      to_char(max(business_date), 'YYYY-MM-DD') as "to" from posting`.execute(app.database.db);
  [period] = rows as [typeof period];
});
afterAll(async () => await app[Symbol.asyncDispose]());

type Filters = RequestOf<typeof financialReport.query>['filters'];
type Facts = RequestOf<typeof financialReport.drill>['filters'];
const whole = { page: 1, pageSize: 1_000, sort: null } as const;
const query = (filters: Filters, who = lead) => who.call(financialReport.query, { filters, ...whole });
const drill = (filters: Facts, who = lead) => who.call(financialReport.drill, { filters, ...whole });

const ledgerSum = async (where: string, from: string, to: string): Promise<number> => {
  const { rows } = await sql<{ cents: number }>`select coalesce(sum(p.amount_cents), 0)::bigint as cents
    from posting p join journal j using (journal_id, business_date)
    where ${sql.raw(where)} and p.business_date between ${from} and ${to}`.execute(app.database.db);
  return rows[0]?.cents ?? 0;
};

it('figures are those of the ledger, in every dimension and by every grain', async () => {
  const expected = {
    receivedCents: await ledgerSum(
      `p.account_code like 'BANK.%' and j.journal_kind = 'RECEIPT'`,
      period.from,
      period.to,
    ),
    netCashCents: await ledgerSum(`p.account_code like 'BANK.%'`, period.from, period.to),
    principalOutstandingCents: await ledgerSum(`p.account_code = 'RECEIVABLE_PRINCIPAL'`, '2000-01-01', period.to),
    suspenseCents: 0 - (await ledgerSum(`p.account_code = 'SUSPENSE'`, '2000-01-01', period.to)),
    waivedCents: await ledgerSum(`p.account_code = 'WAIVER_EXPENSE'`, period.from, period.to),
    principalCheckCents: 0,
  };
  expect(expected.receivedCents).toBeGreaterThan(0);
  for (const dimension of ['DATE', 'MERCHANT', 'PRODUCT', 'CHANNEL', 'COMPONENT', 'LOAN_TYPE'] as const) {
    for (const grain of dimension === 'DATE' ? (['DAY', 'WEEK', 'MONTH'] as const) : (['DAY'] as const)) {
      const { rows } = await query({ period, dimension, grain });
      expect(rows[0], dimension).toMatchObject({ rowKind: 'TOTAL', figures: expected });
      const parts = rows.filter(({ rowKind }) => rowKind === 'ROW');
      for (const flow of ['receivedCents', 'netCashCents', 'waivedCents']) {
        const sum = parts.reduce((cents, { figures }) => cents + (figures[flow] ?? 0), 0);
        expect(sum, `${flow} by ${dimension} ${grain}`).toBe(rows[0]?.figures[flow]);
      }
      // The bridge from opening to closing principal, of each row.
      for (const { figures, key } of rows) {
        const of = (name: string) => figures[`principal${name}Cents`] ?? 0;
        const closing = of('Opening') + (figures['lentCents'] ?? 0) - of('Repaid') - of('Couponed') - of('ChargedOff');
        expect(closing, `${dimension} ${grain} ${key}`).toBe(of('Outstanding'));
      }
      expect(parts.map(({ figures }) => figures['principalCheckCents']).filter((cents) => cents !== 0)).toEqual([]);
    }
  }
});

it('rows behind each figure add up to it, of the total and of every row', async () => {
  const { rows, queryId } = await query({ period, dimension: 'DATE', grain: 'MONTH' });
  const { measures } = await lead.call(financialReport.definitions, {});
  const counted = measures.filter(({ parts }) => parts.length === 0).map(({ measure }) => measure);
  expect(counted).toContain('suspenseCents');
  for (const measure of counted) {
    const all = await drill({ queryId, measure });
    expect(all.rowsFigure, measure).toBe(rows[0]?.figures[measure]);
    if (all.totalIsExact && all.total <= 1_000) {
      expect(
        all.rows.reduce((sum, { value }) => sum + value, 0),
        measure,
      ).toBe(all.figure);
    }
  }
  for (const measure of counted) {
    const row = rows.find(({ rowKind, figures }) => rowKind === 'ROW' && (figures[measure] ?? 0) !== 0);
    if (!row) continue;
    const one = await drill({ queryId, measure, key: row.key });
    expect(one.rowsFigure, measure).toBe(row.figures[measure]);
    expect(one.figure, measure).toBe(one.rowsFigure);
  }
});

it('names the payment of each row that came from one: received, applied', async () => {
  const { queryId } = await query({ period, dimension: 'DATE', grain: 'MONTH' });
  const known = await app.database.db.selectFrom('paymentFlow').select('flowNo').execute();
  const flows = new Set(known.map(({ flowNo }) => flowNo));
  for (const measure of ['receivedCents', 'appliedCents']) {
    const { rows } = await drill({ queryId, measure });
    expect(rows.length, measure).toBeGreaterThan(0);
    const strange = rows.filter(({ flowNo, kind }) => kind !== 'ROLLBACK' && !flows.has(flowNo ?? ''));
    expect(strange, measure).toEqual([]);
  }
});

it('what was recorded after the moment that is asked about does not count, and the same moment says the same', async () => {
  const asOf = `${addDays(period.to, -20)} 12:00`;
  const first = await query({ period, asOf });
  expect(Date.parse(first.asOf)).toBe(Date.parse(`${addDays(period.to, -20)}T12:00:00+03:00`));
  const { rows } = await sql<{ cents: number }>`select coalesce(sum(p.amount_cents), 0)::bigint as cents
    from posting p join journal j using (journal_id, business_date) where p.account_code like 'BANK.%'
      and j.posted_at <= ${new Date(first.asOf)} and p.business_date between ${period.from} and ${period.to}`.execute(
    app.database.db,
  );
  expect(first.rows[0]?.figures['netCashCents']).toBe(rows[0]?.cents);
  expect((await query({ period, asOf })).rows).toEqual(first.rows);
});

it('a total is held against the period before', async () => {
  const to = addDays(period.to, -30);
  const recent = { from: addDays(to, -9), to };
  const { rows } = await query({ period: recent, compareWith: 'PREVIOUS_PERIOD' });
  const { rows: before } = await query({ period: { from: addDays(to, -19), to: addDays(to, -10) } });
  expect(rows[1]).toMatchObject({ rowKind: 'COMPARED', figures: before[0]?.figures });
});

it('bad input is refused beside its field, and rows are for those with the code', async () => {
  const today = businessDateOf(new Date());
  const refused = async (filters: object) =>
    (await lead.refusalOf(financialReport.query, { filters, ...whole })).fields;
  expect(await refused({ period: { from: today, to: addDays(today, -1) } })).toEqual(['filters.period']);
  expect(await refused({ period: { from: addDays(today, -400), to: today } })).toEqual(['filters.period']);
  expect(await refused({ asOf: `${addDays(today, 2)} 12:00` })).toEqual(['filters.asOf']);
  expect(await refused({ dimension: 'COLOUR' })).toEqual(['filters.dimension']);
  const { queryId } = await query({ period });
  expect(
    (await lead.refusalOf(financialReport.drill, { filters: { queryId, measure: 'yieldPct' }, ...whole })).error,
  ).toBe('REPORT_MEASURE_UNKNOWN');
  expect(
    (await lead.refusalOf(financialReport.drill, { filters: { queryId: 'x', measure: 'lentCents' }, ...whole })).error,
  ).toBe('REPORT_QUERY_UNKNOWN');
  await expect(drill({ queryId, measure: 'lentCents' }, reader)).rejects.toThrow();
});

it('nobody sees figures of merchants that are not theirs', async () => {
  const { rows } = await query({ period }, reader);
  expect(rows[0]?.figures).toMatchObject({ receivedCents: 0, principalOutstandingCents: 0 });
});

it('shows what the channels’ statements say came in beside what was received, as far as it was known then', async () => {
  const { db } = app.database;
  // Of one merchant alone: what comes in on a shared account is nobody's.
  const { rows: accounts } = await sql<{ accountCode: string }>`update repay_account set merchant_nos = array(
      select merchant_no from merchant order by 1 limit 1)
    where account_code = (select min(account_code) from repay_account
      where account_code not in (select account_code from loaner_account)) returning account_code`.execute(db);
  const accountCode = accounts[0]?.accountCode ?? '';
  const businessDate = addDays(period.from, -1);
  const { runId } = await db
    .insertInto('reconDay')
    .values({ accountCode, businessDate })
    .returning('runId')
    .executeTakeFirstOrThrow();
  const line = { runId, accountCode, happenedAt: new Date(`${businessDate}T09:00:00Z`), details: 'Paid' };
  await db
    .insertInto('reconLine')
    .values([
      { ...line, serial: 'ST1', kind: 'IN', amountCents: 70_000 },
      { ...line, serial: 'ST2', kind: 'IN', amountCents: 5_000 },
      { ...line, serial: 'ST3', kind: 'OUT', amountCents: 9_000 },
      { ...line, serial: 'ST4', kind: 'IN', amountCents: 5_000, repeats: 'ST2', repeatStatus: 'OPEN' },
    ])
    .execute();
  const day = { from: businessDate, to: businessDate };
  const { rows, queryId } = await query({ period: day });
  expect(rows[0]?.figures['statementInCents']).toBe(75_000);
  const facts = await drill({ queryId, measure: 'statementInCents' });
  expect(facts).toMatchObject({ figure: 75_000, rowsFigure: 75_000 });
  expect(facts.rows.map(({ factNo }) => factNo).toSorted()).toEqual(['ST1', 'ST2']);
  const before = await query({ period: day, asOf: `${businessDate} 12:00` });
  expect(before.rows[0]?.figures['statementInCents']).toBe(0);
  expect((await query({ period: day }, reader)).rows[0]?.figures['statementInCents']).toBe(0);
});

it('adds several merchants and products, from kept sums and live alike', async () => {
  const { rows } = await query({ period, dimension: 'MERCHANT' });
  const nos = rows.filter(({ rowKind, key }) => rowKind === 'ROW' && key !== '').map(({ key }) => key);
  const received = async (filters: Filters) =>
    (await query({ period, ...filters })).rows[0]?.figures['receivedCents'] ?? 0;
  const each = await Promise.all(nos.map(async (merchantNo) => await received({ merchantNo })));
  expect(await received({ merchantNo: nos })).toBe(each.reduce((sum, cents) => sum + cents, 0));
  const { products } = await lead.call(financialReport.definitions, {});
  const lent = async (productNo: string | string[]) =>
    (await query({ period, productNo })).rows[0]?.figures['lentCents'] ?? 0;
  const all = products.map(({ value }) => value);
  const byProduct = await Promise.all(all.map(async (no) => await lent(no)));
  expect(await lent(all)).toBe(byProduct.reduce((sum, cents) => sum + cents, 0));
  expect(await lent(all)).toBeGreaterThan(0);
});
