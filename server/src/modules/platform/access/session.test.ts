import { UNATTENDED_HEADER } from '@kituo/sdk/contracts';
import { expect, test } from 'vitest';
import { addPerson, createTestApp, signInAs } from '../../../../testing/test-app.ts';

/** Reads the bootstrap half an hour after the session was last seen; answers when it is seen now. */
async function seenAfter(headers: Record<string, string>): Promise<{ before: Date; after: Date }> {
  await using app = await createTestApp();
  await addPerson(app.database, 'amina');
  const { token } = await signInAs(app, 'amina');
  const sessionId = token.split('.')[0] ?? '';
  const before = new Date(Date.now() - 30 * 60_000);
  const { db } = app.database;
  await db.updateTable('session').set({ lastSeenAt: before }).where('sessionId', '=', sessionId).execute();
  const reply = await app.http.inject({
    url: '/api/hc/web/user/bootstrap',
    headers: { 'auth-token': token, ...headers },
  });
  expect(reply.statusCode).toBe(200);
  const row = await db
    .selectFrom('session')
    .select('lastSeenAt')
    .where('sessionId', '=', sessionId)
    .executeTakeFirstOrThrow();
  return { before, after: row.lastSeenAt };
}

test('a call of a person puts off the idle end of the session', async () => {
  const { before, after } = await seenAfter({});
  expect(after.getTime()).toBeGreaterThan(before.getTime() + 60_000);
});

test('a call that the console makes automatically does not', async () => {
  const { before, after } = await seenAfter({ [UNATTENDED_HEADER]: '1' });
  expect(after.getTime()).toBe(before.getTime());
});
