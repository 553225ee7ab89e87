import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../../tests/support/database.ts';
import { createLogger } from '../../health/index.ts';
import { createCallbackProcessor } from './process.ts';
import { storeCallback } from './store.ts';
import type { CallbackTopic } from './topics.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('seeded');
});
afterAll(() => database.drop());

const [LOANS, EACH] = [4, 3];
const about: CallbackTopic['about'] = async (_, { fields }) =>
  await Promise.resolve({ lane: fields.get('loan') ?? '', merchantNo: 'M0001', subjectNo: null });

it('works callbacks of different loans off side by side, those of one in the order in which they came', async () => {
  const { db } = database;
  const [ended, underWay] = [[] as { loan: number; turn: number }[], new Set<number>()];
  const all = Promise.withResolvers<void>();
  const processor = createCallbackProcessor({
    db,
    log: createLogger('silent'),
    topics: {
      'mpesa/c2b/confirmation': {
        about,
        handle: async (_, fields) => {
          const { loan, turn } = fields as { loan: number; turn: number };
          expect(underWay.has(loan), 'two of one loan at once').toBe(false);
          underWay.add(loan);
          if (underWay.size === LOANS) all.resolve();
          // Nobody ends before one of each loan is under way.
          await all.promise;
          underWay.delete(loan);
          ended.push({ loan, turn });
          return 'processed';
        },
      },
    },
  });
  for (let turn = 0; turn < EACH; turn += 1) {
    for (let loan = 0; loan < LOANS; loan += 1) {
      const content = Buffer.from(JSON.stringify({ loan, turn }));
      await storeCallback(db, { topic: 'mpesa/c2b/confirmation', content, contentType: 'application/json' }, { about });
    }
  }
  processor.wake();
  await processor.settled();
  await processor.close();
  for (let loan = 0; loan < LOANS; loan += 1) {
    expect(ended.filter((one) => one.loan === loan).map(({ turn }) => turn)).toEqual([0, 1, 2]);
  }
});
