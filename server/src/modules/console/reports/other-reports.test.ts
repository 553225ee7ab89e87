import { randomUUID } from 'node:crypto';
import {
  approvalReport,
  collectionReport,
  financialReport,
  impairmentReport,
  operationReport,
  performanceReport,
  type RequestOf,
} from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

const REPORTS = {
  approval: approvalReport,
  collection: collectionReport,
  operation: operationReport,
  performance: performanceReport,
};
const PAGES = {
  financial: 'FinancialReport',
  approval: 'ApprovalReport',
  collection: 'CollectionReport',
  operation: 'OperationReport',
  performance: 'PerformanceReport',
};
let app: TestApp;
let lead: Person;
const to = businessDateOf(new Date());
const period = { from: addDays(to, -399), to };
const whole = { page: 1, pageSize: 1_000, sort: null } as const;

beforeAll(async () => {
  app = await createTestApp({ content: 'lending' });
  const names = Object.keys(PAGES);
  const { userNo } = await addPerson(app.database, 'rep.all', {
    codes: [...names.map((name) => `report:${name}:drill`), 'report:performance:team'],
    pages: Object.values(PAGES).map((page) => `/AdminContent/ReportSystem/${page}`),
  });
  const merchants = await app.database.db.selectFrom('merchant').select('merchantNo').execute();
  await app.database.db
    .insertInto('userMerchant')
    .values(merchants.map(({ merchantNo }) => ({ userNo, merchantNo })))
    .execute();
  lead = await as(app, 'rep.all');
});
afterAll(async () => await app[Symbol.asyncDispose]());

const counted = async (statement: string): Promise<number> => {
  const { rows } = await sql<{ found: number }>`${sql.raw(statement)}`.execute(app.database.db);
  return rows[0]?.found ?? 0;
};

it.each(['approval', 'collection', 'operation', 'performance'] as const)(
  '%s: rows behind each figure add up to it, and every dimension has the same total',
  async (name) => {
    // Each report's endpoints differ in their filters alone.
    const { query, drill, definitions } = REPORTS[name] as typeof approvalReport;
    const totals: unknown[] = [];
    const dimensions = query.request.shape.filters.shape.dimension.def.innerType.options;
    for (const dimension of dimensions) {
      const filters: RequestOf<typeof query>['filters'] = { period, dimension };
      const { rows } = await lead.call(query, { filters, ...whole });
      totals.push(rows[0]?.figures);
      expect(rows.filter(({ rowKind, keyName }) => rowKind === 'ROW' && keyName === '')).toEqual([]);
    }
    for (const total of totals) expect(total).toEqual(totals[0]);
    const { measures } = await lead.call(definitions, {});
    const views = name === 'collection' ? [{}, { view: 'ROLL' }, { view: 'VINTAGE' }, { view: 'COHORT' }] : [{}];
    for (const view of views) {
      const { rows, queryId } = await lead.call(query, {
        filters: { period, dimension: 'MERCHANT', ...view },
        ...whole,
      });
      const shown = measures.filter(({ measure, parts }) => parts.length === 0 && measure in (rows[0]?.figures ?? {}));
      expect(shown.length).toBeGreaterThan(0);
      for (const { measure } of shown) {
        const answer = await lead.call(drill, { filters: { queryId, measure }, ...whole });
        expect(answer.rowsFigure, measure).toBe(answer.figure);
        expect(answer.figure, measure).toBe(rows[0]?.figures[measure]);
        const row = rows.find(({ rowKind, figures }) => rowKind === 'ROW' && figures[measure] !== 0);
        if (row?.figures[measure] == null) continue;
        const one = await lead.call(drill, { filters: { queryId, measure, key: row.key }, ...whole });
        expect(one.rowsFigure, `${measure} of ${row.key}`).toBe(row.figures[measure]);
        expect(one.figure, `${measure} of ${row.key}`).toBe(row.figures[measure]);
      }
    }
  },
);

