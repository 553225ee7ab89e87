import type * as Sdk from '@kituo/sdk';
import type * as React from 'react';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_PREFIX, file } from '@kituo/sdk/contracts';
import type { Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import { drawn } from './support/console-page.ts';
import { adminToken, callAs } from './support/staff.ts';
import { station } from './support/station.ts';
import { HOME, Visits } from './support/visits.ts';

const { url } = station();
const visits = new Visits(url);
const folder = mkdtempSync(join(tmpdir(), 'kituo-upload-'));
afterEach(() => visits.leave());
afterAll(async () => {
  await visits.close();
  rmSync(folder, { recursive: true, force: true });
});

const CHUNK_BYTES = 10_485_760;
const PDF = Buffer.from('%PDF-1.4\n');
const subject = { subjectType: 'user', subjectNo: 'U000001' } as const;
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');

/** A PDF as far as anybody can tell from its beginning, of two chunks. */
const large = Buffer.concat([PDF, randomBytes(CHUNK_BYTES + 123_456)]);

/**
 * The SDK's file picker in a modal of the running console: a file that passes its rule is uploaded by
 * the SDK, and what became of it is in `data-outcome`.
 */
async function openPicker(page: Page): Promise<void> {
  // Home's document names the packs alone: what else the host shares can be imported once its list is read.
  const named = () => System.import('@kituo/sdk/later').then(Boolean, () => false);
  await expect.poll(() => page.evaluate(named)).toBe(true);
  await page.evaluate(async (owner) => {
    const isSdk = (module: unknown): module is typeof Sdk =>
      typeof module === 'object' && module !== null && 'FilePicker' in module;
    const isReact = (module: unknown): module is typeof React =>
      typeof module === 'object' && module !== null && 'createElement' in module;
    // As plugins get it: in the build, the SDK is what first screens need and what pages do.
    const [first, later, react] = await Promise.all(
      ['@kituo/sdk', '@kituo/sdk/later', 'react'].map((name) => System.import(name)),
    );
    const sdk: unknown = Object.assign({}, first, later);
    if (!isSdk(sdk) || !isReact(react)) throw new Error('the console shares neither');
    const send = (chosen: File | null) => {
      const root = document.documentElement;
      root.removeAttribute('data-outcome');
      if (chosen === null) return;
      sdk
        .upload(chosen, owner)
        .then((saved: object) => root.setAttribute('data-outcome', JSON.stringify(saved)))
        .catch((cause: { message: string }) => root.setAttribute('data-outcome', cause.message));
    };
    sdk.openModal({
      title: 'Upload',
      content: () =>
        react.createElement(sdk.FilePicker, {
          file: null,
          label: 'A file for the test',
          rule: { extensions: ['pdf', 'png'], maxMb: 20 },
          onChange: send,
        }),
    });
  }, subject);
}

/** A file on this machine, which the browser reads itself. */
function fileOf(name: string, bytes: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const choose = (page: Page, path: string) => page.getByLabel('A file for the test').setInputFiles(path);

async function outcome(page: Page): Promise<string> {
  await page.locator('html[data-outcome]').waitFor();
  return (await page.locator('html').getAttribute('data-outcome')) ?? '';
}

/** The chunks that are sent from here on, as `<index> <md5>`. */
function sentChunks(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const index = /\/file-upload\/[^/]+\/(\d+)$/.exec(new URL(request.url()).pathname)?.[1];
    if (request.method() === 'POST' && index !== undefined) {
      sent.push(`${index} ${request.headers()['chunk-md5']}`);
    }
  });
  return sent;
}

const chunkSums = [0, 1].map(
  (index) => `${index} ${md5(large.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES))}`,
);

async function picker(): Promise<Page> {
  const { page } = await visits.as();
  await drawn(page, HOME);
  await openPicker(page);
  return page;
}

it('sends a large file in chunks of 10,485,760 bytes, each with its MD5, hashed in a worker', async () => {
  const page = await picker();
  const sent = sentChunks(page);
  const worker = page.waitForEvent('worker');
  await choose(page, fileOf('contract.pdf', large));
  await worker;
  const saved = file.attachment.parse(JSON.parse(await outcome(page)));
  expect(sent).toEqual(chunkSums);
  expect(saved).toMatchObject({
    fileName: 'contract.pdf',
    contentType: 'application/pdf',
    bytes: large.length,
    md5: md5(large),
  });
  const token = await adminToken(url);
  const response = await fetch(`${url}${API_PREFIX}attach/download/${saved.attachId}`, {
    headers: { 'auth-token': token },
  });
  expect(md5(Buffer.from(await response.arrayBuffer()))).toBe(saved.md5);
  await callAs(url, token, file.attachDelete, { attachId: saved.attachId });
});

it('goes on with the chunk at which an upload broke', async () => {
  const page = await picker();
  await page.route(/\/file-upload\/[^/]+\/1$/, (route) => route.abort('connectionreset'));
  const broken = fileOf('broken.pdf', large);
  await choose(page, broken);
  expect(await outcome(page)).not.toContain('attachId');
  await page.unroute(/\/file-upload\/[^/]+\/1$/);
  const sent = sentChunks(page);
  await choose(page, broken);
  const saved = file.attachment.parse(JSON.parse(await outcome(page)));
  expect(sent).toEqual(chunkSums.slice(1));
  expect(saved.md5).toBe(md5(large));
});

it('refuses a wrong ending or size before anything is sent, and wrong content on the server', async () => {
  const page = await picker();
  const sent = sentChunks(page);
  await choose(page, fileOf('letter.docx', PDF));
  await page.getByText('Only file formats pdf, png supported, please reselect').waitFor();
  const scan = fileOf('scan.pdf', PDF);
  truncateSync(scan, 20 * 1_048_576 + 1);
  await choose(page, scan);
  await page.getByText('File exceeds 20 MB, please reselect').waitFor();
  expect(sent).toEqual([]);
  expect(await page.locator('html[data-outcome]').count()).toBe(0);
  // The name says PDF, the content is a program.
  await choose(page, fileOf('tool.pdf', Buffer.concat([Buffer.from('MZ'), randomBytes(2_000)])));
  expect(await outcome(page)).toMatch(/^Only file formats .+ supported, please reselect$/);
});
