import { config, impairmentReport, lossRates, type RequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../../testing/test-app.ts';
import { as, type Person } from '../../../../../testing/test-calls.ts';
import { addDays, businessDateOf } from '../../../platform/policy/index.ts';

let app: TestApp;
let lead: Person;
let other: Person;
let reader: Person;
const today = businessDateOf(new Date());
const period = { from: addDays(today, -29), to: today };
const whole = { page: 1, pageSize: 1_000, sort: null } as const;

beforeAll(async () => {
  app = await createTestApp({ content: 'lending' });
  const codes = ['drill', 'export', 'lossRate'].map((code) => `report:financial:${code}`);
  const pages = ['/AdminContent/ReportSystem/FinancialReport'];
  const people = await Promise.all([
    addPerson(app.database, 'ecl.lead', { codes, pages }),
    addPerson(app.database, 'ecl.other', { codes, pages }),
  ]);
  await addPerson(app.database, 'ecl.reader', { codes: [], pages });
  const merchants = await app.database.db.selectFrom('merchant').select('merchantNo').execute();
  await app.database.db
    .insertInto('userMerchant')
    .values(people.flatMap(({ userNo }) => merchants.map(({ merchantNo }) => ({ userNo, merchantNo }))))
    .execute();
  [lead, other, reader] = [await as(app, 'ecl.lead'), await as(app, 'ecl.other'), await as(app, 'ecl.reader')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

type Filters = RequestOf<typeof impairmentReport.query>['filters'];
const query = async (filters: Filters, who = lead) =>
  await who.call(impairmentReport.query, { filters: { period, ...filters }, ...whole });
const drill = async (filters: RequestOf<typeof impairmentReport.drill>['filters']) =>
  await lead.call(impairmentReport.drill, { filters, ...whole });

interface Loan {
  readonly orderNo: string;
  readonly cents: number;
  readonly days: number;
}
/** What each loan owed on a day and for how long, one bill after the other. */
async function loansOn(day: string): Promise<Loan[]> {
  const { rows } = await sql<{ orderNo: string; dueDate: string; cents: number }>`
    select b.order_no, to_char(b.due_date, 'YYYY-MM-DD') as due_date, sum(p.amount_cents)::bigint as cents
    from bill b join posting p using (bill_no)
    where p.account_code like 'RECEIVABLE%' and p.business_date <= ${day}::date
    group by b.bill_no having sum(p.amount_cents) <> 0`.execute(app.database.db);
  return [...Map.groupBy(rows, ({ orderNo }) => orderNo)].map(([orderNo, bills]) => {
    const oldest = bills.map(({ dueDate }) => dueDate).toSorted()[0] ?? day;
    return {
      orderNo,
      cents: bills.reduce((sum, bill) => sum + bill.cents, 0),
      days: Math.max(0, (Date.parse(day) - Date.parse(oldest)) / 86_400_000),
    };
  });
}
/** The rates of the demonstration, as people would read them. */
const RATES = { D0: [6, 55], D1_30: [22, 60], D31_60: [55, 65], D61_89: [78, 70], D90_179: [100, 75], D180: [100, 90] };
const bucketOf = (days: number): keyof typeof RATES =>
  days === 0
    ? 'D0'
    : days <= 30
      ? 'D1_30'
      : days <= 60
        ? 'D31_60'
        : days < 90
          ? 'D61_89'
          : days < 180
            ? 'D90_179'
            : 'D180';
const stageOf = (days: number) => (days > 30 ? (days >= 90 ? 3 : 2) : 1);
const provisionOf = ({ cents, days }: Loan) => {
  const [pd = 0, lgd = 0] = RATES[bucketOf(days)];
  return Math.round((cents * pd * lgd) / 10_000);
};
const sumOf = (loans: readonly Loan[], of: (loan: Loan) => number) => loans.reduce((sum, loan) => sum + of(loan), 0);

it('stages and buckets hold what loans owe and are expected to lose, on the last day and before the first', async () => {
  const closing = await loansOn(today);
  const opening = await loansOn(addDays(period.from, -1));
  expect(closing.length).toBeGreaterThan(3);
  expect(new Set(closing.map(({ days }) => stageOf(days))).size).toBeGreaterThan(1);
  const { rows } = await query({});
  expect(rows[0]?.figures).toMatchObject({
    loans: closing.length,
    grossCents: sumOf(closing, ({ cents }) => cents),
    provisionCents: sumOf(closing, provisionOf),
    openingGrossCents: sumOf(opening, ({ cents }) => cents),
    openingProvisionCents: sumOf(opening, provisionOf),
    movementCheckCents: 0,
  });
  const byKey = Map.groupBy(closing, ({ days }) => `S${stageOf(days)} ${bucketOf(days)}`);
  for (const [key, loans] of byKey) {
    expect(rows.find((row) => row.key === key)?.figures, key).toMatchObject({
      loans: loans.length,
      grossCents: sumOf(loans, ({ cents }) => cents),
      provisionCents: sumOf(loans, provisionOf),
      movementCheckCents: 0,
    });
  }
  expect(rows.find(({ key }) => key === 'S1 D0')?.keyName).toBe('Stage 1 · 0 days overdue');
});

it('movements lead from one date to the next in every row, and a period begins where the one before ended', async () => {
  for (const dimension of ['STAGE_BUCKET', 'STAGE', 'BUCKET', 'MERCHANT', 'PRODUCT', 'LOAN_TYPE'] as const) {
    const { rows } = await query({ dimension });
    expect(rows.length, dimension).toBeGreaterThan(1);
    expect(rows.map(({ figures }) => figures['movementCheckCents']).filter((cents) => cents !== 0)).toEqual([]);
    for (const measure of ['loans', 'grossCents', 'ratedCents', 'remeasuredProvisionCents']) {
      const parts = rows.slice(1).reduce((sum, { figures }) => sum + (figures[measure] ?? 0), 0);
      expect(parts, `${measure} by ${dimension}`).toBe(rows[0]?.figures[measure]);
    }
  }
  const { rows: before } = await query({ period: { from: addDays(today, -59), to: addDays(today, -30) } });
  const { rows } = await query({});
  expect(rows[0]?.figures['openingProvisionCents']).toBe(before[0]?.figures['provisionCents']);
  expect(rows[0]?.figures['openingGrossCents']).toBe(before[0]?.figures['grossCents']);
});

it('a figure opens its loans, and they come to it', async () => {
  const { rows, queryId } = await query({});
  const { measures } = await lead.call(impairmentReport.definitions, {});
  for (const { measure } of measures.filter(({ parts }) => parts.length === 0)) {
    const all = await drill({ queryId, measure });
    expect(all.rowsFigure, measure).toBe(rows[0]?.figures[measure]);
    expect(
      all.rows.reduce((sum, { value }) => sum + value, 0),
      measure,
    ).toBe(all.figure);
  }
  const stage = rows.find(({ rowKind, figures }) => rowKind === 'ROW' && (figures['provisionCents'] ?? 0) > 0)?.key;
  const one = await drill({ queryId, measure: 'ratedCents', key: stage });
  expect(one.rows[0]).toMatchObject({ orderNo: expect.any(String), kind: 'CLOSING', baseCents: expect.any(Number) });
  expect(one.rowsFigure).toBe(rows.find(({ key }) => key === stage)?.figures['provisionCents']);
  expect(
    (await reader.refusalOf(impairmentReport.drill, { filters: { queryId, measure: 'loans' }, ...whole })).error,
  ).toBe('FORBIDDEN');
});

it('what happened after the moment that is asked about does not count', async () => {
  const day = addDays(today, -10);
  const { rows } = await sql<{ cents: number }>`select coalesce(sum(p.amount_cents), 0)::bigint as cents
    from posting p join journal j using (journal_id, business_date) where p.account_code like 'RECEIVABLE%'
      and p.business_date <= ${day} and j.posted_at <= ${new Date(`${day}T12:00:00+03:00`)}`.execute(app.database.db);
  const answer = await query({ asOf: `${day} 12:00` });
  expect(answer.rows[0]?.figures['grossCents']).toBe(rows[0]?.cents);
});

const values = {
  stage2FromDays: 'D1',
  stage3FromDays: 'D61',
  ...Object.fromEntries(
    lossRates.BUCKETS.flatMap(({ field, from }) => [
      [`${field}PdPct`, from >= 61 ? 100 : 40],
      [`${field}LgdPct`, 50],
    ]),
  ),
};

it('rates are refused beside their fields', async () => {
  const save = async (value: object) =>
    (
      await lead.refusalOf(config.save, {
        configKey: lossRates.LOSS_RATES_KEY,
        value,
        effectiveFrom: today,
        reason: 'New',
      })
    ).fields;
  expect(await save({ ...values, stage2FromDays: 'D61' })).toContain('value.stage3FromDays');
  expect(await save({ ...values, stage3FromDays: 'D180', to179PdPct: 40, to89PdPct: 40 })).toEqual(['value.rebuttal']);
  expect(await save({ ...values, over179PdPct: 99 })).toContain('value.over179PdPct');
  expect(await save({ ...values, to30PdPct: 30 })).toEqual(['value.to30PdPct']);
  expect(await save({ ...values, to30LgdPct: 12.345 })).toEqual(['value.to30LgdPct']);
});

it('approved rates count from their day on, and the opening keeps those of its own', async () => {
  const before = await query({});
  const saved = await lead.call(config.save, {
    configKey: lossRates.LOSS_RATES_KEY,
    value: values,
    effectiveFrom: today,
    reason: 'Losses of the quarter',
  });
  const pending = await lead.call(config.submit, { versionId: saved.versionId, version: saved.version });
  const asked = { versionId: saved.versionId, version: pending.version };
  expect((await lead.refusalOf(config.approve, asked)).error).toBe('CHANGE_OWN');
  expect((await query({})).rows).toEqual(before.rows);
  await other.call(config.approve, asked);

  const loans = await loansOn(today);
  const { rows } = await query({ dimension: 'STAGE' });
  expect(rows[0]?.figures).toMatchObject({
    provisionCents: sumOf(loans, ({ cents, days }) => Math.round(cents * (days >= 61 ? 0.5 : 0.2))),
    openingProvisionCents: before.rows[0]?.figures['openingProvisionCents'],
    movementCheckCents: 0,
  });
  expect(rows.find(({ key }) => key === 'S2')?.figures['loans'] ?? 0).toBe(
    loans.filter(({ days }) => days > 0 && days < 61).length,
  );
});

it('nobody sees loans of merchants that are not theirs', async () => {
  const { rows } = await query({}, reader);
  expect(rows[0]?.figures).toMatchObject({ loans: 0, grossCents: 0 });
});
