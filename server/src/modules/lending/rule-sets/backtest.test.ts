import { config, job, ruleSet } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

let app: TestApp;
let stop: (() => Promise<void>) | null = null;
let maker: Person;
let checker: Person;
let merchantNo: string;
const DAYS = 90;

const startWorker = async () =>
  await startJobWorker({ db: app.database.db, services: app.services, log: createLogger('silent') });

beforeAll(async () => {
  app = await createTestApp({ content: 'lending' });
  const { db } = app.database;
  // The merchant with the most loans of the period that brought something.
  const { rows } = await sql<{ merchantNo: string }>`
    SELECT o.merchant_no FROM loan_order o JOIN bill b USING (order_no) JOIN posting p USING (bill_no)
    WHERE p.account_code LIKE 'INCOME%' AND o.apply_time > now() - interval '80 days'
    GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`.execute(db);
  merchantNo = rows[0]?.merchantNo ?? '';
  // The demonstration's own sets say nothing here.
  await sql`UPDATE config_rule SET disabled_through = 1000 WHERE config_key = 'risk.ruleSet'`.execute(db);
  const codes = ['save', 'enable', 'dryRun', 'audit'].map((code) => `risk:ruleSet:${code}`);
  const pages = ['/AdminContent/RiskControlSystem/RuleSet'];
  for (const name of ['tries.maker', 'tries.checker']) {
    const { userNo } = await addPerson(app.database, name, { codes, pages });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  [maker, checker] = [await as(app, 'tries.maker'), await as(app, 'tries.checker')];
});
afterAll(async () => {
  await stop?.();
  await app[Symbol.asyncDispose]();
});

const setOf = (ruleName: string, threshold: string) => ({
  ruleName: 'Tried',
  productNos: [],
  awaitsScorer: true,
  rules: [
    {
      priority: 5,
      ruleName,
      ruleType: 'CREDIT',
      fieldKey: 'appliedCents',
      operator: 'GT',
      threshold,
      decision: 'REFUSE',
      refuseCode: 'M203',
      coolOffDays: 0,
    },
  ],
});
interface Saved {
  readonly ruleId: string;
  readonly approve: () => Promise<void>;
}
let ruleId: string;
let last: Saved;

async function saved(value: object, of?: string): Promise<Saved> {
  const tried = { merchantNo, value, ...(of !== undefined && { ruleId: of }) };
  const { dryRunToken } = (await maker.post(ruleSet.dryRun, tried)).data;
  const form = { ...tried, effectiveFrom: businessDateOf(new Date()), reason: 'A test', dryRunToken };
  const { data } = await maker.post(ruleSet.save, form);
  const approve = async () => {
    const subjectNo = `${merchantNo}_${data.ruleId}`;
    const { rows } = (await checker.post(config.page, listOf({ configKey: 'risk.ruleSet', subjectNo }))).data;
    const [{ versionId, version }] = rows;
    expect((await checker.post(config.approve, { versionId, version, reason: 'Seen' })).code).toBe(0);
  };
  return { ruleId: data.ruleId, approve };
}
const ended = async (jobNo: string) =>
  await vi.waitFor(
    async () => {
      const row = await maker.call(job.detail, { jobNo });
      expect(row.finishedAt).toEqual(expect.any(String));
      return row;
    },
    { timeout: 60_000, interval: 100 },
  );

it('tries no day once another version applies', async () => {
  // Nobody asks for more than this: the set in force passes everybody but who is on a black list.
  const huge = await saved(setOf('Huge', '99999999'));
  await huge.approve();
  ({ ruleId } = huge);
  const next = await saved(setOf('Large', '5000000'), ruleId);
  // Nobody runs jobs yet.
  const { jobNo } = await maker.call(ruleSet.backtest, { ruleId, days: 2 });
  await next.approve();
  last = await saved(setOf('Larger', '60000000'), ruleId);
  stop = await startWorker();
  expect(await ended(jobNo)).toMatchObject({ jobStatus: 'FAILURE', failed: 2 });
  const { rows } = await maker.call(job.items, { jobNo, page: 1, pageSize: 20 });
  expect(rows[0]?.reason).toBe('Another version of the set applies since the backtest started');
  expect(await maker.call(ruleSet.backtestResult, { ruleId })).toMatchObject({
    jobNo,
    versionNo: 2,
    heldVersionNo: 1,
    newestVersionNo: 3,
    isCurrent: false,
    daysDone: 0,
  });
});

it('adds up the decisions that a version turns, with how those loans really did', async () => {
  await last.approve();
  await saved(setOf('Nobody', '0'), ruleId);
  const { db } = app.database;
  const { jobNo } = await maker.call(ruleSet.backtest, { ruleId, days: DAYS });
  expect(await ended(jobNo)).toMatchObject({ jobStatus: 'SUCCESS', succeeded: DAYS });
  const result = await maker.call(ruleSet.backtestResult, { ruleId });
  expect(result).toMatchObject({ jobNo, versionNo: 4, heldVersionNo: 3, newestVersionNo: 4, isCurrent: true });
  const { rows } = await sql<Omit<ruleSet.Flip, 'ruleName' | 'fromDecision' | 'toDecision'>>`
    WITH past AS (SELECT o.* FROM loan_order o WHERE o.merchant_no = ${merchantNo}
        AND (o.apply_time AT TIME ZONE 'Africa/Nairobi')::date < ${businessDateOf(new Date())}::date
        AND (o.apply_time AT TIME ZONE 'Africa/Nairobi')::date >= ${businessDateOf(new Date())}::date - ${DAYS}::int
        AND o.refuse_code IS DISTINCT FROM 'M101'),
      lent AS (SELECT * FROM past WHERE lending_time IS NOT NULL)
    SELECT (SELECT count(*)::int FROM past) AS orders, (SELECT count(*)::int FROM lent) AS disbursed,
      (SELECT count(*)::int FROM lent WHERE closed_at IS NOT NULL) AS repaid,
      (SELECT count(DISTINCT order_no)::int FROM lent JOIN bill b USING (order_no)
        WHERE coalesce(b.actual_date, now()::date) - b.due_date > 30) AS bad,
      (SELECT coalesce(sum(approved_cents), 0)::bigint FROM lent) AS lent_cents,
      (SELECT coalesce(-sum(p.amount_cents), 0)::bigint FROM lent JOIN bill b USING (order_no)
        JOIN posting p USING (bill_no) WHERE p.account_code LIKE 'INCOME%' AND p.account_code <> 'INCOME_RECOVERY')
        AS income_cents,
      (SELECT coalesce(sum(bb.outstanding_cents + bb.claim_cents), 0)::bigint FROM lent JOIN bill b USING (order_no)
        JOIN bill_balance bb USING (bill_no)) AS owed_cents`.execute(db);
  const [expected] = rows;
  expect(expected?.disbursed).toBeGreaterThan(0);
  expect(expected?.incomeCents).toBeGreaterThan(0);
  expect(result.flips).toEqual([{ ruleName: 'Nobody', fromDecision: 'PASS', toDecision: 'REFUSE', ...expected }]);
  expect(result.considered).toBeGreaterThanOrEqual(result.flipped);
});
