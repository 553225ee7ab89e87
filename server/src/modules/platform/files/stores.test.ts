import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/index.ts';
import { readSettings } from '../../../config/settings.ts';
import { AppError } from '../../../http/app-error.ts';
import { type FileStore, GatewayError, openGateways } from '../gateways/index.ts';
import { createLogger } from '../health/index.ts';
import { inOnePiece, openFiles, openFolderStore } from './index.ts';

const MB = 1_048_576;
const PART = 8 * MB;
let folder: string;
let sandbox: Sandbox;
const closers: (() => void)[] = [];

/** A busy machine is no store that is away: only where that is asked does silence end soon. */
const PATIENT_MS = 20_000;
const SOON_MS = 400;

async function openS3(timeoutMs: number, changes: object = {}): Promise<FileStore> {
  const objects = { url: sandbox.storeUrl, ...sandbox.store, ...changes };
  const { gateways } = readSettings({ LOG_LEVEL: 'silent' });
  const opened = await openGateways({ ...gateways, objects }, timeoutMs);
  closers.push(() => opened.close());
  if (!opened.objects) throw new Error('no store was opened');
  return opened.objects;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kituo-store-'));
  sandbox = await startSandbox();
});
afterEach(() => sandbox.change({ refusal: 0, silence: 0, reset: 0, halfReply: 0 }));
afterAll(async () => {
  for (const close of closers) close();
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

const bytesOf = (size: number, word = 'kituo') => Buffer.alloc(size, word);
const sumOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
/** In pieces as a disk or a connection gives them, and none as large as a part. */
async function* inPieces(content: Buffer, size = 700_001): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}
async function* brokenAfter(content: Buffer, error: Error): AsyncGenerator<Buffer> {
  yield* inPieces(content);
  throw error;
}
const readAll = async (store: FileStore, key: string): Promise<Buffer | null> => {
  const found = await store.read(key);
  return found && (await buffer(found));
};
const keysOf = async (store: FileStore, prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.toSorted();
};

describe.each([
  ['the folder', async () => await openFolderStore(folder)],
  ['S3', async () => await openS3(PATIENT_MS)],
])('%s as a file store', (_, open) => {
  let store: FileStore;
  beforeAll(async () => {
    store = await open();
  });

  it.each([0, 1, PART - 1, PART, PART + 1, 2 * PART, 20 * MB + 7])('gives back %i bytes as they were', async (size) => {
    const content = bytesOf(size, `of ${size}`);
    await store.write('files/aa/whole', inPieces(content));
    const found = await readAll(store, 'files/aa/whole');
    expect([found?.length, sumOf(found ?? Buffer.from('none'))]).toEqual([size, sumOf(content)]);
  });

  it('replaces, removes, and says null of what is not there', async () => {
    await store.write('files/bb/one', inOnePiece(Buffer.from('first')));
    await store.write('files/bb/one', inOnePiece(Buffer.from('second')));
    expect(String(await readAll(store, 'files/bb/one'))).toBe('second');
    await store.remove('files/bb/one');
    await store.remove('files/bb/one');
    expect(await store.read('files/bb/one')).toBeNull();
  });

  it.each([100, 20 * MB])('keeps what was there where the content ends in a fault after %i bytes', async (size) => {
    await store.write('files/cc/kept', inOnePiece(Buffer.from('whole')));
    const fault = new AppError('STALE');
    const half = store.write('files/cc/kept', brokenAfter(bytesOf(size), fault));
    await expect(half).rejects.toBe(fault);
    await expect(store.write('files/cc/new', brokenAfter(bytesOf(size), fault))).rejects.toBe(fault);
    expect(String(await readAll(store, 'files/cc/kept'))).toBe('whole');
    expect(await store.read('files/cc/new')).toBeNull();
    expect(await readdir(join(folder, 'unfinished-files'))).toEqual([]);
    expect((await sandbox.objects.held()).uploads).toBe(0);
  });

  it('lists by the beginning of a key, over several pages, with the time', async () => {
    const keys = Array.from({ length: 130 }, (_, index) => `files/incoming/list.${index}`);
    await Promise.all(keys.map((key) => store.write(key, inOnePiece(Buffer.from(key)))));
    await store.write('files/incoming/other.1', inOnePiece(Buffer.from('x')));
    expect(await keysOf(store, 'files/incoming/list.')).toEqual(keys.toSorted());
    expect(await keysOf(store, 'files/nothing/')).toEqual([]);
    for await (const { changedAt } of store.list('files/incoming/other.')) {
      expect(Math.abs(Date.now() - changedAt.getTime())).toBeLessThan(60_000);
    }
    const files = openFiles(store, createLogger('silent'));
    expect(await files.removeStale(new Date())).toBe(0);
    expect(await files.removeStale(new Date(Date.now() + 25 * 3_600_000))).toBe(131);
    expect(await keysOf(store, 'files/incoming/')).toEqual([]);
  });

  it('puts an upload together from its chunks, and not where one changed since', async () => {
    const files = openFiles(store, createLogger('silent'));
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await files.putChunk('upload-1', 1, bytesOf(50, 'tail'));
    await files.putChunk('upload-1', 0, png);
    expect(await files.chunks('upload-1')).toEqual([0, 1]);
    const whole = Buffer.concat([png, bytesOf(50, 'tail')]);
    const measured = await files.measure('upload-1', 2);
    expect(measured).toMatchObject({ bytes: whole.length, contentHash: sumOf(whole), contentType: 'image/png' });
    await files.putChunk('upload-1', 1, bytesOf(50, 'liat'));
    await expect(files.keep(measured)).rejects.toMatchObject({ error: 'UPLOAD_CHUNK' });
    await expect(files.read(measured.contentHash)).rejects.toMatchObject({ error: 'ATTACHMENT_NOT_FOUND' });
    await files.putChunk('upload-1', 1, bytesOf(50, 'tail'));
    await files.keep(measured);
    expect(sumOf(await buffer(await files.read(measured.contentHash)))).toBe(sumOf(whole));
    await files.forget('upload-1');
    expect(await files.chunks('upload-1')).toEqual([]);
    await expect(files.measure('upload-1', 2)).rejects.toMatchObject({ error: 'UPLOAD_CHUNK' });
  });
});

it('the folder has a file before it asks for content, so that what fails at once can be cleared away', async () => {
  const store = await openFolderStore(folder);
  const unfinished = join(folder, 'unfinished-files');
  const fault = new AppError('STALE');
  let standing = -1;
  async function* failing(): AsyncGenerator<Buffer> {
    standing = readdirSync(unfinished).length;
    yield* brokenAfter(Buffer.alloc(0), fault);
  }
  await expect(store.write('files/dd/none', failing())).rejects.toBe(fault);
  expect(standing).toBe(1);
  expect(await readdir(unfinished)).toEqual([]);
});

it('the folder forgets after a day what a process that was killed left unfinished', async () => {
  const store = await openFolderStore(folder);
  let letGo: () => void = () => undefined;
  const isHeld = new Promise<void>((resolve) => (letGo = resolve));
  async function* slow() {
    yield Buffer.from('half');
    await isHeld;
  }
  const writing = store.write('files/dd/slow', slow());
  await expect.poll(() => readdir(join(folder, 'unfinished-files'))).toHaveLength(1);
  const [name = ''] = await readdir(join(folder, 'unfinished-files'));
  await openFolderStore(folder);
  expect(await readdir(join(folder, 'unfinished-files'))).toEqual([name]);
  const before = new Date(Date.now() - 25 * 3_600_000);
  await utimes(join(folder, 'unfinished-files', name), before, before);
  await openFolderStore(folder);
  expect(await readdir(join(folder, 'unfinished-files'))).toEqual([]);
  letGo();
  await expect(writing).rejects.toBeInstanceOf(GatewayError);
  await expect(store.read('../secret.key')).rejects.toThrow('no key of a file');
});

describe('S3 that is away', () => {
  it.each(['refusal', 'silence', 'reset', 'halfReply'] as const)(
    'by %s: what was there stays whole, and a file in parts is not there by half',
    async (mishap) => {
      const store = await openS3(mishap === 'silence' ? SOON_MS : PATIENT_MS);
      const patient = await openS3(PATIENT_MS);
      const key = `files/ee/${mishap}`;
      const whole = bytesOf(3_000, 'whole');
      await patient.write(key, inOnePiece(whole));
      sandbox.change({ [mishap]: 1 });
      const parts = store.write(key, inPieces(bytesOf(9 * MB, 'next')));
      await expect(parts).rejects.toBeInstanceOf(GatewayError);
      const reading = async () => await readAll(store, key);
      await expect(reading()).rejects.toThrow();
      sandbox.change({ [mishap]: 0 });
      expect(sumOf((await readAll(patient, key)) ?? Buffer.alloc(0))).toBe(sumOf(whole));
      await patient.write(key, inPieces(bytesOf(9 * MB, 'next')));
      expect(sumOf((await readAll(patient, key)) ?? Buffer.alloc(0))).toBe(sumOf(bytesOf(9 * MB, 'next')));
    },
  );

  it('is notified of a file that breaks off in its middle, too', async () => {
    const files = openFiles(await openS3(PATIENT_MS), createLogger('silent'));
    const measured = await files.measureBuffer(bytesOf(300_000, 'breaks off'));
    await files.keep(measured);
    sandbox.change({ halfReply: 1 });
    const broken = buffer(await files.read(measured.contentHash));
    await expect(broken).rejects.toMatchObject({ error: 'FILE_STORE_AWAY' });
    sandbox.change({ halfReply: 0 });
    expect((await buffer(await files.read(measured.contentHash))).length).toBe(300_000);
  });

  it('is told to people in a sentence and to the log with its reason, and no key is written', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    for (const changes of [
      { secretAccessKey: 'hunter2-of-nobody' },
      { accessKeyId: 'AKIASTRANGER' },
      { bucket: 'elsewhere' },
      { url: 'http://127.0.0.1:9' },
    ]) {
      const files = openFiles(await openS3(PATIENT_MS, changes), createLogger('info', sink));
      const away = { error: 'FILE_STORE_AWAY' };
      await expect(files.putChunk('u', 0, Buffer.from('x'))).rejects.toMatchObject(away);
      await expect(files.read('ab'.repeat(32))).rejects.toMatchObject(away);
      await expect(files.chunks('u')).rejects.toMatchObject(away);
      await expect(files.forget('u')).rejects.toMatchObject(away);
    }
    const text = lines.join('');
    for (const reason of ['SignatureDoesNotMatch', 'InvalidAccessKeyId', 'ECONNREFUSED'])
      expect(text).toContain(reason);
    const secrets = ['hunter2', sandbox.store.secretAccessKey, sandbox.store.accessKeyId];
    for (const secret of [...secrets, 'AKIASTRANGER', 'AWS4-HMAC-SHA256', 'Signature='])
      expect(text).not.toContain(secret);
  });
});
