// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import * as z from 'zod/mini';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FirstCall } from '../contracts/console/host-manifest.ts';
import { defineEndpoint } from '../contracts/endpoint.ts';
import { changeSettings, startSession } from '../session/session-store.ts';
import { createFakeServer, Refusal, reply } from '../testing/fake-server.ts';
import { fakeUser } from '../testing/fakes.ts';
import { renderPage, resetFakeHost } from '../testing/render-page.tsx';
import { beginWith, call, setAdapter } from './call.ts';
import { forgetFirstReplies } from './first-replies.ts';
import { useEndpoint } from './use-endpoint.ts';

const read = defineEndpoint({
  name: 'thing.read',
  method: 'POST',
  path: 'thing/{thingNo}',
  access: 'signedIn',
  kind: 'query',
  summary: 'A thing',
  request: z.object({ thingNo: z.string(), a: z.optional(z.int()), b: z.optional(z.int()) }),
  reply: z.object({ from: z.string() }),
});
const request = { thingNo: 'T1', a: 1, b: 2 };

/** As a document carries them: JSON. */
const first = (data?: unknown, sessionId = 'sid'): { sessionId: string; language: string; calls: FirstCall[] } => {
  const { method, path } = read;
  return JSON.parse(JSON.stringify({ sessionId, language: 'en', calls: [{ method, path, request, data }] }));
};
const delivered = { from: 'the document' };

function serve() {
  const server = createFakeServer([reply(read, { from: 'the server' })]);
  setAdapter(server.adapter);
  return server;
}

beforeEach(() => {
  resetFakeHost();
  startSession('sid.secret', fakeUser());
  changeSettings({ language: 'en' });
});
afterEach(() => {
  forgetFirstReplies();
  resetFakeHost();
});

it('answers the very first identical call with what the document brought, and asks from then on', async () => {
  const server = serve();
  beginWith(first(delivered));
  expect(await call(read, { thingNo: 'T1', a: 1 })).toEqual({ from: 'the server' });
  expect(await call(read, request, { headers: { 'kituo-dry-run': '1' } })).toEqual({ from: 'the server' });
  expect(await call(read, { b: 2, thingNo: 'T1', a: 1 })).toEqual(delivered);
  expect(server.calls).toHaveLength(2);
  expect(await call(read, request)).toEqual({ from: 'the server' });
});

it('has what the document brought in the first drawing', () => {
  function Thing() {
    return <output>{useEndpoint(read, request).data?.from ?? 'nothing yet'}</output>;
  }
  startSession('session-fake.secret', fakeUser());
  beginWith(first(delivered, 'session-fake'));
  const { server } = renderPage(<Thing />, { replies: [reply(read, { from: 'the server' })] });
  expect([screen.getByRole('status').textContent, server.callsOf(read)]).toEqual(['the document', []]);
});

it('uses nothing of another session, in another language, or once it was forgotten', async () => {
  serve();
  beginWith(first(delivered, 'somebody-else'));
  expect(await call(read, request)).toEqual({ from: 'the server' });
  beginWith(first(delivered));
  changeSettings({ language: 'zh' });
  expect(await call(read, request)).toEqual({ from: 'the server' });
  changeSettings({ language: 'en' });
  startSession('next.secret', fakeUser());
  expect(await call(read, request)).toEqual({ from: 'the server' });
  startSession('sid.secret', fakeUser());
  forgetFirstReplies();
  expect(await call(read, request)).toEqual({ from: 'the server' });
});

it('sends what the document did not bring at once, and its page waits for that', async () => {
  const server = serve();
  beginWith(first());
  expect(server.calls).toHaveLength(1);
  expect(server.calls[0]?.headers).toMatchObject({ 'auth-token': 'sid.secret', lang: 'en' });
  expect(await call(read, request)).toEqual({ from: 'the server' });
  expect(server.calls).toHaveLength(1);
  server.answer(
    reply(read, () => {
      throw new Refusal('FORBIDDEN');
    }),
  );
  beginWith(first());
  await expect(call(read, request, { quiet: true })).rejects.toMatchObject({ error: 'FORBIDDEN' });
});
