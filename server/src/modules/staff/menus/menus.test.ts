import { auth, change, menu } from '@kituo/sdk/contracts';
import { rename, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';

let app: TestApp;
let admin: Person;

interface Node {
  menuNo: string;
  menuName: Record<string, string>;
  perms: string | null;
  version: number;
  childList: Node[];
  [field: string]: unknown;
}

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded', plugins: { alpha: ['Alpha', 'Beta'] } });
  admin = await as(app, 'admin');
});
afterAll(async () => await app[Symbol.asyncDispose]());

const readMenu = async () => (await admin.get(menu.tree)).data;
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.childList)]);
async function find(name: string): Promise<Node> {
  const found = flat((await readMenu()).tree).find(({ menuName }) => menuName['en'] === name);
  if (!found) throw new Error(`no entry is called ${name}`);
  return found;
}
const form = (changes: object = {}) => ({
  parentMenuNo: null,
  menuType: 'CATALOGUE',
  menuName: { en: 'Reports of the day' },
  icon: null,
  sort: 500,
  perms: null,
  externalUrl: null,
  ...changes,
});
const formOf = ({ menuNo, version, parentMenuNo, menuType, menuName, icon, sort, perms, externalUrl }: Node) => ({
  menuNo,
  version,
  parentMenuNo,
  menuType,
  menuName,
  icon,
  sort,
  perms,
  externalUrl,
});
/** What a person finds in their menu, by English name. */
async function menuOf(person: Person): Promise<string[]> {
  const { data } = await person.get(auth.findMenusTreeByUserNo);
  type Item = { menuName: string; childList: Item[] };
  const names = (items: Item[]): string[] => items.flatMap((item) => [item.menuName, ...names(item.childList)]);
  return names(data);
}

describe('the tree', () => {
  test('says which section offers each page, and who holds it', async () => {
    const { db } = app.database;
    await db.insertInto('rolePage').values({ roleNo: 'R-002', pagePath: '/admincontent/alpha' }).execute();
    const { data } = await admin.get(menu.unlisted);
    expect(data).toMatchObject([
      { plugin: 'alpha', version: '1.0.0', path: '/AdminContent/Alpha' },
      { plugin: 'alpha', path: '/AdminContent/Beta' },
    ]);
    const users = await find('User management');
    expect(users).toMatchObject({ offer: 'MISSING', offeredBy: null, menuType: 'PAGE' });
    expect(users['roleNos']).toEqual(['R-001', 'R-010']);
  });

  test('an entry taken over from a section reaches the menu of whoever holds the page, live', async () => {
    const reviewer = await as(app, 'reviewer');
    const events: object[] = [];
    const stop = app.services.events.subscribe(
      { sessionId: 's', userNo: 'U000002' },
      (event) => void events.push(event),
    );
    const names = { en: 'Alpha', zh: '阿尔法' };
    const added = await admin.post(
      menu.edit,
      form({ menuType: 'PAGE', perms: '/admincontent/ALPHA', menuName: names }),
    );
    expect(added.code).toBe(0);
    await expect.poll(() => events).toContainEqual({ type: 'permissions' });
    stop();
    expect(await menuOf(reviewer)).toContain('Alpha');
    expect(await find('Alpha')).toMatchObject({ offer: 'OFFERED', offeredBy: { plugin: 'alpha' } });
    const off = JSON.stringify({ plugins: { alpha: { enabled: false, version: '1.0.0' } } });
    await writeFile(`${app.registryFile}.new`, off);
    await rename(`${app.registryFile}.new`, app.registryFile);
    await expect.poll(async () => (await find('Alpha'))['offer']).toBe('OFF');
    const on = JSON.stringify({ plugins: { alpha: { enabled: true, version: '1.0.0' } } });
    await writeFile(`${app.registryFile}.new`, on);
    await rename(`${app.registryFile}.new`, app.registryFile);
    await expect.poll(async () => (await find('Alpha'))['offer']).toBe('OFFERED');
  });
});

