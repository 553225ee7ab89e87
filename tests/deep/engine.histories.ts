import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../server/src/db/pool.ts';
import { trialBalance } from '../../server/src/modules/ledger/index.ts';
import { makeProduct } from '../../server/src/modules/orders/testing/lend.ts';
import {
  anyCommand,
  liveHistory,
  type ModelPeople,
} from '../../server/src/modules/payments/testing/engine-model.ts';
import { addPerson } from '../../server/src/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

// KITUO_DEEP_HISTORIES and KITUO_DEEP_COMMANDS shorten it.
const HISTORIES = Number(process.env.KITUO_DEEP_HISTORIES ?? 2_000);
const COMMANDS = Number(process.env.KITUO_DEEP_COMMANDS ?? 300);

/** Histories side by side, as two cores can. */
const LANES = 2;

let database: TestDatabase;
let opened: OpenDatabase;
let people: ModelPeople;
let productNos: string[];

beforeAll(async () => {
  database = await createTestDatabase('seeded');
  opened = openDatabase(database.url, { maxConnections: LANES, preparesAll: true });
  const [maker, checker] = [
    await addPerson(database, 'deep.maker'),
    await addPerson(database, 'deep.checker'),
  ];
  people = { maker: maker.userNo, checker: checker.userNo };
  productNos = [
    await makeProduct(database.db, { installments: 1, termDays: 14 }),
    await makeProduct(database.db, { installments: 3, termDays: 60, lateFeeBps: 400 }),
    await makeProduct(database.db, { installments: 1, termDays: 30, feeTiming: 'UPFRONT' }),
  ];
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

it('keeps what always holds through long random histories of commands', async () => {
  let effects = 0;
  const lane = () =>
    fc.assert(
      fc.asyncProperty(
        fc.nat({ max: productNos.length - 1 }),
        fc.array(anyCommand, { minLength: COMMANDS, maxLength: COMMANDS }),
        async (which, commands) => {
          effects += await liveHistory(opened.db, people, productNos[which] ?? '', commands);
        },
      ),
      { numRuns: Math.ceil(HISTORIES / LANES), endOnFailure: true },
    );
  // The first failure waits for the other lane, so that no history runs on a database that is gone.
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
  for (const done of lanes) if (done.status === 'rejected') throw done.reason;
  console.log(`${HISTORIES} histories of ${COMMANDS} commands, ${effects} took effect`);
  expect((await trialBalance(database.db)).differenceCents).toBe(0);
});
