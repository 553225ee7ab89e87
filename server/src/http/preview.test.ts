import { commandPreview, defineEndpoint } from '@kituo/sdk/contracts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { noteState, notesOf } from '../db/tx-notes.ts';
import { writeAudit } from '../modules/platform/audit/index.ts';
import { routes as auth } from '../modules/staff/auth/index.ts';
import { addPerson, createTestApp, signInAs } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { AppError } from './app-error.ts';
import { implement } from './implement.ts';
import { expectRecord } from './record-check.ts';
import { checkRoutes } from './routes-check.ts';

const rename = defineEndpoint({
  name: 'test.rename',
  method: 'POST',
  path: 'test/rename',
  access: 'signedIn',
  kind: 'command',
  preview: true,
  summary: 'Gives the caller another extension',
  request: z.strictObject({
    extension: z.string(),
    fail: z.optional(z.boolean()),
    acknowledged: z.optional(z.boolean()),
  }),
  reply: z.object({ extension: z.string() }),
});
const plain = defineEndpoint({ ...rename, name: 'test.plain', path: 'test/plain', preview: false });
const signal = defineEndpoint({
  ...plain,
  name: 'test.signal',
  path: 'test/signal',
  kind: 'signal',
});

let app: TestApp;
let token = '';
let userNo = '';
let followed = 0;

beforeAll(async () => {
  const routes = [
    ...auth,
    implement(rename, async ({ extension, fail, acknowledged }, call) => {
      const { tx, caller } = call;
      call.afterCommit(() => void (followed += 1));
      const before = await tx
        .selectFrom('appUser')
        .select('extension')
        .where('userNo', '=', caller.userNo)
        .executeTakeFirstOrThrow();
      noteState(tx, `user ${caller.userNo}`, before.extension ?? '');
      if (fail) throw new AppError('NOTHING_CHANGES');
      const notes = notesOf(tx);
      if (!acknowledged) notes?.confirmations.push('NEW_EXTENSION');
      if (!acknowledged && !notes?.isDryRun) throw new AppError('CONFIRMATION_NEEDED');
      await tx.updateTable('appUser').set({ extension }).where('userNo', '=', caller.userNo).execute();
      await writeAudit(tx, call, {
        action: 'test.rename',
        subjectType: 'user',
        subjectNo: caller.userNo,
        before,
        after: { extension },
      });
      return { extension };
    }),
    implement(plain, async ({ extension }) => ({ extension })),
    implement(signal, async ({ extension }) => ({ extension })),
  ];
  app = await createTestApp({ routes });
  ({ userNo } = await addPerson(app.database, 'previewer'));
  ({ token } = await signInAs(app, 'previewer'));
});
beforeEach(async () => {
  followed = 0;
  await setExtension('100');
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const setExtension = (extension: string) =>
  app.database.db.updateTable('appUser').set({ extension }).where('userNo', '=', userNo).execute();

async function send(path: string, payload: object, headers: Record<string, string> = {}) {
  const reply = await app.http.inject({
    method: 'POST',
    url: `/api/hc/web/test/${path}`,
    headers: { 'auth-token': token, ...headers },
    payload,
  });
  return reply.json();
}

const DRY = { 'kituo-dry-run': '1' };
const keyed = (seen?: string) => ({
  'idempotency-key': randomUUID(),
  ...(seen !== undefined && { 'kituo-seen': seen }),
});

async function trace() {
  const { db } = app.database;
  const counts = await Promise.all(
    (['auditLog', 'domainEvent', 'domainEventDue', 'idempotencyRecord'] as const).map((table) =>
      db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    ),
  );
  const user = await db
    .selectFrom('appUser')
    .select('extension')
    .where('userNo', '=', userNo)
    .executeTakeFirstOrThrow();
  return [user, ...counts];
}

test('a dry run answers what the command would do, takes no key and leaves no trace', async () => {
  const before = await trace();
  const reply = await send('rename', { extension: '200' }, DRY);
  expect(commandPreview.parse(reply.data)).toEqual({
    before: [{ subjectType: 'user', subjectNo: userNo, facts: { extension: '100' } }],
    after: [{ subjectType: 'user', subjectNo: userNo, facts: { extension: '200' } }],
    postings: [],
    confirmations: ['NEW_EXTENSION'],
    reply: { extension: '200' },
    seen: expect.any(String),
  });
  expect(await trace()).toEqual(before);
  expect(followed).toBe(0);
});

test('a commit that carries what the preview saw is done where nothing moved', async () => {
  const { data } = await send('rename', { extension: '200' }, DRY);
  const payload = { extension: '200', acknowledged: true };
  expect((await send('rename', payload, keyed(data.seen))).code).toBe(0);
  expect(followed).toBe(1);
});

test('and is refused, with nothing written, where something did', async () => {
  const { data } = await send('rename', { extension: '200' }, DRY);
  await setExtension('150');
  const before = await trace();
  const reply = await send('rename', { extension: '200', acknowledged: true }, keyed(data.seen));
  expect(reply.data.error).toBe('STATE_MOVED');
  expect(await trace()).toEqual(before);
});

test('a dry run refuses what the commit would refuse', async () => {
  const reply = await send('rename', { extension: '200', fail: true }, DRY);
  expect(reply.data.error).toBe('NOTHING_CHANGES');
});

test.each(['plain', 'signal'])('what offers no preview does nothing instead: %s', async (path) => {
  const reply = await send(path, { extension: '1' }, { ...DRY, ...keyed() });
  expect(reply.data.error).toBe('PREVIEW_NOT_OFFERED');
});

test('only a command offers a preview', () => {
  expect(() => checkRoutes([{ ...signal, preview: true }])).toThrow('offers a preview');
});

test('a command that leaves no record is found out', async () => {
  const work = app.database.db.transaction().execute((tx) => expectRecord(tx, 'test.plain'));
  await expect(work).rejects.toThrow('test.plain left no record');
});

test('each record of a command is an event that waits to be handed on', async () => {
  await send('rename', { extension: '300', acknowledged: true }, keyed());
  const event = await app.database.db
    .selectFrom('domainEventDue as due')
    .innerJoin('domainEvent as e', 'e.eventId', 'due.eventId')
    .select(['e.topic', 'e.subjectNo', 'e.userNo', 'e.before', 'e.after', 'e.requestId'])
    .orderBy('e.eventId', 'desc')
    .executeTakeFirstOrThrow();
  expect(event).toEqual({
    topic: 'test.rename',
    subjectNo: userNo,
    userNo,
    before: { extension: '100' },
    after: { extension: '300' },
    requestId: expect.any(String),
  });
});
