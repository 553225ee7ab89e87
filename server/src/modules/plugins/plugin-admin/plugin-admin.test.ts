import { createHash, sign } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { pluginAdmin } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, createTestApp, signInAs } from '../../../../testing/test-app.ts';
import type { SignedIn, TestApp } from '../../../../testing/test-app.ts';
import { switchPlugin } from '../registry/index.ts';
import { archiveOf, nairobiLoans } from '../../../../testing/test-archive.ts';
import { writePublisher } from '../../../../testing/test-foreign.ts';

let app: TestApp;
let dev: SignedIn;

beforeAll(async () => {
  app = await createTestApp({ plugins: { alpha: ['Alpha'], beta: ['Beta'] } });
  await addPerson(app.database, 'dev', {
    pages: ['/AdminContent/Alpha'],
    codes: ['operation:plugin:develop', 'operation:plugin:publish'],
  });
  await addPerson(app.database, 'amina', { pages: ['/AdminContent/Alpha'] });
  dev = await signInAs(app, 'dev');
  const publishers = join(dirname(app.registryFile), 'publishers');
  await mkdir(publishers);
  const keys = [{ id: 'now', publicKey: nairobiLoans.publicKey }];
  await writeFile(join(publishers, 'nairobi-loans.json'), JSON.stringify({ name: 'nairobi-loans', keys }));
  await writePublisher(dirname(app.registryFile), { name: 'test', firstParty: true, keys: [] });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const send = async (payload: Buffer, headers: Record<string, string> = {}, path = 'plugin-registry/publish') => {
  const reply = await app.http.inject({
    method: 'POST',
    url: `/api/hc/web/${path}`,
    headers: { 'auth-token': dev.token, 'content-type': 'application/gzip', ...headers },
    payload,
  });
  return { status: reply.statusCode, ...reply.json() };
};
const withKey = async (payload: Buffer, header: string) =>
  await send(payload, { 'auth-token': '', 'kituo-publisher': header }, 'noAuth/plugin-registry/publish');

function proofOf(body: Buffer, sentAt = Date.now(), publisher = 'nairobi-loans', keyId = 'now') {
  const hash = createHash('sha256').update(body).digest('base64url');
  const text = pluginAdmin.publishProofText(publisher, keyId, sentAt, hash);
  const signature = sign(null, Buffer.from(text), nairobiLoans.privateKey).toString('base64url');
  return [publisher, keyId, sentAt, hash, signature].join('.');
}
const described = (version: string) => ({
  name: 'cash',
  version,
  sdk: '^0.1.0',
  publisher: 'nairobi-loans',
});
const versions = async () => (await readdir(join(app.packagesDir, 'cash')).catch(() => [])).sort();
const waiting = async () => await readdir(join(app.services.settings.dataDir, 'incoming-packages')).catch(() => []);
const records = async () =>
  await app.database.db
    .selectFrom('auditLog')
    .select(['after', 'userNo'])
    .where('action', '=', 'operation:plugin:publish')
    .where('subjectNo', '=', 'cash')
    .orderBy('auditId')
    .execute();

test('takes a package in once, however often it is sent, and tells what another one of the version is', async () => {
  const body = await archiveOf();
  const [one, two] = await Promise.all([send(body), send(body)]);
  expect([one.data.isNew, two.data.isNew].sort()).toEqual([false, true]);
  expect((await send(body)).data).toMatchObject({ name: 'cash', version: '1.0.0', isNew: false });
  expect(await records()).toHaveLength(1);
  const history = await readFile(join(dirname(app.registryFile), 'registry-history.jsonl'), 'utf8');
  expect(JSON.parse(history)).toMatchObject({ by: 'dev', action: 'publish 1.0.0', plugin: 'cash' });
  const other = await send(await archiveOf({ styles: '.cash{color:blue}' }));
  expect([other.status, other.data.error]).toEqual([409, 'PLUGIN_VERSION_EXISTS']);
  expect(other.msg).toContain('raise the version in plugin.json');
  expect([await versions(), await waiting()]).toEqual([['1.0.0'], []]);
});

test('a section of the first publisher who comes while the server runs is in a frame, too', async () => {
  const { registry } = app.services;
  await send(await archiveOf());
  await switchPlugin(registry.place, 'cash', true);
  await registry.takeIn();
  const who = { userNo: 'U1', roles: [], merchants: [] };
  expect(registry.state().fault).toBeNull();
  expect(registry.offered('cash', who)?.isIsolated).toBe(true);
  expect(registry.offered('alpha', who)?.isIsolated).toBe(false);
  await switchPlugin(registry.place, 'cash', false);
  await registry.takeIn();
});

test('of two that publish one version at once with other bytes, one is told', async () => {
  const [first, second] = await Promise.all(
    ['red', 'blue'].map(async (colour) =>
      send(await archiveOf({ description: described('1.1.0'), styles: `.cash{color:${colour}}` })),
    ),
  );
  expect([first?.status, second?.status].sort()).toEqual([200, 409]);
  expect(await versions()).toEqual(['1.0.0', '1.1.0']);
});

test('refuses what was altered, says what and how to fix it, and keeps nothing', async () => {
  const altered = await archiveOf({
    description: described('2.0.0'),
    files: (files) => void files.set('manifest.json', Buffer.from('{}')),
  });
  const refused = await send(altered);
  expect([refused.status, refused.data.error, refused.data.facts.reason]).toEqual([
    422,
    'PLUGIN_PACKAGE_REFUSED',
    'signature',
  ]);
  expect(refused.data.facts.mend).not.toBe('');
  expect((await send(Buffer.from('no archive'))).data.facts.reason).toBe('archive');
  expect([await versions(), await waiting()]).toEqual([['1.0.0', '1.1.0'], []]);
});

test('refuses 200 MB before it is read, by what the call says and by what comes', async () => {
  const said = await send(Buffer.from('x'), { 'content-length': '200000000' });
  expect([said.status, said.data.error]).toEqual([413, 'PLUGIN_PACKAGE_TOO_LARGE']);
  const came = await send(Buffer.alloc(pluginAdmin.PACKAGE_MAX_BYTES + 1));
  expect([came.status, came.data.error]).toEqual([413, 'PLUGIN_PACKAGE_TOO_LARGE']);
  expect(await waiting()).toEqual([]);
});

test('half an upload leaves nothing', async () => {
  const port = Number(new URL(await app.http.listen({ port: 0 })).port);
  const socket = connect(port, '127.0.0.1');
  const half = (await archiveOf({ description: described('3.0.0') })).subarray(0, 300);
  socket.write(
    `POST /api/hc/web/plugin-registry/publish HTTP/1.1\r\nhost: x\r\nauth-token: ${dev.token}\r\n` +
      'content-type: application/gzip\r\ncontent-length: 5000\r\n\r\n',
  );
  socket.write(half);
  await expect.poll(waiting).toHaveLength(1);
  socket.destroy();
  await expect.poll(waiting).toEqual([]);
  expect(await versions()).not.toContain('3.0.0');
});

test('a publisher sends with a key in place of a session, for these bytes and five minutes', async () => {
  const body = await archiveOf({ description: described('4.0.0') });
  const refusals = [
    await withKey(body, ''),
    await withKey(body, proofOf(body, Date.now() - 400_000)),
    await withKey(body, proofOf(body, Date.now(), 'others')),
    await withKey(body, proofOf(Buffer.from('other bytes'))),
  ];
  for (const { status, data } of refusals) expect([status, data.error]).toEqual([403, 'PLUGIN_PUBLISHER_KEY']);
  expect(await versions()).not.toContain('4.0.0');
  expect((await withKey(body, proofOf(body))).data).toMatchObject({
    version: '4.0.0',
    isNew: true,
  });
  expect((await records()).at(-1)).toMatchObject({ userNo: null, after: { keyId: 'now' } });
});

test('publishing asks for its code, and no other endpoint takes a stream', async () => {
  const { token } = await signInAs(app, 'amina');
  const body = await archiveOf();
  expect((await send(body, { 'auth-token': token })).data.error).toBe('FORBIDDEN');
  expect((await send(body, {}, 'user/setting/save')).data.error).toBe('UNREADABLE_REQUEST');
});
