import { change, dept, job, user } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, found, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';

let app: TestApp;
let admin: Person;
let second: Person;
let lead: Person;
let leadNo: string;

const system = '/AdminContent/UserSystem/';

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const other = await addPerson(app.database, 'second.admin');
  await db.insertInto('userRole').values({ userNo: other.userNo, roleNo: 'R-001' }).execute();
  // A lead of one merchant, in Collection, who may do all this but sees one merchant's people.
  const { userNo, roleNo } = await addPerson(app.database, 'dept.lead', {
    pages: [`${system}DepartmentManagement`],
    codes: ['user:dept:add', 'user:dept:update', 'user:dept:delete', 'user:change:approve'],
  });
  leadNo = userNo;
  await db.insertInto('userMerchant').values({ userNo, merchantNo: 'M0001' }).execute();
  await db.updateTable('appUser').set({ deptNo: 'D0005' }).where('userNo', '=', userNo).execute();
  const menu = await db
    .selectFrom('menu')
    .select('menuNo')
    .where('perms', '=', `${system}UserManagement`)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('menuDataRule')
    .values({ menuNo: menu.menuNo, roleNo, rowScope: 'DEPARTMENT_AND_BELOW' })
    .execute();
  admin = await as(app, 'admin');
  second = await as(app, 'second.admin');
  lead = await as(app, 'dept.lead');
});
afterAll(async () => await app[Symbol.asyncDispose]());

const flat = (rows: readonly dept.Department[]): dept.Department[] =>
  rows.flatMap((row) => [row, ...flat(row.childList)]);
async function find(deptNo: string, who = admin): Promise<dept.Department> {
  const all = flat((await who.get(dept.tree, { withDisabled: 'true' })).data);
  const found = all.find((row) => row.deptNo === deptNo);
  if (!found) throw new Error(`no department ${deptNo}`);
  return found;
}
let made = 0;
async function add(parentDeptNo: string | null, name = `Team ${(made += 1)}`): Promise<string> {
  const form = { parentDeptNo, name, leaderUserNo: null, remark: null };
  return (await admin.post(dept.add, form)).data.deptNo;
}
const outcome = (answer: { data: { error: string; fields: { field: string }[] } }) => [
  answer.data.error,
  answer.data.fields?.[0]?.field,
];
async function withChecker(task: () => Promise<void>): Promise<void> {
  const { db } = app.database;
  const set = async (value: 'true' | 'false') =>
    await db.updateTable('policySetting').set({ value }).where('settingKey', '=', 'makerChecker.user').execute();
  await set('true');
  try {
    await task();
  } finally {
    await set('false');
  }
}

describe('the tree', () => {
  test('counts sub-departments, own people and all below', async () => {
    const collection = await find('D0005');
    const [early, late] = collection.childList;
    expect(collection.departments).toBe(2);
    expect(collection.membersBelow).toBe(collection.members + (early?.members ?? 0) + (late?.members ?? 0));
    expect(collection).toMatchObject({ number: 'D0005', leaderName: 'Mumbi Ndung’u' });
  });

  test('counts people as far as the caller sees them and says what they may do', async () => {
    const seen = await find('D0006', lead);
    expect(seen.members).toBeLessThan((await find('D0006')).members);
    expect(seen.allowedActions).toEqual(['update', 'add', 'move', 'delete']);
    const outsider = await as(app, 'reviewer');
    expect((await outsider.get(dept.tree)).data.error).toBe('FORBIDDEN');
  });
});