describe('an entry', () => {
  test('the entry that has it already is named in the reader’s language', async () => {
    const again = form({ menuType: 'OPERATION', perms: 'user:user:add' });
    const said = async (lang: string) => (await admin.post(menu.edit, again, undefined, { lang })).msg;
    expect(await said('en')).toBe('“Add user” already opens this');
    expect(await said('zh')).toBe('“新增用户”已指向此处');
  });

  test.each([
    ['blank English', { menuName: { en: ' ', zh: '日报' } }, 'menuName.en', 'BAD_REQUEST'],
    ['a name of 65', { menuName: { en: 'x'.repeat(65) } }, 'menuName.en', 'BAD_REQUEST'],
    ['sort 0', { sort: 0 }, 'sort', 'BAD_REQUEST'],
    ['half a sort', { sort: 1.5 }, 'sort', 'BAD_REQUEST'],
    ['http', { menuType: 'EXTERNAL', externalUrl: 'http://x.example' }, 'externalUrl', 'BAD_REQUEST'],
    ['a script', { menuType: 'EXTERNAL', externalUrl: 'javascript:alert(1)' }, 'externalUrl', 'BAD_REQUEST'],
    ['no address', { menuType: 'EXTERNAL' }, 'externalUrl', 'BAD_REQUEST'],
    ['a page without path', { menuType: 'PAGE' }, 'perms', 'BAD_REQUEST'],
    ['no code', { menuType: 'OPERATION', perms: 'user:add' }, 'perms', 'BAD_REQUEST'],
    ['a catalogue that opens', { perms: '/AdminContent/Alpha' }, 'perms', 'BAD_REQUEST'],
    ['no such page', { menuType: 'PAGE', perms: '/AdminContent/Nowhere' }, 'perms', 'MENU_PERMS_UNKNOWN'],
    ['a second entry', { menuType: 'OPERATION', perms: 'user:user:add' }, 'perms', 'MENU_PERMS_TAKEN'],
    ['the name next door', { menuName: { en: 'Other', zh: '用户系统' } }, 'menuName.zh', 'MENU_NAME_REPEATED'],
    ['whatever its case', { menuName: { en: 'USER system' } }, 'menuName.en', 'MENU_NAME_REPEATED'],
    ['no such parent', { parentMenuNo: 'N9999' }, 'parentMenuNo', 'REFERENCE_UNKNOWN'],
  ])('%s is refused beside its field', async (_what, changes, field, error) => {
    const { data } = await admin.post(menu.edit, form(changes));
    expect([data.error, data.fields[0].field]).toEqual([error, field]);
  });

  test('says in words why a page is unknown', async () => {
    const requested = form({ menuType: 'PAGE', perms: '/AdminContent/Nowhere' });
    const { data } = await admin.post(menu.edit, requested);
    expect(data.fields[0].msg).toBe('Unknown page: the entry would not be shown');
  });

  test('changes by its version alone, never below itself, never its type', async () => {
    const catalogue = (await admin.post(menu.edit, form())).data.menuNo;
    const inner = form({ parentMenuNo: catalogue, menuName: { en: 'Inner' } });
    const below = (await admin.post(menu.edit, inner)).data.menuNo;
    const node = await find('Reports of the day');
    const change = async (requests: object) => {
      const { data } = await admin.post(menu.edit, { ...formOf(node), ...requests });
      return data.error ?? 'DONE';
    };
    expect(await change({ parentMenuNo: below })).toBe('MENU_CYCLE');
    expect(await change({ menuType: 'EXTERNAL', externalUrl: 'https://a.example' })).toBe('BAD_REQUEST');
    expect(await change({ menuNo: 'N9999' })).toBe('MENU_NOT_FOUND');
    expect(await change({ version: 7 })).toBe('STALE');
    expect(await change({ enabled: false })).toBe('BAD_REQUEST');
    expect(await change({ menuName: { en: 'Daily', sw: 'Kila siku', vi: '' } })).toBe('DONE');
    expect(await find('Daily')).toMatchObject({ menuName: { en: 'Daily', sw: 'Kila siku' }, version: 2 });
    const users = await find('User management');
    const inPage = form({ parentMenuNo: users.menuNo });
    expect((await admin.post(menu.edit, inPage)).data.error).toBe('MENU_PARENT');
  });

  test('goes only without entries below and roles that hold it', async () => {
    const system = await find('User system');
    const users = await find('User management');
    const operation = users.childList[0];
    const remove = async ({ menuNo, version }: Pick<Node, 'menuNo' | 'version'>) =>
      (await admin.post(menu.remove, { menuNo, version })).data;
    expect(await remove(system)).toMatchObject({ error: 'MENU_HAS_CHILDREN', facts: { count: 7 } });
    expect(await remove(operation ?? users)).toMatchObject({ error: 'MENU_HELD' });
    const { menuNo } = (await admin.post(menu.edit, form({ menuName: { en: 'Short-lived' } }))).data;
    expect(await remove({ menuNo, version: 9 })).toMatchObject({ error: 'STALE' });
    expect((await remove({ menuNo, version: 1 })).error).toBeUndefined();
    expect(await remove({ menuNo, version: 1 })).toMatchObject({ error: 'MENU_NOT_FOUND' });
  });
});

