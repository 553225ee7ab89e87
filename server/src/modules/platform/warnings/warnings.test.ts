import { announcement, home, user, warning } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, found, listOf, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';

const IMPORTS = '/AdminContent/TelemarketingSystem/ImportRecord';

let app: TestApp;
let admin: Person;
let repayer: Person;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  admin = previewing(app, await as(app, 'admin'));
  repayer = await as(app, 'repayer');
});
afterAll(async () => await app[Symbol.asyncDispose]());

async function openOf(person: Person, sourceType: string) {
  const { data } = await person.post(warning.page, listOf({ sourceType }));
  return data.rows as { warningNo: string; merchantNo: string; allowedActions: string[] }[];
}

test('a person sees the warnings of their roles and merchants', async () => {
  expect(await openOf(admin, 'FLOW_UNMATCHED')).toHaveLength(2);
  const own = await openOf(repayer, 'FLOW_UNMATCHED');
  expect(own.map(({ merchantNo }) => merchantNo)).toEqual(['M0001']);
  expect(own[0]?.allowedActions).toEqual(['acknowledge', 'snooze']);
  const foreign = (await openOf(admin, 'SIGN_IN_FAILURES'))[0]?.warningNo;
  expect((await repayer.get(warning.detail, { warningNo: foreign })).data.error).toBe('WARNING_NOT_FOUND');
  const refused = await repayer.post(warning.acknowledge, { warningNos: [foreign] });
  expect(refused.data.error).toBe('WARNING_NOT_FOUND');
});

test('names the page of what it is about to those alone who hold it', async () => {
  const pathFor = async (pages: string[]) => {
    const name = `warned.${pages.length}`;
    const { userNo } = await addPerson(app.database, name, { pages: ['/AdminContent/WarningNotify', ...pages] });
    await app.database.db.insertInto('userRole').values({ userNo, roleNo: 'R-010' }).execute();
    await app.database.db.insertInto('userMerchant').values({ userNo, merchantNo: 'M0002' }).execute();
    const reader = await as(app, name);
    return (await reader.post(warning.page, listOf({ sourceType: 'JOB_PARTLY_FAILED' }))).data.rows[0].subjectPath;
  };
  expect(await pathFor([])).toBeNull();
  expect(await pathFor([IMPORTS])).toBe(IMPORTS);
});

test('is taken on, handed over, snoozed and resolved, with its history', async () => {
  const warningNo = (await openOf(repayer, 'FLOW_UNMATCHED'))[0]?.warningNo ?? '';
  expect((await repayer.post(warning.acknowledge, { warningNos: [warningNo] })).code).toBe(0);
  const twice = await repayer.post(warning.acknowledge, { warningNos: [warningNo] });
  expect(twice.data.error).toBe('ILLEGAL_TRANSITION');
  const detail = await admin.get(warning.detail, { warningNo });
  expect(detail.data).toMatchObject({ warningStatus: 'ACKNOWLEDGED', assigneeUserNo: 'U000004' });
  const wrong = await admin.post(warning.assign, { warningNo, assigneeUserNo: 'U000006' });
  expect(wrong.data.error).toBe('REFERENCE_UNKNOWN');
  const handed = await admin.post(warning.assign, { warningNo, assigneeUserNo: 'U000018' });
  expect(handed.data.assigneeUserNo).toBe('U000018');
  const assignees = async (who: Person) => (await who.get(warning.assignees)).data as { userNo: string }[];
  expect((await assignees(repayer)).map(({ userNo }) => userNo)).toContain('U000018');
  // A collector, to whose roles it is not addressed.
  const stranger = await assignees(await as(app, 'collector'));
  expect(stranger.map(({ userNo }) => userNo)).not.toContain('U000018');
  const past = await admin.post(warning.snooze, {
    warningNo,
    until: '2020-01-01T00:00:00Z',
  });
  expect(past.data.fields[0].field).toBe('until');
  const resolve = { warningNos: [warningNo], note: 'Matched by hand' };
  expect((await repayer.post(warning.resolve, resolve)).data.error).toBe('FORBIDDEN');
  const blank = await admin.post(warning.resolve, { ...resolve, note: ' ' });
  expect(blank.data.fields[0].msg).toBe('Content cannot be blank');
  expect((await admin.post(warning.resolve, resolve)).code).toBe(0);
  const again = await admin.post(warning.resolve, resolve);
  expect(again.msg).toBe('Already resolved by Wanjiru Kamau.');
  const { data } = await admin.get(warning.detail, { warningNo });
  expect(data.history.map((entry: { action: string }) => entry.action)).toEqual(['acknowledge', 'assign', 'resolve']);
});

test('freezing somebody gives their warnings back', async () => {
  const [first] = await openOf(admin, 'LEASE_RUNNING_OUT');
  const reviewer = await as(app, 'reviewer');
  await reviewer.post(warning.acknowledge, { warningNos: [first?.warningNo] });
  expect((await admin.get(user.freezePreview, { userNo: 'U000002' })).data.assignedWarnings).toBe(1);
  const frozen = await admin.post(user.frozenUser, { userNo: 'U000002' });
  expect(frozen.data.warningsReturned).toBe(1);
});

test('of several each succeeds or fails individually', async () => {
  const [open] = await openOf(admin, 'LOW_BALANCE');
  const resolved = await admin.post(warning.page, listOf({ warningStatus: 'RESOLVED' }));
  const done = resolved.data.rows[0].warningNo;
  const { data } = await admin.post(warning.resolve, {
    warningNos: [open?.warningNo, done],
    note: 'Done',
  });
  expect(data.items.filter((item: { done: boolean }) => item.done)).toHaveLength(1);
});

test('home counts from the tables; announcements are confirmed once', async () => {
  const { data } = await admin.get(home.summary);
  expect(data).toMatchObject({ realName: 'Wanjiru Kamau', deptName: 'Head Office' });
  expect(data.warnings).toHaveLength(5);
  const tile = found(data.tiles.find(({ key }) => key === 'usersFrozen'));
  expect(tile.count).toBeGreaterThanOrEqual(3);
  const few = await repayer.get(home.summary);
  expect(few.data.tiles.map(({ key }: { key: string }) => key)).not.toContain('usersNormal');
  const mine = await repayer.get(announcement.mine);
  expect(mine.data).toHaveLength(2);
  const first = await repayer.post(announcement.confirm, { announcementNo: 'A0001' });
  const second = await repayer.post(announcement.confirm, { announcementNo: 'A0001' });
  expect(second.data).toEqual(first.data);
  expect((await repayer.post(announcement.confirm, { announcementNo: 'A9' })).status).toBe(404);
});
