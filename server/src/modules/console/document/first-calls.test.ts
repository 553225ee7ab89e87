import type { PluginManifest } from '@kituo/sdk/contracts';
import { writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, createTestApp, signInAs } from '../../../../testing/test-app.ts';
import type { SignedIn, TestApp } from '../../../../testing/test-app.ts';
import { writePackage } from '../../../../testing/test-package.ts';

const STAFF = '/AdminContent/UserSystem/UserManagement';
const ROLES = '/AdminContent/UserSystem/RoleManagement';
const LIST = 'user/getUserList';

type Page = PluginManifest['description']['pages'][number];
const page = (path: string, opens: Page['opens']): Page => {
  const name = path.split('/').at(-1) ?? '';
  return { name, path, titleKey: name, module: `src/pages/${name}.tsx`, codes: [], always: false, opens };
};

let app: TestApp;
let amina: SignedIn;

beforeAll(async () => {
  app = await createTestApp();
  const pages = [
    page(STAFF, [
      { call: 'user.getUserList', list: { sort: 'userName', initial: { userStatus: 'NORMAL' } } },
      { call: 'user.getUpdateUserInfo', request: { userNo: '?open' } },
      { call: 'role.list', when: { tab: ['roles'] } },
      // A command, and no call at all.
      { call: 'user.signOut' },
      { call: 'user.nothing' },
    ]),
    page(ROLES, [{ call: 'home.recent' }, { call: 'user.getUserList', list: { name: null } }]),
  ];
  await writePackage(app.packagesDir, {
    name: 'staff',
    pages: ['UserManagement', 'RoleManagement'],
    more: { pages },
  });
  const entry = { enabled: true, version: '1.0.0' };
  await writeFile(app.registryFile, JSON.stringify({ plugins: { staff: entry } }));
  await app.services.registry.takeIn();
  const { roleNo } = await addPerson(app.database, 'amina', { pages: [STAFF] });
  await app.database.db
    .updateTable('role')
    .set({ dataScope: 'ALL', isDesensitization: false })
    .where('roleNo', '=', roleNo)
    .execute();
  amina = await signInAs(app, 'amina');
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

interface Told {
  readonly sessionId: string;
  readonly language: string;
  readonly calls: readonly { readonly path: string; readonly request: unknown; readonly data?: unknown }[];
}

/** What the document of an address begins with. */
async function toldAt(url: string, { cookie }: Pick<SignedIn, 'cookie'>): Promise<Told | null> {
  const { body, statusCode } = await app.http.inject({ url, headers: { cookie } });
  expect([statusCode, body.endsWith('</body></html>')]).toEqual([200, true]);
  const text = /id="kituo-calls">(.*?)<\/script>/.exec(body)?.[1];
  return text === undefined ? null : JSON.parse(text);
}

const pathsOf = (told: Told | null) => told?.calls.map(({ path }) => path);

async function asked(payload: object, { token }: SignedIn): Promise<unknown> {
  const headers = { 'auth-token': token };
  const reply = await app.http.inject({ method: 'POST', url: `/api/hc/web/${LIST}`, headers, payload });
  return reply.json().data;
}

test('answers what the page begins with, as its address says, for the session of the document', async () => {
  const told = await toldAt(`${STAFF}?userName=ami&userStatus=any&sort=-realName&page=x&size=50`, amina);
  const request = {
    filters: { userName: 'ami' },
    page: 1,
    pageSize: 50,
    sort: { field: 'realName', direction: 'desc' },
  };
  expect(told).toMatchObject({ sessionId: amina.token.split('.')[0], language: 'en' });
  expect(pathsOf(told)).toEqual([LIST, 'user/view/page']);
  expect(told?.calls[0]).toEqual({ method: 'POST', path: LIST, request, data: await asked(request, amina) });
});

test('holds what filters hold by themselves, takes what the address names, and only where it does', async () => {
  const bare = await toldAt(STAFF.toLowerCase(), amina);
  expect(bare?.calls[0]?.request).toMatchObject({
    filters: { userStatus: 'NORMAL' },
    pageSize: 20,
    sort: { field: 'userName', direction: 'asc' },
  });
  const { userNo } = await app.database.db.selectFrom('appUser').select('userNo').executeTakeFirstOrThrow();
  const opened = await toldAt(`${STAFF}?open=${userNo}&saved=something`, amina);
  // Who may be found by personal filters is for the page to ask.
  expect(pathsOf(opened)).toEqual(['user/view/page', 'user/getUpdateUserInfo/{userNo}']);
  expect(opened?.calls[1]?.request).toEqual({ userNo });
});

test('leaves out what is refused, and tells nothing of a page that the session does not hold', async () => {
  const both = await toldAt(ROLES, amina);
  expect(both).toBeNull();
  await addPerson(app.database, 'brian', { pages: [ROLES] });
  const brian = await signInAs(app, 'brian');
  expect(pathsOf(await toldAt(ROLES, brian))).toEqual(['user/home/recent']);
  const { roleNo } = await app.database.db
    .selectFrom('role')
    .select('roleNo')
    .where('roleName', '=', 'role of brian')
    .executeTakeFirstOrThrow();
  await app.database.db.deleteFrom('rolePage').where('roleNo', '=', roleNo).execute();
  expect(await toldAt(ROLES, brian)).toBeNull();
});

test('a session that is over, or that no cookie proves, is told nothing', async () => {
  await addPerson(app.database, 'chebet', { pages: [STAFF] });
  const chebet = await signInAs(app, 'chebet');
  const [name = ''] = chebet.cookie.split('=');
  expect(await toldAt(STAFF, { cookie: `${name}=${'z'.repeat(43)}` })).toBeNull();
  expect(await toldAt(STAFF, chebet)).not.toBeNull();
  await app.database.db
    .updateTable('session')
    .set({ endedAt: new Date(), endReason: 'SIGNED_OUT' })
    .where('sessionId', '=', chebet.token.split('.')[0] ?? '')
    .execute();
  expect(await toldAt(STAFF, chebet)).toBeNull();
});

test('what is masked in the call is masked in the document, and cannot end it', async () => {
  const { roleNo, userNo } = await addPerson(app.database, 'dalila', { pages: [STAFF] });
  const { db } = app.database;
  await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  const menu = { menuType: 'PAGE' as const, menuName: '{"en":"Staff"}', perms: STAFF, sort: 1 };
  const { menuNo } = await db.insertInto('menu').values(menu).returning('menuNo').executeTakeFirstOrThrow();
  await db
    .insertInto('menuDataRule')
    .values({ menuNo, roleNo, rowScope: 'ALL', maskedFields: ['realName'] })
    .execute();
  await db.updateTable('appUser').set({ realName: '</script><b>Amina Otieno' }).where('userNo', '=', userNo).execute();
  const dalila = await signInAs(app, 'dalila');
  const told = await toldAt(STAFF, dalila);
  expect(told?.calls[0]?.data).toEqual(await asked(Object(told?.calls[0]?.request), dalila));
  // Who sees it whole is told so.
  const whole = await toldAt(STAFF, amina);
  expect(JSON.stringify(whole)).toContain('</script><b>Amina Otieno');
  expect(JSON.stringify(told)).not.toContain('Amina Otieno');
});

test('an answer that is late is left to the browser, and the document does not wait for it', async () => {
  const { db } = app.database;
  await db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE saved_view IN ACCESS EXCLUSIVE MODE`.execute(tx);
    const told = await toldAt(STAFF, amina);
    expect(told?.calls.map(({ path, data }) => [path, data !== undefined])).toEqual([
      [LIST, true],
      ['user/view/page', false],
    ]);
  });
});

test('the head goes ahead of the calls', async () => {
  const { db } = app.database;
  const tx = await db.startTransaction().execute();
  await sql`LOCK TABLE saved_view IN ACCESS EXCLUSIVE MODE`.execute(tx);
  const { cookie } = amina;
  const reply = await app.http.inject({ url: STAFF, headers: { cookie }, payloadAsStream: true });
  const parts = reply.stream().setEncoding('utf8').iterator({ destroyOnReturn: false });
  const head = await parts.next();
  expect(head.value).toMatch(/^<!doctype html>.*UserManagement.*<div id="root">/);
  expect(head.value).not.toContain('kituo-calls');
  await tx.commit().execute();
  let rest = '';
  for await (const part of parts) rest += String(part);
  expect(rest).toMatch(/id="kituo-calls">.*"path":"user\/view\/page".*"data":.*<\/html>$/);
});
