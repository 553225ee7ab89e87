import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { openDatabase, type OpenDatabase } from '../../db/pool.ts';
import { addPerson } from '../../test-app.ts';
import { COMPONENTS, explainBill, trialBalance } from '../ledger/index.ts';
import { makeProduct } from '../orders/testing/lend.ts';
import { anyCommand, liveHistory, type ModelPeople } from './testing/engine-model.ts';

// `npm run test:deep` lives 2,000 histories of 300 commands; here as many as a run of all tests can bear.
const HISTORIES = 20;
const COMMANDS = 100;

let database: TestDatabase;
/** Its statements are planned once: looking at a loan takes longer to plan than to do. */
let opened: OpenDatabase;
let people: ModelPeople;
let productNos: string[];

beforeAll(async () => {
  database = await createTestDatabase('seeded');
  opened = openDatabase(database.url, { maxConnections: 2, preparesAll: true });
  const [maker, checker] = [
    await addPerson(database, 'model.maker'),
    await addPerson(database, 'model.checker'),
  ];
  people = { maker: maker.userNo, checker: checker.userNo };
  productNos = [
    await makeProduct(database.db, { installments: 1, termDays: 14 }),
    await makeProduct(database.db, { installments: 3, termDays: 60, lateFeeBps: 400 }),
  ];
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

it(
  'keeps what always holds through random histories of commands',
  { timeout: 240_000 },
  async () => {
    let effects = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 1 }),
        fc.array(anyCommand, { minLength: COMMANDS, maxLength: COMMANDS }),
        async (which, commands) => {
          effects += await liveHistory(opened.db, people, productNos[which] ?? '', commands);
        },
      ),
      { numRuns: HISTORIES, endOnFailure: true },
    );
    // Refusals alone would prove little.
    expect(effects).toBeGreaterThan(HISTORIES * 10);
    expect((await trialBalance(database.db)).differenceCents).toBe(0);
    await expectEveryBalanceExplained();
  },
);

/** Why a bill owes what it owes is the sum of its postings, a component each, to the cent. */
async function expectEveryBalanceExplained(): Promise<void> {
  const balances = await database.db.selectFrom('billBalance').selectAll().execute();
  expect(balances.length).toBeGreaterThan(HISTORIES);
  for (const balance of balances) {
    const { components, claim } = await explainBill(database.db, balance.billNo);
    const sums = COMPONENTS.map((component) => {
      const lines = components.find((one) => one.component === component)?.lines ?? [];
      expect(lines.at(-1)?.runningCents ?? 0).toBe(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)); // prettier-ignore
      return lines.at(-1)?.runningCents ?? 0;
    });
    expect([...sums, claim.balanceCents]).toEqual([
      balance.lateFeeCents,
      balance.liquidatedDamagesCents,
      balance.extensionServiceFeeCents,
      balance.managementFeeCents,
      balance.serviceFeeCents,
      balance.exciseCents,
      balance.interestCents,
      balance.principalCents,
      balance.claimCents,
    ]);
  }
}