it.each(Object.entries({ ...REPORTS, financial: financialReport, impairment: impairmentReport }))(
  '%s: what is made of other figures names those that open rows',
  async (_name, { definitions }) => {
    // Each report's endpoints differ in their names alone.
    const { measures } = await lead.call(definitions as typeof approvalReport.definitions, {});
    const counted = new Set(measures.filter(({ parts }) => parts.length === 0).map(({ measure }) => measure));
    const parts = measures.flatMap((one) => one.parts);
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.filter((part) => !counted.has(part))).toEqual([]);
  },
);

it('says what the row of facts without a person lacks, at the end', async () => {
  const last = async (lang: string, sort: RequestOf<typeof collectionReport.query>['sort']) => {
    const asked = { filters: { period, dimension: 'PERSON' }, ...whole, sort };
    return (await lead.post(collectionReport.query, asked, randomUUID(), { lang })).data.rows.at(-1);
  };
  expect(await last('en', null)).toMatchObject({ key: '', keyName: 'No collector' });
  expect(await last('zh', { field: 'key', direction: 'desc' })).toMatchObject({ key: '', keyName: '无催收员' });
});

it('says the codes of rows in words, and leaves the codes beside them', async () => {
  const { queryId } = await lead.call(collectionReport.query, { filters: { period }, ...whole });
  const { rows } = await lead.call(collectionReport.drill, {
    filters: { queryId, measure: 'principalCents' },
    ...whole,
  });
  const [one] = rows.filter(({ kind }) => kind === 'PAYOUT_SENT');
  expect(one).toMatchObject({
    account: 'RECEIVABLE_PRINCIPAL',
    words: { kind: 'Payout sent', account: expect.stringContaining('Receivable'), component: 'Principal' },
  });
});

it('expects of a cohort what those of the half year before recovered', async () => {
  const ofRoll = async (of: { from: string; to: string }) => {
    const filters = { period: of, dimension: 'LEVEL', view: 'ROLL' } as const;
    return (await lead.call(collectionReport.query, { filters, ...whole })).rows;
  };
  const now = await ofRoll({ from: addDays(to, -5), to });
  const before = await ofRoll({ from: addDays(to, -185), to: addDays(to, -6) });
  expect(now[0]?.figures['expectedPct']).toBe(before[0]?.figures['recoveryPct']);
  for (const { key, figures } of now.slice(1)) {
    const past = before.find((row) => row.rowKind === 'ROW' && row.key === key);
    expect(figures['expectedPct'], key).toBe(past?.figures['recoveryPct'] ?? null);
  }
});

it('reviews are those of the orders’ own moves', async () => {
  const { rows } = await lead.call(approvalReport.query, { filters: { period, dimension: 'DATE' }, ...whole });
  const [total] = rows;
  expect(total?.figures['received']).toBe(await counted('select count(*) as found from loan_order'));
  expect(total?.figures['decided']).toBe(
    await counted(`select count(*) as found from order_event where command in ('pass', 'refuse', 'reject')`),
  );
  expect(total?.figures['backlog']).toBe(
    await counted(`select count(*) as found from loan_order where order_status in ('TO_ALLOCATE', 'PENDING_REVIEW')`),
  );
});

it('collection agrees with the ledger and with cases', async () => {
  const { rows } = await lead.call(collectionReport.query, { filters: { period, dimension: 'PERSON' }, ...whole });
  const figures = rows[0]?.figures ?? {};
  expect(figures['principalCents']).toBe(
    await counted(`select sum(amount_cents)::bigint as found from posting where account_code = 'RECEIVABLE_PRINCIPAL'`),
  );
  expect(figures['collecting']).toBe(
    await counted(`select count(*) as found from collection_case where case_status = 'COLLECTING'`),
  );
  expect(figures['waivedCents']).toBe(
    await counted(`select sum(amount_cents)::bigint as found from posting where account_code = 'WAIVER_EXPENSE'`),
  );
});

