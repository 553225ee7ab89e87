import { collectionReport, financialReport, type RequestOf } from '@kituo/sdk/contracts';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { seedLending } from '../../../seed/lending/index.ts';
import { runEndOfDay } from '../../lending/end-of-day/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { watchWarnings } from '../warning-watch/index.ts';
import { closeReportDays } from './close-days.ts';
import { financial } from './financial/financial.ts';
import { postings } from './financial/postings.ts';
import { closeDaysOfReports } from './index.ts';

const log = createLogger('silent');
const today = businessDateOf(new Date());
/** Its warning is resolved by hand. */
const RESOLVED_DAY = addDays(today, -10);
const whole = { page: 1, pageSize: 1_000, sort: null } as const;
let app: TestApp;
let lead: Person;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  // Another history each time; a failing one is told by its seed.
  const seed = Number(process.env['HISTORY_SEED'] ?? Math.floor(Math.random() * 1_000_000));
  console.warn(`history of seed ${seed}`);
  await seedLending(db, { orders: 40, merchants: 2, seed, now: new Date() });
  await runEndOfDay(db, addDays(today, -1), log);
  const { userNo } = await addPerson(app.database, 'rep.days', {
    codes: ['report:financial:drill', 'report:collection:drill'],
    pages: ['FinancialReport', 'CollectionReport'].map((page) => `/AdminContent/ReportSystem/${page}`),
  });
  const merchants = await db.selectFrom('merchant').select('merchantNo').execute();
  await db
    .insertInto('userMerchant')
    .values(merchants.map(({ merchantNo }) => ({ userNo, merchantNo })))
    .execute();
  lead = await as(app, 'rep.days');
});
afterAll(async () => await app[Symbol.asyncDispose]());

type Filters = RequestOf<typeof financialReport.query>['filters'];
const query = async (filters: Filters) => await lead.call(financialReport.query, { filters, ...whole });
const period = { from: addDays(today, -399), to: today };
/** Another night: what is kept is compared once a day. */
async function close() {
  await sql`update report_day set checked_at = null`.execute(app.database.db);
  return await closeDaysOfReports(app.database.db, log);
}

/** What the ledger says, by plain sums over postings. */
async function ledgerOf(asOf: string, { from, to }: typeof period) {
  const { rows } = await sql<Record<string, number>>`select
      coalesce(sum(amount_cents) filter (where account_code like 'BANK.%' and in_period), 0)::bigint as net_cash_cents,
      coalesce(-sum(amount_cents) filter (where account_code like 'INCOME%' and account_code <> 'INCOME_RECOVERY'
        and in_period), 0)::bigint as income_cents,
      coalesce(sum(amount_cents) filter (where account_code = 'RECEIVABLE_PRINCIPAL'), 0)::bigint
        as principal_outstanding_cents
    from (select p.account_code, p.amount_cents, p.business_date >= ${from} as in_period from posting p
      join journal j using (journal_id, business_date)
      where p.business_date <= ${to} and j.posted_at <= ${new Date(asOf)}) l`.execute(app.database.db);
  return rows[0] ?? {};
}

async function holdsForAny(): Promise<void> {
  const days = fc.integer({ min: 0, max: 180 });
  await fc.assert(
    fc.asyncProperty(
      days,
      days,
      days,
      fc.constantFrom('DATE', 'MERCHANT', 'PRODUCT'),
      async (one, other, old, dimension) => {
        const [late, early] = [Math.min(one, other), Math.max(one, other)];
        const asked = { from: addDays(today, -early), to: addDays(today, -late) };
        const asOf = old === 0 ? undefined : `${addDays(today, -old)} 12:00`;
        const answer = await query({
          period: asked,
          dimension: dimension as 'DATE',
          ...(asOf !== undefined && { asOf }),
        });
        const expected = await ledgerOf(answer.asOf, asked);
        expect(answer.rows[0]?.figures).toMatchObject({ ...expected, principalCheckCents: 0 });
        const parts = answer.rows.filter(({ rowKind }) => rowKind === 'ROW');
        const sum = parts.reduce((cents, { figures }) => cents + (figures['netCashCents'] ?? 0), 0);
        expect(sum).toBe(expected['netCashCents']);
      },
    ),
    { numRuns: 25 },
  );
}

