import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import type { Call } from '../../../http/implement.ts';
import { recordItem } from './record-item.ts';
import { runsOf } from './runs.ts';
import { putRule } from './testing/put-rule.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('seeded');
});
afterAll(() => database.drop());

it('pages the runs of a rule, newest first, and says whether there are more', async () => {
  const { db } = database;
  const people = { maker: 'U000001', checker: 'U000002', value: {} };
  const ruleIds: string[] = [];
  for (const merchantNo of ['M0001', 'M0002']) {
    ruleIds.push(await putRule(db, { ...people, configKey: 'afterLoan.autoSettle', merchantNo }));
  }
  const [ruleId = '', other = ''] = ruleIds;
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 1, hour));
  const done = [
    [ruleId, 1, 'B1'],
    [ruleId, 2, 'B2'],
    [ruleId, 2, 'B3'],
    [ruleId, 3, 'B4'],
    [other, 4, 'B5'],
  ] as const;
  await db.transaction().execute(async (tx) => {
    for (const [of, hour, subjectNo] of done) {
      const item = { runAt: at(hour), subjectNo, outcome: 'ZERO', amountCents: 1_00 };
      await recordItem(tx, { ruleId: of, versionNo: 1 }, item);
    }
  });
  const read = async (page: number) => await runsOf({ filters: { ruleId }, page, pageSize: 2 }, { db } as Call);
  const shown = ({ rows }: Awaited<ReturnType<typeof read>>) =>
    rows.map(({ runAt, itemCount, items }) => [runAt, itemCount, items.map(({ subjectNo }) => subjectNo)]);
  const first = await read(1);
  expect(shown(first)).toEqual([
    [at(3).toISOString(), 1, ['B4']],
    [at(2).toISOString(), 2, ['B2', 'B3']],
  ]);
  expect([first.total, first.totalIsExact]).toEqual([3, false]);
  const last = await read(2);
  expect(shown(last)).toEqual([[at(1).toISOString(), 1, ['B1']]]);
  expect([last.total, last.totalIsExact]).toEqual([3, true]);
});
