// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { call, callFile, setAdapter } from '../api/call.ts';
import * as job from '../contracts/platform/job.contract.ts';
import { uploadChunk } from '../contracts/platform/file.contract.ts';
import { startSession } from '../session/session-store.ts';
import { fakeUser } from '../testing/fakes.ts';
import { frameAdapter, isSavedByHost } from './frame-adapter.ts';
import { connect, type Methods, type Remote } from './rpc.ts';

const open: Remote[] = [];
afterEach(() => {
  setAdapter(undefined);
  for (const remote of open.splice(0)) remote.close();
});

function framed(api: NonNullable<Methods['api']>): void {
  const { port1, port2 } = new MessageChannel();
  const asker = connect(port1, {});
  open.push(asker, connect(port2, { api }));
  setAdapter(frameAdapter(asker));
  startSession('frame.none', fakeUser());
}

test('a file stays with the host, under the name it has', async () => {
  framed(([asked]) => {
    expect(asked).toMatchObject({ url: '/api/hc/web/user/job/file/J1', isFile: true });
    return { saved: 'users, übersicht.csv' };
  });
  const file = await callFile(job.file, { jobNo: 'J1' });
  expect([file.fileName, file.blob.size, isSavedByHost(file.blob)]).toEqual(['users, übersicht.csv', 0, true]);
});

test('a refusal in the place of a file is the refusal', async () => {
  const text = JSON.stringify({
    code: 5041,
    msg: 'not granted',
    data: { error: 'PLUGIN_NOT_GRANTED' },
  });
  framed(() => ({ status: 403, text }));
  await expect(callFile(job.file, { jobNo: 'J1' }, { quiet: true })).rejects.toMatchObject({
    error: 'PLUGIN_NOT_GRANTED',
  });
});

test('a piece of a file goes with the headers of its upload, and no others', async () => {
  let seen: unknown;
  framed(([asked]) => {
    seen = asked;
    return { status: 200, text: '{"code":0,"msg":"","data":{"received":[0]}}' };
  });
  const headers = { 'upload-token': 'a.b', 'chunk-md5': 'ff', 'auth-token': 'mine' };
  await call(uploadChunk, { uploadId: 'UP1', index: 0 }, { bytes: new Blob(['x']), headers });
  expect(seen).toMatchObject({
    url: '/file-upload/UP1/0',
    headers: { 'upload-token': 'a.b', 'chunk-md5': 'ff' },
    isFile: false,
  });
  expect(JSON.stringify(seen)).not.toContain('mine');
});