describe('adding and changing', () => {
  test('a number is given by the server and never used again', async () => {
    const deptNo = await add('D0012', 'Laboratory');
    const { version } = await find(deptNo);
    expect((await admin.post(dept.delete, { deptNo, version })).code).toBe(0);
    const next = await add('D0012', 'Laboratory');
    expect(next > deptNo).toBe(true);
    const history = await admin.get(dept.history, { deptNo: next });
    expect(history.data).toMatchObject([{ action: 'dept.add', byName: 'Wanjiru Kamau' }]);
    expect((await admin.get(dept.history, { deptNo })).data.error).toBe('DEPT_NOT_FOUND');
  });

  test.each([
    ['a name of its level, whatever its case', { name: 'early collection' }, 'DEPT_NAME_TAKEN', 'name'],
    ['a leader who is frozen', { leaderUserNo: 'U000024' }, 'REFERENCE_UNKNOWN', 'leaderUserNo'],
    ['an unknown parent', { parentDeptNo: 'D9999' }, 'REFERENCE_UNKNOWN', 'parentDeptNo'],
    ['an empty name', { name: '  ' }, 'BAD_REQUEST', 'name'],
    ['a name of 65 characters', { name: 'x'.repeat(65) }, 'BAD_REQUEST', 'name'],
    ['a remark of 201 characters', { remark: 'x'.repeat(201) }, 'BAD_REQUEST', 'remark'],
    ['a number of one’s own', { deptNo: 'D7777' }, 'BAD_REQUEST', 'deptNo'],
  ])('%s is refused beside its field', async (_what, part, error, field) => {
    const form = { parentDeptNo: 'D0005', name: 'Field', leaderUserNo: null, remark: null };
    expect(outcome(await admin.post(dept.add, { ...form, ...part }))).toEqual([error, field]);
  });

  test('a leader outside one’s merchants is unknown', async () => {
    const { version } = await find('D0006');
    const requested = { deptNo: 'D0006', version, leaderUserNo: 'U000025' };
    expect(outcome(await lead.post(dept.update, requested))).toEqual(['REFERENCE_UNKNOWN', 'leaderUserNo']);
    const offered = (await lead.get(dept.leaders)).data;
    const numbers = offered.map((one: { userNo: string }) => one.userNo);
    expect(numbers).toContain('U000005');
    expect(numbers).not.toContain('U000025');
  });

  test('changes what was sent, once; the parent is not among it', async () => {
    const deptNo = await add('D0012');
    const { version } = await find(deptNo);
    const changed = await admin.post(dept.update, { deptNo, version, name: 'Platform' });
    expect(changed.data).toEqual({ deptNo, version: version + 1 });
    expect(await find(deptNo)).toMatchObject({ name: 'Platform', leaderName: null });
    const late = await admin.post(dept.update, { deptNo, version, name: 'Late' });
    expect(late.data.error).toBe('STALE');
    const smuggled = { deptNo, version: version + 1, parentDeptNo: null };
    expect(outcome(await admin.post(dept.update, smuggled))[1]).toBe('parentDeptNo');
  });

  test('a disabled one is not chosen any more but stays in the whole tree', async () => {
    const deptNo = await add('D0012');
    const { version } = await find(deptNo);
    await admin.post(dept.update, { deptNo, version, isEnabled: false });
    const chosen = flat((await admin.get(dept.tree)).data).map((row) => row.deptNo);
    expect(chosen).not.toContain(deptNo);
    expect((await find(deptNo)).isEnabled).toBe(false);
    const below = { parentDeptNo: deptNo, name: 'Below', leaderUserNo: null, remark: null };
    expect(outcome(await admin.post(dept.add, below))[1]).toBe('parentDeptNo');
  });
});

test('deleting what is not empty says how many of each', async () => {
  const { version } = await find('D0005');
  const answer = await admin.post(dept.delete, { deptNo: 'D0005', version });
  expect(answer.data.error).toBe('DEPT_NOT_EMPTY');
  expect(answer.msg).toMatch(/sub-departments: 2, users: 2\)/);
  expect((await find('D0005')).departments).toBe(2);
});

describe('moving', () => {
  test.each([
    ['D0005', 'D0006', 'DEPT_OWN_BRANCH'],
    ['D0005', 'D0005', 'DEPT_OWN_BRANCH'],
    ['D0005', 'D0001', 'DEPT_SAME_PLACE'],
    ['D0005', 'D9999', 'REFERENCE_UNKNOWN'],
    ['D9999', 'D0001', 'DEPT_NOT_FOUND'],
  ])('%s below %s: %s, in the preview and in the command', async (deptNo, parentDeptNo, error) => {
    const move = { deptNo, parentDeptNo };
    expect((await admin.post(dept.movePreview, move)).data.error).toBe(error);
    expect((await admin.post(dept.move, move)).data.error).toBe(error);
  });

  test('below a department that is disabled is refused', async () => {
    const [deptNo, closed] = [await add('D0001'), await add('D0001')];
    const { version } = await find(closed);
    await admin.post(dept.update, { deptNo: closed, version, isEnabled: false });
    const answer = await admin.post(dept.move, { deptNo, parentDeptNo: closed });
    expect(outcome(answer)).toEqual(['REFERENCE_UNKNOWN', 'parentDeptNo']);
  });

  test('says who gains and loses, waits for somebody else, then rights follow at once', async () => {
    const deptNo = await add('D0001', 'Recovery');
    const move = { deptNo, parentDeptNo: 'D0005' };
    const preview = await admin.post(dept.movePreview, move);
    expect(preview.data).toMatchObject({ from: 'Head Office', to: 'Collection' });
    expect(preview.data.menus).toEqual(['User management']);
    const people = preview.data.people.map((one: { userNo: string }) => one.userNo);
    expect(people.toSorted()).toEqual(['U000020', leadNo]);
    await withChecker(async () => {
      const asked = await admin.post(dept.move, { ...move, reason: 'One team' });
      const { changeNo } = asked.data;
      const rows = await second.post(change.changeFamilies.user.page, listOf({ subjectNo: deptNo }));
      expect(rows.data.rows).toMatchObject([
        {
          title: 'Move department',
          before: { parent: 'Head Office' },
          after: { parent: 'Collection', menus: { en: ['User management'], zh: ['用户管理'] } },
          reason: 'One team',
        },
      ]);
      const approve = async (who: Person) =>
        (await who.post(change.changeFamilies.user.approve, { changeNo })).data.error ?? 'DONE';
      expect(await approve(admin)).toBe('CHANGE_OWN');
      // One merchant's lead does not even see it; who sees all and is concerned does not decide it.
      expect(await approve(lead)).toBe('CHANGE_NOT_FOUND');
      expect(flat((await find('D0005')).childList).some((one) => one.deptNo === deptNo)).toBe(false);
      expect(await approve(second)).toBe('DONE');
      expect(flat((await find('D0005')).childList).some((one) => one.deptNo === deptNo)).toBe(true);
    });
  });

  test('a request rests on the picture it was asked with', async () => {
    const deptNo = await add('D0001');
    const target = await add('D0001');
    await withChecker(async () => {
      const asked = await admin.post(dept.move, { deptNo, parentDeptNo: target });
      await app.database.db
        .updateTable('department')
        .set({ parentDeptNo: 'D0010' })
        .where('deptNo', '=', target)
        .execute();
      const { changeNo } = asked.data;
      const answer = await second.post(change.changeFamilies.user.approve, { changeNo });
      expect(answer.data.error).toBe('STALE');
    });
  });

  test('of two moves that close a ring together one is refused', async () => {
    const [one, other] = [await add(null), await add(null)];
    const answers = await Promise.all([
      admin.post(dept.move, { deptNo: one, parentDeptNo: other }),
      second.post(dept.move, { deptNo: other, parentDeptNo: one }),
    ]);
    expect(answers.map(({ data }) => data.error ?? 'DONE').toSorted()).toEqual(['DEPT_OWN_BRANCH', 'DONE']);
  });
});