it('every figure that two reports share is the same, whichever of them shows it', async () => {
  const found: { readonly report: string; readonly measure: string; formula: string; figure: number | null }[] = [];
  const all = { ...REPORTS, financial: financialReport, impairment: impairmentReport };
  for (const [report, endpoints] of Object.entries(all)) {
    // Each report's endpoints differ in their filters alone.
    const { query, definitions } = endpoints as typeof approvalReport;
    const { measures } = await lead.call(definitions, {});
    const formulas = new Map(measures.map(({ measure, formula }) => [measure, formula]));
    for (const view of report === 'collection'
      ? [{}, { view: 'ROLL' }, { view: 'VINTAGE' }, { view: 'COHORT' }]
      : [{}]) {
      const filters = { period, dimension: 'MERCHANT' as const, ...view };
      const { rows } = await lead.call(query, { filters, ...whole });
      for (const [measure, figure] of Object.entries(rows[0]?.figures ?? {})) {
        found.push({ report, measure, formula: formulas.get(measure) ?? '', figure });
      }
    }
  }
  const shared = [...Map.groupBy(found, ({ measure, formula }) => `${measure}: ${formula}`)].filter(
    ([, of]) => new Set(of.map(({ report }) => report)).size > 1,
  );
  const names = shared.map(([, of]) => of[0]?.measure);
  for (const measure of [
    'fpd7Pct',
    'decided',
    'keptPct',
    'overturnPct',
    'collectedCents',
    'waivedCents',
    'recoveredCents',
  ]) {
    expect(names).toContain(measure);
  }
  for (const [measure, of] of shared) expect(new Set(of.map(({ figure }) => figure)).size, measure).toBe(1);
  // One name with two meanings is known to be one: each says its own formula on its heading.
  const doubled = Map.groupBy(found, ({ measure }) => measure);
  const meanings = [...doubled].filter(([, of]) => new Set(of.map(({ formula }) => formula)).size > 1);
  expect(meanings.map(([measure]) => measure).toSorted()).toEqual([
    'appliedCents',
    'coveragePct',
    'inTimePct',
    'loans',
  ]);
});

it('what rolls on is what bills owed on entering the next level, and a vintage is late at its age', async () => {
  const { db } = app.database;
  const view = async (name: 'ROLL' | 'VINTAGE', dimension: 'LEVEL' | 'DATE') =>
    (await lead.call(collectionReport.query, { filters: { period, dimension, grain: 'MONTH', view: name }, ...whole }))
      .rows;
  const levels = new Map((await view('ROLL', 'LEVEL')).map(({ key, figures }) => [key, figures]));
  const owed = async (dpd: number, until: number) => {
    const { rows } = await sql<{ cents: number }>`select coalesce(sum(p.amount_cents), 0)::bigint as cents
      from bill b join posting p using (bill_no) where b.bill_status <> 'VOID' and p.account_code like 'RECEIVABLE%'
        and p.business_date < b.due_date + ${dpd}::int and b.due_date + ${until}::int <= ${to}::date`.execute(db);
    return rows[0]?.cents;
  };
  expect(levels.get('S1')).toMatchObject({
    enteredCents: await owed(1, 1),
    leftCents: await owed(1, 8),
    rolledCents: await owed(8, 8),
  });
  expect(levels.get('S2')?.['enteredCents']).toBe(levels.get('S1')?.['rolledCents']);
  expect(levels.get('S5')?.['rollPct']).toBeNull();

  const [total, ...months] = await view('VINTAGE', 'DATE');
  const lent = months.reduce((cents, { figures }) => cents + (figures['principalDisbursedCents'] ?? 0), 0);
  expect(lent).toBe(total?.figures['principalDisbursedCents']);
  expect(lent).toBeGreaterThan(0);
  expect(total?.figures['mob6LentCents']).toBeLessThanOrEqual(total?.figures['mob1LentCents'] ?? 0);
});

