import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { type OwnLine, ownLine } from './place.ts';

/* Through what somebody calls, by what the lender has, the person has, and the task wants. */

let app: TestApp;
let userNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  ({ userNo } = await addPerson(app.database, 'line.caller', {}));
  await app.database.db.updateTable('appUser').set({ extension: '7301' }).where('userNo', '=', userNo).execute();
});
afterAll(async () => await app[Symbol.asyncDispose]());

async function lineOf(has: { readonly telephony?: boolean; readonly voice?: boolean }, wanted: OwnLine['by'] | null) {
  const gateways = { telephony: has.telephony === true ? {} : null, voice: has.voice === true ? {} : null };
  return await app.database.db.transaction().execute(async (tx) => {
    // What it reads of a call, and no more.
    const call = { tx, caller: { userNo }, services: { engine: { gateways } } } as unknown as CommandCall;
    return await ownLine(call, wanted);
  });
}

it('calls through the browser where there is an exchange for it, or the desk telephone where the task wants that', async () => {
  const both = { telephony: true, voice: true };
  expect(await lineOf(both, null)).toEqual({ by: 'BROWSER' });
  expect(await lineOf(both, 'BROWSER')).toEqual({ by: 'BROWSER' });
  expect(await lineOf(both, 'EXTENSION')).toEqual({ by: 'EXTENSION', extension: '7301' });
  expect(await lineOf({ voice: true }, null)).toEqual({ by: 'EXTENSION', extension: '7301' });
  await expect(lineOf({ voice: true }, 'BROWSER')).rejects.toMatchObject({ error: 'CONTACT_CHANNEL_MISSING' });
  await expect(lineOf({ telephony: true }, 'EXTENSION')).rejects.toMatchObject({ error: 'CONTACT_CHANNEL_MISSING' });
});
