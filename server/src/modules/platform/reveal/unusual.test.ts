import { sensitiveInfo } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../policy/index.ts';
import { reasonsOf } from './unusual.ts';

let app: TestApp;
let auditor: Person;
let viewer: string;
const today = businessDateOf(new Date());
const yesterday = addDays(today, -1);
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { roleNo } = await addPerson(app.database, 'reveal.auditor', { pages: [sensitiveInfo.SENSITIVE_INFO_PAGE] });
  await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  ({ userNo: viewer } = await addPerson(app.database, 'reveal.viewer', {}));
  auditor = await as(app, 'reveal.auditor');
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** A reveal at an hour (EAT) of a day. */
const reveal = async (eatDay: string, hour: number, subjectNo: string) =>
  await app.database.db
    .insertInto('revealLog')
    .values({
      userNo: viewer,
      eatDay,
      subjectNo,
      kind: 'order.phone',
      field: 'phone',
      purpose: 'CALL_BACK',
      outcome: 'SHOWN',
      requestId: `r-${subjectNo}-${hour}`,
      address: '127.0.0.1',
      sessionId: null,
      happenedAt: new Date(startOfBusinessDate(eatDay).getTime() + hour * 3_600_000),
    })
    .execute();
const found = async (filters: object = {}) =>
  (
    await auditor.call(sensitiveInfo.unusual, {
      filters: { userNos: [viewer], ...filters },
      page: 1,
      pageSize: 20,
      sort: null,
    })
  ).rows;

it('says of a day what is unusual about it, and nothing of most days', () => {
  const usual = { reveals: 9, usual: 2, atNight: 0, withoutFollowUp: 2 };
  expect(reasonsOf(usual)).toEqual([]);
  expect(reasonsOf({ ...usual, reveals: 10 })).toEqual(['VOLUME']);
  expect(reasonsOf({ ...usual, reveals: 10, usual: 4 })).toEqual([]);
  expect(reasonsOf({ ...usual, atNight: 1 })).toEqual(['HOUR']);
  expect(reasonsOf({ ...usual, withoutFollowUp: 5 })).toEqual(['NO_FOLLOW_UP']);
});

it('lists a night’s reveal, and a day on which nothing was done with what was seen', async () => {
  await reveal(yesterday, 22, 'LO0000000001');
  expect(await found()).toMatchObject([{ eatDay: yesterday, reasons: ['HOUR'], reveals: 1, atNight: 1, usual: 0 }]);
  for (const no of [2, 3, 4, 5]) await reveal(yesterday, 10, `LO000000000${no}`);
  expect(await found()).toMatchObject([{ reasons: ['HOUR', 'NO_FOLLOW_UP'], reveals: 5, withoutFollowUp: 5 }]);
  // Something was done with three of them on the same day.
  await app.database.db
    .insertInto('auditLog')
    .values(
      [2, 3, 4].map((no) => ({
        userNo: viewer,
        action: 'followUp.save',
        subjectType: 'order',
        subjectNo: `LO000000000${no}`,
        requestId: `f-${no}`,
        address: '127.0.0.1',
        happenedAt: new Date(startOfBusinessDate(yesterday).getTime() + 11 * 3_600_000),
      })),
    )
    .execute();
  expect(await found()).toMatchObject([{ reasons: ['HOUR'], withoutFollowUp: 2 }]);
  expect(await found({ reason: 'VOLUME' })).toEqual([]);
  expect(await found({ eatDay: { from: today, to: today } })).toEqual([]);
});
