import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { type Arm, armOf, type Traffic } from './traffic.ts';

let database: TestDatabase;
let customers: string[];
let models: string[];
let merchantNo: string;

beforeAll(async () => {
  database = await createTestDatabase('seeded');
  const { db } = database;
  ({ merchantNo } = await db.selectFrom('merchant').select('merchantNo').limit(1).executeTakeFirstOrThrow());
  const { userNo } = await db.selectFrom('appUser').select('userNo').limit(1).executeTakeFirstOrThrow();
  const made = await db
    .insertInto('customer')
    .values(
      [0, 1, 2, 3, 4, 5].map((no) => ({
        merchantNo,
        phone: `25479940000${no}`,
        customerName: 'Wanjiku Otieno',
        idCardNo: `3940000${no}`,
      })),
    )
    .returning('customerNo')
    .execute();
  customers = made.map(({ customerNo }) => customerNo);
  const rules = await db
    .insertInto('configRule')
    .values([0, 1, 2].map(() => ({ configKey: 'risk.model', merchantNo, createdBy: userNo })))
    .returning('ruleId')
    .execute();
  models = rules.map(({ ruleId }) => ruleId);
});
afterAll(async () => await database.drop());

/** Shares of the three models that add up to 100, none of them nothing. */
const shares = fc
  .tuple(fc.integer({ min: 1, max: 98 }), fc.integer({ min: 1, max: 98 }))
  .filter(([first, second]) => first + second < 100)
  .map(([first, second]) => [first, second, 100 - first - second]);
const armsOf = (percents: readonly number[]): Arm[] =>
  models.map((ruleId, index) => ({
    ruleId,
    role: index === 0 ? 'CHAMPION' : 'CHALLENGER',
    trafficPercent: percents[index] ?? 0,
  }));

class Undone extends Error {}

it('keeps every customer with their arm, whatever the shares become and in whatever order they come', async () => {
  const step = fc.record({ percents: shares, order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5]) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      const first = new Map<string, string>();
      const run = database.db.transaction().execute(async (tx) => {
        for (const { percents, order } of steps) {
          const traffic: Traffic = {
            trafficId: 1,
            testNo: 'MT999999',
            merchantNo,
            loanType: 'FIRST',
            startedAt: new Date(),
            arms: armsOf(percents),
          };
          for (const customerNo of order.map((index) => customers[index] ?? '')) {
            const arm = await armOf(tx, traffic, customerNo, new Date());
            expect(arm?.trafficPercent).toBeGreaterThan(0);
            expect(arm?.ruleId).toBe(first.get(customerNo) ?? arm?.ruleId);
            first.set(customerNo, arm?.ruleId ?? '');
          }
        }
        throw new Undone();
      });
      await expect(run).rejects.toBeInstanceOf(Undone);
    }),
    { numRuns: 40 },
  );
});