describe('moving members', () => {
  const deptOf = async (userNo: string) => (await admin.get(user.getUpdateUserInfo, { userNo })).data.deptNo;

  test('is one request for all of them, and takes all or none', async () => {
    const move = { userNos: ['U000022', 'U000023'], deptNo: 'D0007' };
    await withChecker(async () => {
      const { changeNo } = (await admin.post(user.moveMembers, move)).data;
      expect(await deptOf('U000022')).toBe('D0006');
      await second.post(change.changeFamilies.user.approve, { changeNo });
      expect(await Promise.all(move.userNos.map(deptOf))).toEqual(['D0007', 'D0007']);
    });
    const half = await admin.post(user.moveMembers, { ...move, userNos: ['U000022', 'U009999'], deptNo: 'D0006' });
    expect(half.data.error).toBe('USER_NOT_FOUND');
    expect(await deptOf('U000022')).toBe('D0007');
    const nowhere = await admin.post(user.moveMembers, { ...move, deptNo: 'D9999' });
    expect(outcome(nowhere)).toEqual(['REFERENCE_UNKNOWN', 'deptNo']);
  });

  test('names whoever moves, and says how many more there are', async () => {
    const userNos = ['U000001', 'U000002', 'U000003', 'U000004', 'U000006'];
    await withChecker(async () => {
      const { changeNo } = (await admin.post(user.moveMembers, { userNos, deptNo: 'D0007' })).data;
      const { data } = await second.post(change.changeFamilies.user.page, listOf({ changeState: 'PENDING' }));
      const { subjectName } = found(data.rows.find((row) => row.changeNo === changeNo));
      expect(subjectName).toMatch(/^[^,]+, [^,]+, [^,]+ \+2$/);
      await admin.post(change.changeFamilies.user.withdraw, { changeNo });
    });
  });

  test('people of other merchants are unknown', async () => {
    const { db } = app.database;
    const { roleNo } = await addPerson(app.database, 'members.lead', {
      codes: ['user:user:update'],
    });
    const { userNo } = await db
      .selectFrom('userRole')
      .select('userNo')
      .where('roleNo', '=', roleNo)
      .executeTakeFirstOrThrow();
    await db.insertInto('userMerchant').values({ userNo, merchantNo: 'M0001' }).execute();
    const person = await as(app, 'members.lead');
    const move = { userNos: ['U000025'], deptNo: 'D0007' };
    expect((await person.post(user.moveMembers, move)).data.error).toBe('USER_NOT_FOUND');
  });
});

test('every change is in the audit log with what was before', async () => {
  const deptNo = await add('D0010');
  await admin.post(dept.update, { deptNo, version: 1, name: `Ledger ${made}` });
  await admin.post(dept.move, { deptNo, parentDeptNo: 'D0012' });
  const { data } = await admin.get(dept.history, { deptNo });
  expect(data.map((row: { action: string }) => row.action)).toEqual(['dept.move', 'dept.update', 'dept.add']);
  expect(data[0]).toMatchObject({
    before: { parentDeptNo: 'D0010' },
    after: { parentDeptNo: 'D0012' },
  });
});

test('who may open this page alone takes the changes of its tab away as a file', async () => {
  const { db } = app.database;
  const stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  const requests = { format: 'csv', filters: {}, sort: null };
  const { jobNo } = (await lead.post(change.changeExports.user, requests)).data;
  const status = async () => (await lead.get(job.detail, { jobNo })).data.jobStatus;
  await expect.poll(status).toBe('SUCCESS');
  await stop();
});
