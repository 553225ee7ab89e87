import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { addPerson, createTestApp, signInAs } from '../../../../testing/test-app.ts';
import { publishEvent, writeAudit } from '../audit/index.ts';
import { createLogger } from '../health/index.ts';
import { dispatchEvents, type DomainEvent, type EventSubscriber } from './dispatch.ts';
import { notifyBrowsers } from './notify-browsers.ts';

const log = createLogger('silent');
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase('migrated');
});
beforeEach(async () => {
  await database.db.deleteFrom('domainEventDue').execute();
});
afterAll(() => database.drop());

const happened = (subjectNo: string, step: number) =>
  database.db.transaction().execute((tx) =>
    writeAudit(
      tx,
      { requestId: 'r', address: '' },
      {
        action: 'test.step',
        subjectType: 'thing',
        subjectNo,
        after: { step },
        merchantNo: 'M1',
      },
    ),
  );

/** Keeps what it took; refuses events while `refuses` says so. */
function recorder(name: string, refuses: (event: DomainEvent) => boolean = () => false) {
  const steps: string[] = [];
  const subscriber: EventSubscriber = {
    name,
    async take(events) {
      const wrong = events.find(refuses);
      if (wrong) throw new Error(`not ${wrong.subjectNo}`);
      steps.push(...events.map(({ subjectNo, after }) => `${subjectNo} ${JSON.stringify(after)}`));
    },
  };
  return { subscriber, steps };
}

const dispatch = (...subscribers: EventSubscriber[]) => dispatchEvents({ db: database.db, subscribers, log });
const due = () => database.db.selectFrom('domainEventDue').selectAll().orderBy('eventId').execute();
const makeDue = () =>
  database.db
    .updateTable('domainEventDue')
    .set({ nextAttemptAt: new Date(0) })
    .execute();

it('hands each event to everybody once, in order, and has nothing left', async () => {
  const [one, other] = [recorder('one'), recorder('other')];
  for (const step of [1, 2]) await happened('A', step);
  expect(await dispatch(one.subscriber, other.subscriber)).toBe(2);
  expect(await dispatch(one.subscriber, other.subscriber)).toBe(0);
  expect(one.steps).toEqual(['A {"step":1}', 'A {"step":2}']);
  expect(other.steps).toEqual(one.steps);
  expect(await due()).toEqual([]);
});

it('holds a subject back behind what could not be taken, and tries that again for whom it failed', async () => {
  let isBroken = true;
  const good = recorder('good');
  const bad = recorder('bad', ({ subjectNo }) => isBroken && subjectNo === 'A');
  await happened('A', 1);
  await happened('B', 1);
  await happened('A', 2);
  expect(await dispatch(good.subscriber, bad.subscriber)).toBe(1);
  expect(bad.steps).toEqual(['B {"step":1}']);
  await happened('A', 3);
  // Not due yet, and what came since waits behind it.
  expect(await dispatch(good.subscriber, bad.subscriber)).toBe(0);
  expect(await due()).toMatchObject([
    { deliveredTo: ['good'], attempts: 1, fault: 'not A' },
    { deliveredTo: ['good'] },
    { deliveredTo: [], attempts: 0 },
  ]);
  isBroken = false;
  await makeDue();
  expect(await dispatch(good.subscriber, bad.subscriber)).toBe(3);
  expect(bad.steps).toEqual(['B {"step":1}', 'A {"step":1}', 'A {"step":2}', 'A {"step":3}']);
  expect(good.steps).toHaveLength(4);
});

it('loses nothing where a round dies, and takes nothing twice where two run', async () => {
  await happened('C', 1);
  const all = recorder('all');
  const dying: EventSubscriber = {
    name: 'dying',
    async take() {
      await sql`create trigger stopped before delete on domain_event_due
        for each row execute function refuse_change()`.execute(database.db);
    },
  };
  await expect(dispatch(all.subscriber, dying)).rejects.toThrow('append-only');
  expect(await due()).toMatchObject([{ subjectNo: 'C', deliveredTo: [] }]);
  await sql`drop trigger stopped on domain_event_due`.execute(database.db);
  const second = recorder('second');
  await Promise.all([dispatch(second.subscriber), dispatch(second.subscriber)]);
  expect(second.steps).toEqual(['C {"step":1}']);
  expect(await due()).toEqual([]);
});

it('refuses to change or forget what happened', async () => {
  await happened('D', 1);
  const change = sql`update domain_event set merchant_no = 'M2'`.execute(database.db);
  await expect(change).rejects.toThrow('append-only');
  await expect(database.db.deleteFrom('domainEvent').execute()).rejects.toThrow('append-only');
});

it('notifies browsers of people who see the merchant, by number', async () => {
  await using app = await createTestApp({ content: 'migrated' });
  const { db } = app.database;
  const merchant = { orgNo: 'O1', orgName: 'One', merchantName: 'One', companyName: 'One' };
  await db
    .insertInto('merchant')
    .values({ merchantNo: 'M1', ...merchant })
    .execute();
  const inside = await addPerson(app.database, 'inside');
  await addPerson(app.database, 'outside');
  await db.updateTable('role').set({ dataScope: 'MERCHANTS' }).execute();
  await db.insertInto('userMerchant').values({ userNo: inside.userNo, merchantNo: 'M1' }).execute();
  for (const name of ['inside', 'outside']) await signInAs(app, name);
  await db.deleteFrom('domainEventDue').execute();
  await db.transaction().execute((tx) =>
    writeAudit(
      tx,
      { requestId: 'r', address: '' },
      {
        action: 'test.step',
        subjectType: 'order',
        subjectNo: 'LO1',
        merchantNo: 'M1',
      },
    ),
  );
  // A payout that ends is told with what it paid.
  await db.transaction().execute((tx) =>
    publishEvent(tx, {
      topic: 'payout.fail',
      subjectType: 'payout',
      subjectNo: 'PO1',
      merchantNo: 'M1',
      after: { attemptStatus: 'FAILED', subjectType: 'REFUND', subjectNo: 'RF1' },
    }),
  );
  const told = new Promise((resolve) => {
    app.services.events.onAny((audience, event) => {
      // The rights that were given above may be told only now.
      if (event.type === 'changed') resolve({ audience, event });
    });
  });
  const subscribers = [notifyBrowsers(db, app.services.events)];
  expect(await dispatchEvents({ db, subscribers, log })).toBe(2);
  expect(await told).toEqual({
    audience: { userNos: [inside.userNo] },
    event: {
      type: 'changed',
      things: [
        { subjectType: 'order', subjectNo: 'LO1' },
        { subjectType: 'payout', subjectNo: 'PO1' },
        { subjectType: 'REFUND', subjectNo: 'RF1' },
      ],
    },
  });
});
