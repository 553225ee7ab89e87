import { API_PREFIX, auth } from '@kituo/sdk/contracts';
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { launchBrowser } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { copyTree } from '../support/tree-copy.ts';

const DEPARTMENTS = '/AdminContent/UserSystem/DepartmentManagement';
const tree = copyTree();
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dev: ChildProcess;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  database = await createTestDatabase('lending');
  dev = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: tree.path,
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      KITUO_DEMO: 'on',
      KITUO_SANDBOX: 'off',
      KITUO_SLIDER_CHECK: 'off',
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    dev.stdout?.on('data', (part: Buffer) => {
      said += part.toString();
      const found = /Kituo is at (\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    dev.once('exit', () => reject(new Error(said)));
  });
  browser = await launchBrowser();
  const context = await browser.newContext();
  const reply = await context.request.post(`${url}${API_PREFIX}${auth.login.path}`, {
    data: { userName: 'admin', password: 'Kituo-demo-1' },
  });
  const { data } = z.object({ data: z.object({ token: z.string() }) }).parse(await reply.json());
  await context.addInitScript((token) => sessionStorage.setItem('token', token), data.token);
  page = await context.newPage();
  await page.goto(url + DEPARTMENTS);
});
afterAll(async () => {
  await browser.close();
  const ended = new Promise((resolve) => dev.once('exit', resolve));
  dev.kill('SIGTERM');
  expect(await ended).toBe(0);
  await database.drop();
  tree.remove();
});

const edit = (path: string, change: (text: string) => string) => {
  const file = join(tree.path, path);
  const text = readFileSync(file, 'utf8');
  expect(change(text)).not.toBe(text);
  writeFileSync(file, change(text));
};

test('shows what is saved: a page at once, what the server is made of after a reload', async () => {
  const title = page.locator('main#k-main h1');
  await expect.poll(() => title.textContent()).toBe('Departments');
  await page.evaluate(() => document.body.setAttribute('data-before', ''));
  edit('plugins/users/src/pages/department-management.page.tsx', (text) =>
    text.replace("title={t('dept.title')}", "title={'Desks: ' + t('dept.title')}"),
  );
  await expect.poll(() => title.textContent()).toBe('Desks: Departments');
  // The same document still: nothing was reloaded.
  expect(await page.locator('body[data-before]').count()).toBe(1);

  edit('server/src/modules/staff/departments/index.ts', (text) => `${text}// Saved.\n`);
  await expect.poll(() => page.locator('body[data-before]').count()).toBe(0);
  await expect.poll(() => title.textContent()).toBe('Desks: Departments');
});
