import { home, warning } from '@kituo/sdk/contracts';
import type { ServerEvent } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Audience } from '../../platform/events/index.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, found, listOf, type Person } from '../../../../testing/test-calls.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  admin = await as(app, 'admin');
});
afterAll(async () => await app[Symbol.asyncDispose]());

interface Tile {
  readonly key: string;
  readonly count: number | null;
  readonly days: number[] | null;
  readonly path: string | null;
}
const tileOf = (tiles: readonly Tile[], key: string) => tiles.find((tile) => tile.key === key);

/** The rows that the address of a tile leads to. */
async function rowsBehind(tile: Tile | undefined): Promise<number> {
  const query = new URL(tile?.path ?? '', 'http://kituo').searchParams;
  const { isLive, ...filters } = Object.fromEntries(query);
  const { data } = await admin.post(warning.page, listOf({ ...filters, ...(isLive === 'true' && { isLive: true }) }));
  return data.total;
}

test('a tile counts the very rows that it leads to', async () => {
  const { tiles } = (await admin.get(home.summary)).data;
  for (const key of ['warningsUrgent', 'warningsOpen', 'warningsMine']) {
    const tile = tileOf(tiles, key);
    expect([key, await rowsBehind(tile)]).toEqual([key, tile?.count]);
  }
  expect(tileOf(tiles, 'warningsOpen')?.count).toBeGreaterThan(0);
});

test('sections give Home what waits in them, to whoever holds the page, with the money it comes to', async () => {
  const { db } = app.database;
  const tiles = async (person: Person) =>
    (await person.get(home.summary)).data.tiles as (Tile & { label: string; amountCents: number })[];
  const before = tileOf(await tiles(admin), 'flows.unmatched');
  await sql`INSERT INTO payment_flow (flow_no, merchant_no, payment_channel, payment_code, amount_cents,
      flow_status, source, repay_time, received_at, account_code)
    SELECT 'FLTILE1', min(merchant_no), 'MPESA', 'TILE1', 125000, 'UNMATCHED', 'CALLBACK', now(), now(),
      (SELECT min(account_code) FROM account) FROM merchant`.execute(db);
  const now = (await tiles(admin)).find(({ key }) => key === 'flows.unmatched');
  expect(now).toMatchObject({
    label: 'Unmatched payments',
    count: (before?.count ?? 0) + 1,
    path: '/AdminContent/AfterLoanSystem/FlowRecordSupplement?tab=unmatched',
  });
  expect(now?.amountCents).toBe(((before as { amountCents?: number } | undefined)?.amountCents ?? 0) + 125_000);
  const service = await as(app, 'service');
  expect((await tiles(service)).some(({ key }) => key === 'flows.unmatched')).toBe(false);
  expect((await service.get(home.tile, { key: 'flows.unmatched' })).data.error).toBe('FORBIDDEN');
});

test('the last seven days in Nairobi are counted day by day', async () => {
  const { db } = app.database;
  const add = async (at: ReturnType<typeof sql>) =>
    await sql`INSERT INTO warning (warning_level, source_type, subject, raised_at)
      VALUES ('INFO', 'LIMIT_REACHED', 'Limit', ${at})`.execute(db);
  const before: number[] = tileOf((await admin.get(home.summary)).data.tiles, 'warningsOpen')?.days ?? [];
  const midnight = sql`date_trunc('day', now() AT TIME ZONE 'Africa/Nairobi') AT TIME ZONE 'Africa/Nairobi'`;
  await add(sql`${midnight} + interval '1 second'`);
  await add(sql`${midnight} - interval '1 second'`);
  await add(sql`${midnight} - interval '6 days'`);
  await add(sql`${midnight} - interval '6 days 1 second'`);
  const { data } = await admin.get(home.tile, { key: 'warningsOpen' });
  const added = (data.days as number[]).map((count, index) => count - (before[index] ?? 0));
  expect(added).toEqual([1, 0, 0, 0, 0, 1, 1]);
  const within = async (raisedWithin: string) =>
    (await admin.post(warning.page, listOf({ raisedWithin, sourceType: 'LIMIT_REACHED' }))).data.total as number;
  expect((await within('D30')) - (await within('D7'))).toBe(1);
  expect(await within('D1')).toBeGreaterThanOrEqual(1);
});

test('causes are counted under the same filters, with what to do about each', async () => {
  const filters = { raisedWithin: 'D30', isLive: true };
  const { data } = await admin.post(warning.causes, { filters });
  const page = await admin.post(warning.page, listOf(filters));
  const sum = (data as { count: number }[]).reduce((total, { count }) => total + count, 0);
  expect(sum).toBe(page.data.total);
  const limit = found(data.find((row) => row.sourceType === 'LIMIT_REACHED'));
  expect(limit.runbook).toMatch(/^Raise the merchant’s daily limit/);
});

test('whoever sees a warning is told when it changes, and nobody else', async () => {
  const told: [Audience, ServerEvent][] = [];
  const events = app.services.events;
  const arrived = new Promise<void>((resolve) => {
    events.onAny((audience, event) => {
      if (event.type !== 'warnings') return;
      told.push([audience, event]);
      resolve();
    });
  });
  const { data } = await admin.post(warning.page, listOf({ sourceType: 'SIGN_IN_FAILURES' }));
  const { warningNo } = data.rows[0];
  await admin.post(warning.acknowledge, { warningNos: [warningNo] });
  await arrived;
  const [audience] = told[0] ?? [];
  const userNos = typeof audience === 'object' && 'userNos' in audience ? audience.userNos : [];
  expect(userNos).toContain('U000001');
  // A repayment clerk, whose roles the warning is not addressed to.
  expect(userNos).not.toContain('U000004');
});

test('what cannot be counted leaves the rest of Home alone', async () => {
  await sql`ALTER TABLE warning RENAME TO warning_away`.execute(app.database.db);
  const broken = (await admin.get(home.summary)).data;
  expect(tileOf(broken.tiles, 'warningsOpen')).toMatchObject({ count: null, days: null });
  expect(tileOf(broken.tiles, 'usersFrozen')?.count).toBeGreaterThan(0);
  expect(broken.warnings).toBeNull();
  await sql`ALTER TABLE warning_away RENAME TO warning`.execute(app.database.db);
  const again = await admin.get(home.tile, { key: 'warningsOpen' });
  expect(again.data.count).toBeGreaterThan(0);
  const repayer = await as(app, 'repayer');
  expect((await repayer.get(home.tile, { key: 'usersFrozen' })).data.error).toBe('FORBIDDEN');
});

test('tells who is planned whether they are on shift and when that changes, and others nothing', async () => {
  const { db } = app.database;
  const shift = async () => (await admin.get(home.summary)).data.shift;
  await db.deleteFrom('personnelShift').where('userNo', '=', 'U000001').execute();
  expect(await shift()).toBeUndefined();
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const plan = async (startsAt: Date, endsAt: Date) =>
    await db.insertInto('personnelShift').values({ userNo: 'U000001', startsAt, endsAt }).execute();
  const tomorrow = at(24);
  await plan(tomorrow, at(30));
  expect(await shift()).toEqual({
    isOnShift: false,
    changesAt: tomorrow.toISOString(),
    nextAt: tomorrow.toISOString(),
  });
  const evening = at(3);
  await plan(at(-3), evening);
  expect(await shift()).toEqual({ isOnShift: true, changesAt: evening.toISOString(), nextAt: tomorrow.toISOString() });
});