describe('state and order', () => {
  test('switching off counts whom it concerns first, and leaves their menu at once', async () => {
    const names = { en: 'Beta' };
    const { menuNo } = (
      await admin.post(menu.edit, form({ menuType: 'PAGE', perms: '/AdminContent/Beta', menuName: names }))
    ).data;
    const { userNo } = await addPerson(app.database, 'beta.user', {
      pages: ['/AdminContent/Beta'],
    });
    const person = await as(app, 'beta.user');
    expect(await menuOf(person)).toContain('Beta');
    const request = { menuNos: [menuNo], enabled: false };
    const preview = await admin.post(menu.updateStatePreview, request);
    // The administrator, too: a new page in the menu is theirs first, for nobody grants what they do not hold.
    expect(preview.data).toEqual({ entries: 1, pages: 1, people: 2, signedIn: 2 });
    expect((await admin.post(menu.updateState, request)).data).toEqual({ changed: 1 });
    expect(await menuOf(person)).not.toContain('Beta');
    expect((await admin.post(menu.updateState, request)).data).toEqual({ changed: 0 });
    const log = await app.database.db
      .selectFrom('auditLog')
      .select(['action'])
      .where('subjectNo', '=', menuNo)
      .where('action', '=', 'menu.updateState')
      .execute();
    expect([log.length, userNo !== '']).toEqual([1, true]);
    const unknown = { menuNos: ['N9999'], enabled: false };
    expect((await admin.post(menu.updateState, unknown)).data.error).toBe('MENU_NOT_FOUND');
  });

  test('one drag is one change: whole levels, or nothing', async () => {
    const system = await find('User system');
    const children = system.childList.filter(({ menuType }) => menuType !== 'OPERATION');
    const menuNos = system.childList.map(({ menuNo }) => menuNo);
    const turned = [...menuNos].reverse();
    const level = { parentMenuNo: system.menuNo, menuNos: turned };
    const done = await admin.post(menu.reorder, { levels: [level] });
    expect(done.data.moved).toBeGreaterThan(1);
    expect((await find('User system')).childList.map(({ menuNo }) => menuNo)).toEqual(turned);
    const partly = { parentMenuNo: system.menuNo, menuNos: turned.slice(1) };
    const stale = await admin.post(menu.reorder, { levels: [partly] });
    expect(stale.data.error).toBe('STALE');
    const page = children[0]?.menuNo ?? '';
    const top = (await readMenu()).tree.map(({ menuNo }: Node) => menuNo);
    const moved = {
      levels: [
        { parentMenuNo: system.menuNo, menuNos: turned.filter((menuNo) => menuNo !== page) },
        { parentMenuNo: null, menuNos: [...top, page] },
      ],
    };
    expect((await admin.post(menu.reorder, moved)).code).toBe(0);
    expect((await readMenu()).tree.at(-1)?.menuNo).toBe(page);
    const users = await find('User management');
    const operations = users.childList.map(({ menuNo }) => menuNo);
    const inside = {
      levels: [
        { parentMenuNo: null, menuNos: [...top.filter((one: string) => one !== system.menuNo), page] },
        { parentMenuNo: users.menuNo, menuNos: [...operations, system.menuNo] },
      ],
    };
    const refused = await admin.post(menu.reorder, inside);
    expect(refused.data.error).toBe(page === users.menuNo ? 'MENU_PARENT' : 'MENU_CYCLE');
    await admin.post(menu.reorder, {
      levels: [
        { parentMenuNo: system.menuNo, menuNos },
        { parentMenuNo: null, menuNos: top },
      ],
    });
    expect((await find('User system')).childList.map(({ menuNo }) => menuNo)).toEqual(menuNos);
  });
});