it('figures are those of the ledger for any period and moment, with kept sums of closed days and without', async () => {
  await holdsForAny();
  expect((await close()).built).toBeGreaterThan(0);
  await holdsForAny();
});

it('kept sums of closed days change no figure', async () => {
  const all = async () => {
    const rows: unknown[] = [];
    for (const dimension of ['DATE', 'MERCHANT'] as const) {
      for (const grain of ['DAY', 'WEEK', 'MONTH'] as const) {
        const filters = { period, dimension, grain };
        rows.push((await query(filters)).rows);
        rows.push((await lead.call(collectionReport.query, { filters, ...whole })).rows);
      }
    }
    rows.push((await query({ period, dimension: 'DATE', merchantNo: 'M0001' })).rows);
    return rows;
  };
  await close();
  const kept = await all();
  await sql`delete from report_day`.execute(app.database.db);
  const live = await all();
  for (const [index, rows] of live.entries()) expect(rows).toEqual(kept[index]);
});

it('a day that differs from the ledger is not closed and warned of, and built again once somebody resolved it', async () => {
  const { db } = app.database;
  await close();
  expect(await close()).toEqual({ built: 0, differing: [] });
  const before = await query({ period });
  const day = RESOLVED_DAY;
  await sql`insert into report_daily (report, business_date, merchant_no, measure, figure)
    values ('financial', ${day}, 'M0001', 'incomeCents', 1)
    on conflict (report, business_date, merchant_no, measure) do update set figure = report_daily.figure + 1`.execute(
    db,
  );
  expect((await close()).differing).toEqual([day]);
  const after = await query({ period });
  expect(after.rows.map(({ figures }) => figures)).toEqual(before.rows.map(({ figures }) => figures));
  expect(after.closedThrough).toBe(addDays(day, -1));

  await watchWarnings(db, app.services);
  const warnings = db.selectFrom('warning').selectAll().where('sourceType', '=', 'REPORT_DIFFERS');
  const [raised] = await warnings.execute();
  expect(raised).toMatchObject({ sourceKey: `REPORT-${day}`, warningStatus: 'OPEN', warningLevel: 'URGENT' });
  expect((await close()).differing).toEqual([day]);
  await sql`update warning set warning_status = 'RESOLVED', resolved_at = now(), resolved_by = (select min(user_no)
    from app_user) where warning_no = ${raised?.warningNo}`.execute(db);
  const again = await close();
  expect(again.differing).toEqual([]);
  expect(again.built).toBeGreaterThan(0);
  expect((await query({ period })).closedThrough).toBe(before.closedThrough);
});

it('a figure that is not the sum of its rows is warned of when it is opened', async () => {
  const { db } = app.database;
  await sql`delete from report_day`.execute(db);
  await close();
  const day = addDays(today, -12);
  await sql`insert into report_daily (report, business_date, merchant_no, measure, figure)
    values ('financial', ${day}, 'M0001', 'incomeCents', 1)
    on conflict (report, business_date, merchant_no, measure) do update set figure = report_daily.figure + 1`.execute(
    db,
  );
  const { queryId } = await query({ period: { from: day, to: day } });
  const drill = { filters: { queryId, measure: 'incomeCents' }, page: 1, pageSize: 20, sort: null } as const;
  const { figure, rowsFigure } = await lead.call(financialReport.drill, drill);
  expect(figure).toBe((rowsFigure ?? 0) + 1);
  await watchWarnings(db, app.services);
  const raised = await db
    .selectFrom('warning')
    .select('warningLevel')
    .where('sourceKey', '=', 'REPORT-ROWS-financial-incomeCents')
    .where('warningStatus', '=', 'OPEN')
    .execute();
  expect(raised).toEqual([{ warningLevel: 'URGENT' }]);
  await sql`delete from report_day`.execute(db);
});

