import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

let database: TestDatabase;
let people: ModelPeople;
let productNos: string[];

beforeAll(async () => {
  database = await createTestDatabase('seeded');
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
afterAll(() => database.drop());

it('keeps what always holds through long random histories of commands', async () => {
  let effects = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: productNos.length - 1 }),
      fc.array(anyCommand, { minLength: COMMANDS, maxLength: COMMANDS }),
      async (which, commands) => {
        effects += await liveHistory(database.db, people, productNos[which] ?? '', commands);
      },
    ),
    { numRuns: HISTORIES, endOnFailure: true },
  );
  console.log(`${HISTORIES} histories of ${COMMANDS} commands, ${effects} took effect`);
  expect((await trialBalance(database.db)).differenceCents).toBe(0);
});