test('a changed page of an entry awaits approval where the company asks', async () => {
  const { db } = app.database;
  const setting = db.updateTable('policySetting').where('settingKey', '=', 'makerChecker.menu');
  await setting.set({ value: 'true' }).execute();
  const second = await addPerson(app.database, 'menu.checker');
  await db.insertInto('userRole').values({ userNo: second.userNo, roleNo: 'R-001' }).execute();
  const checker = await as(app, 'menu.checker');
  const external = { menuType: 'EXTERNAL', externalUrl: 'https://help.kituo.example/start' };
  const added = await admin.post(menu.edit, form({ ...external, menuName: { en: 'Help' } }));
  expect(added.data.changeNo).toBeUndefined();
  const help = await find('Help');
  const requested = { ...formOf(help), perms: '/AdminContent/Alpha', reason: 'Only for its readers' };
  const asked = await admin.post(menu.edit, requested);
  expect(asked.data.changeNo).toMatch(/^CH/);
  expect(await find('Help')).toMatchObject({ perms: null, changeNo: asked.data.changeNo });
  const { changeNo } = asked.data;
  expect((await admin.post(change.changeFamilies.menu.approve, { changeNo })).data.error).toBe('CHANGE_OWN');
  expect((await checker.post(change.changeFamilies.menu.approve, { changeNo })).code).toBe(0);
  expect(await find('Help')).toMatchObject({ perms: '/AdminContent/Alpha', changeNo: null });
  const bad = await admin.post(menu.edit, { ...formOf(await find('Help')), perms: '/AdminContent/Nowhere' });
  expect(bad.data.error).toBe('MENU_PERMS_UNKNOWN');
  await setting.set({ value: 'false' }).execute();
});

test('operations of the menu are for holders of its codes alone', async () => {
  const page = '/AdminContent/UserSystem/MenuManagement';
  await addPerson(app.database, 'menu.reader', { pages: [page] });
  const reader = await as(app, 'menu.reader');
  const { data } = await reader.get(menu.tree);
  expect(flat(data.tree).every(({ allowedActions }) => String(allowedActions) === '')).toBe(true);
  for (const [path, payload] of [
    ['menu/edit', form()],
    ['menu/delete', { menuNo: 'N0001', version: 1 }],
    ['menu/updateState', { menuNos: ['N0001'], enabled: false }],
    ['menu/reorder', { levels: [{ parentMenuNo: null, menuNos: [] }] }],
    ['menu/dataRules', { menuNo: 'N0001', rules: [] }],
  ] as const) {
    expect([path, (await reader.post(path, payload)).data.error]).toEqual([path, 'FORBIDDEN']);
  }
});
