// @vitest-environment jsdom
import * as z from 'zod/mini';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call, setAdapter } from '../../api/call.ts';
import { commandPreview } from '../../contracts/preview.ts';
import { defineEndpoint } from '../../contracts/endpoint.ts';
import { startSession } from '../../session/session-store.ts';
import { createFakeServer, reply } from '../../testing/fake-server.ts';
import { fakeUser } from '../../testing/fakes.ts';
import { resetFakeHost } from '../../testing/render-page.tsx';
import { asSeen, previewCommand } from './preview-command.ts';

// The fake answers what a server would answer to a dry run: the endpoint's own reply is never sent then.
const pay = defineEndpoint({
  name: 'thing.pay',
  method: 'POST',
  path: 'thing/pay',
  access: 'signedIn',
  kind: 'command',
  preview: true,
  summary: 'Pays a thing',
  request: z.strictObject({ thingNo: z.string() }),
  reply: commandPreview,
});
const preview = {
  before: [{ subjectType: 'thing', subjectNo: 'T1', facts: { owedCents: 100 } }],
  after: [{ subjectType: 'thing', subjectNo: 'T1', facts: { owedCents: 0 } }],
  postings: [],
  confirmations: ['SURPLUS_TO_CREDIT'],
  reply: { isDone: true },
  seen: 'state-1',
};

beforeEach(() => {
  resetFakeHost();
  startSession('sid.secret', fakeUser());
});
afterEach(resetFakeHost);

it('asks what a command would do, then does it as it was seen', async () => {
  const server = createFakeServer([reply(pay, preview)]);
  setAdapter(server.adapter);
  const seen = await previewCommand(pay, { thingNo: 'T1' });
  expect(seen).toEqual(preview);
  await call(pay, { thingNo: 'T1' }, asSeen(seen));
  const [asked, done] = server.calls;
  expect(asked?.headers['kituo-dry-run']).toBe('1');
  expect(done?.headers).toMatchObject({ 'kituo-seen': 'state-1' });
  expect(done?.headers['kituo-dry-run']).toBeUndefined();
});