it('a cohort of due bills is unpaid by what is left of its principal at its day, written off or not', async () => {
  const { db } = app.database;
  const filters = { period, dimension: 'DATE', grain: 'WEEK', view: 'COHORT' } as const;
  const [total, ...weeks] = (await lead.call(collectionReport.query, { filters, ...whole })).rows;
  const { rows } = await sql<{ week: string; due: number; reached: number; unpaid: number }>`
    with cohort as (select date_trunc('week', b.due_date)::date::text as week, b.due_date + 7 < ${to}::date as is_reached,
        (select sum(p.amount_cents) from posting p where p.bill_no = b.bill_no and p.amount_cents > 0
          and p.account_code = 'RECEIVABLE_PRINCIPAL' and p.business_date <= b.due_date) as due,
        (select sum(p.amount_cents) from posting p join journal j using (journal_id, business_date)
          where p.bill_no = b.bill_no and p.account_code = 'RECEIVABLE_PRINCIPAL' and j.journal_kind <> 'CHARGE_OFF'
          and p.business_date <= b.due_date + 7) as unpaid
      from bill b where b.bill_status <> 'VOID' and b.due_date between ${period.from}::date and ${to}::date)
    select week, sum(due)::bigint as due, coalesce(sum(due) filter (where is_reached), 0)::bigint as reached,
      coalesce(sum(unpaid) filter (where is_reached), 0)::bigint as unpaid from cohort group by 1 order by 1`.execute(
    db,
  );
  const shown = weeks
    .filter(({ figures }) => figures['duePrincipalCents'] !== 0)
    .map(({ key, figures }) => ({
      week: key,
      due: figures['duePrincipalCents'],
      reached: figures['reached7Cents'],
      unpaid: figures['unpaid7Cents'],
    }));
  expect(shown.toSorted((one, other) => one.week.localeCompare(other.week))).toEqual(
    rows.filter(({ due }) => due !== 0),
  );
  expect(total?.figures['unpaid0Cents']).toBeGreaterThan(0);
  expect(total?.figures['unpaid0Pct']).toBeLessThanOrEqual(100);
});

it('says how much stricter somebody decides than all do on the same levels of risk', async () => {
  const { rows } = await lead.call(approvalReport.query, { filters: { period, dimension: 'PERSON' }, ...whole });
  const { rows: expected } = await sql<{ userNo: string; stricter: number }>`
    select user_no, round(100 * avg(level_rate - passed), 1)::float8 as stricter from (
      select e.user_no, (e.command = 'pass')::int as passed,
        avg((e.command = 'pass')::int) over (partition by o.merchant_no, o.model_level) as level_rate
      from order_event e join loan_order o using (order_no)
      where e.command in ('pass', 'refuse') and (e.at at time zone 'Africa/Nairobi')::date between ${period.from} and ${period.to}) d
    group by user_no`.execute(app.database.db);
  const found = new Map(rows.filter(({ rowKind }) => rowKind === 'ROW').map(({ key, figures }) => [key, figures]));
  expect(expected.length).toBeGreaterThan(1);
  for (const { userNo, stricter } of expected) {
    const own = found.get(userNo)?.['strictness'] ?? Number.NaN;
    expect(Math.abs(own - stricter), userNo).toBeLessThanOrEqual(0.2);
  }
  // Some are stricter and some are not, and all together are as strict as all are.
  expect(Math.abs(rows[0]?.figures['strictness'] ?? 9)).toBeLessThanOrEqual(0.1);
});

it('shows collections by category of staff, and retained cases apart', async () => {
  const of = async (filters: RequestOf<typeof collectionReport.query>['filters']) =>
    (await lead.call(collectionReport.query, { filters: { period, ...filters }, ...whole })).rows;
  const collected = (rows: Awaited<ReturnType<typeof of>>) => rows[0]?.figures['collectedCents'] ?? 0;
  const people = await of({ dimension: 'PERSON' });
  const staff = await app.database.db.selectFrom('appUser').select(['userNo', 'employeeCategory']).execute();
  for (const employeeCategory of ['NEW', 'OLD'] as const) {
    const nos = staff.filter((one) => one.employeeCategory === employeeCategory).map(({ userNo }) => userNo);
    const sum = people
      .filter(({ rowKind, key }) => rowKind === 'ROW' && nos.includes(key))
      .reduce((all, { figures }) => all + (figures['collectedCents'] ?? 0), 0);
    expect(collected(await of({ employeeCategory })), employeeCategory).toBe(sum);
  }
  const statuses = await of({ dimension: 'CASE_STATUS' });
  for (const { key, rowKind, figures } of statuses.filter((row) => row.rowKind === 'ROW' && row.key !== '')) {
    const caseStatus = key as 'RETAINED';
    expect([rowKind, collected(await of({ caseStatus }))]).toEqual(['ROW', figures['collectedCents']]);
  }
});