it('rows that do not add up to their figure are found at night and warned of, until they do', async () => {
  const { db } = app.database;
  await sql`delete from report_day`.execute(db);
  await close();
  expect((await close()).differing).toEqual([]);
  // A definition whose drill-down leaves out what its figures count: the payouts.
  const { name, sources, measures } = financial.kept;
  const forgetful = {
    ...postings,
    recordedAt: `case when j.cause_type <> 'PAYOUT' then j.posted_at else 'infinity' end`,
  };
  const broken = { name, measures, sources: { ...sources, postings: forgetful } };
  await sql`update report_day set checked_at = null`.execute(db);
  const { differing } = await closeReportDays(db, [broken], log);
  expect(differing.length).toBeGreaterThan(0);
  const { rows } = await sql<{ fault: string }>`select fault from report_day where fault is not null`.execute(db);
  expect(rows).toHaveLength(differing.length);
  for (const { fault } of rows) expect(fault).toMatch(/financial \w+: -?\d+, rows -?\d+/);
  await watchWarnings(db, app.services);
  const open = db.selectFrom('warning').select('sourceKey').where('sourceType', '=', 'REPORT_DIFFERS');
  const keys = (await open.where('warningStatus', '=', 'OPEN').execute()).map(({ sourceKey }) => sourceKey);
  // The day whose warning somebody resolved above is quiet for two days.
  const told = differing.slice(0, 31).filter((day) => day !== RESOLVED_DAY);
  expect(told.length).toBeGreaterThan(0);
  expect(keys).toEqual(expect.arrayContaining(told.map((day) => `REPORT-${day}`)));
  expect((await close()).differing).toEqual([]);
});

it('a run that stops in the middle keeps the months it did; the next one goes on, to the same sums', async () => {
  const { db } = app.database;
  const kept = async () =>
    (
      await sql`select d.report, d.business_date, d.merchant_no, d.measure, d.figure from report_daily d
        order by 1, 2, 3, 4`.execute(db)
    ).rows;
  const days = async () => {
    const { rows } = await sql<{ first: string; last: string; checked: number; all: number }>`
      select to_char(min(business_date), 'YYYY-MM-DD') as first, to_char(max(business_date), 'YYYY-MM-DD') as last,
        count(checked_at)::int as checked, count(*)::int as all from report_day`.execute(db);
    return rows[0];
  };
  await sql`delete from report_day`.execute(db);
  await close();
  const [whole, all] = [await kept(), await days()];
  const stop = async (event: string) => {
    await sql`create or replace function stopped() returns trigger language plpgsql as $$ begin
      raise exception 'the server stops'; end $$`.execute(db);
    await sql`create trigger stops before ${sql.raw(event)} on report_day for each row
      when (new.business_date >= date_trunc('month', ${sql.lit(today)}::date - 25)) execute function stopped()`.execute(
      db,
    );
    await expect(closeDaysOfReports(db, log)).rejects.toThrow('the server stops');
    await sql`drop trigger stops on report_day`.execute(db);
  };

  await sql`delete from report_day`.execute(db);
  await stop('insert');
  const half = await days();
  expect(half?.first).toBe(all?.first);
  // To the end of the month before.
  expect(addDays(half?.last ?? '', 1)).toBe(`${addDays(today, -25).slice(0, 8)}01`);
  await stop('update');
  const built = await days();
  expect(built).toMatchObject({ first: all?.first, last: all?.last });
  expect(built?.checked).toBeGreaterThan(0);
  expect(built?.checked).toBeLessThan(62);

  const rest = await closeDaysOfReports(db, log);
  expect(rest).toEqual({ built: 0, differing: [] });
  expect(await days()).toMatchObject({ checked: Math.min(62, all?.all ?? 0) });
  expect(await kept()).toEqual(whole);
});

it('days are compared with the ledger once a day', async () => {
  const { db } = app.database;
  await close();
  await sql`update report_daily set figure = figure + 1 where business_date = (select max(business_date) from report_daily)`.execute(
    db,
  );
  expect((await closeDaysOfReports(db, log)).differing).toEqual([]);
  expect((await close()).differing).toHaveLength(1);
});
