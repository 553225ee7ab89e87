import { auth, pluginOperate, warning } from '@kituo/sdk/contracts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { drawn } from './support/console-page.ts';
import { OperatorsRegistry, packageVariant, type PackageVariant } from './support/registry-file.ts';
import { adminToken, callAs, tokenOf } from './support/staff.ts';
import { station } from './support/station.ts';
import { HOME, Visits } from './support/visits.ts';

const server = station();
const { url } = server;
const visits = new Visits(url);
const registry = new OperatorsRegistry(server);
const stable = registry.plugins().get('home') ?? '';
const SECTIONS = '/AdminContent/UserSystem/PluginManagement';
const PEOPLE = ['reviewer', 'disburser', 'repayer', 'collector', 'service', 'finance', 'traffic'];
const STOPS = `System.register([],function(){return{execute:function(){throw new Error('bad')}}})`;
let good: PackageVariant;
let bad: PackageVariant;
let operator = '';

beforeAll(async () => {
  good = packageVariant('home', { from: stable, to: '0.1.1-rollout' });
  bad = packageVariant('home', { from: stable, to: '0.1.2-rollout' }, () => STOPS);
  operator = await adminToken(url);
});
afterEach(async () => {
  await visits.leave();
  await registry.restore();
  // In force, too: the next test decides by what it reads.
  await expect.poll(homeOf).toMatchObject({ version: stable, rollout: null });
});
afterAll(async () => {
  good.remove();
  bad.remove();
  await visits.close();
});

const homeOf = async () => {
  const { plugins } = await callAs(url, operator, pluginOperate.list, {});
  const home = plugins.find(({ name }) => name === 'home');
  if (!home) throw new Error('home is not listed');
  return home;
};
/** What the operator would see on the page. */
const seen = async () => {
  const { version, rollout } = await homeOf();
  return { plugin: 'home', seen: { version, rollout: rollout?.version ?? null } };
};
const rollOut = async (version: string, percent: number) => {
  await callAs(url, operator, pluginOperate.rollOut, { ...(await seen()), version, percent });
  await expect.poll(async () => (await homeOf()).rollout?.percent).toBe(percent);
};
const versionOf = async (token: string) => {
  const { registry: found } = await callAs(url, token, auth.getBootstrap, {});
  return found.plugins.find(({ name }) => name === 'home')?.version;
};

const failed = (page: Page) => page.getByRole('heading', { name: 'This page could not be loaded' });

it('gives a version to nobody, to half, to all: whoever has it keeps it', async () => {
  const tokens = await Promise.all(PEOPLE.map((name) => tokenOf(url, name)));
  const having = async () => {
    const versions = await Promise.all(tokens.map(versionOf));
    return PEOPLE.filter((_name, index) => versions[index] === good.version);
  };
  await rollOut(good.version, 0);
  expect(await having()).toEqual([]);
  await rollOut(good.version, 50);
  const half = await having();
  expect(half.length).toBeGreaterThan(0);
  expect(half.length).toBeLessThan(PEOPLE.length);
  expect(await having()).toEqual(half);
  await rollOut(good.version, 75);
  expect(await having()).toEqual(expect.arrayContaining(half));
  await rollOut(good.version, 100);
  expect(await having()).toEqual(PEOPLE);
});

it('takes a bad version back by itself, with a warning, and people see the good one at once', async () => {
  const limits = { minOpens: 2, minUsers: 2 };
  registry.write(JSON.stringify({ ...JSON.parse(registry.text()), limits }));
  await rollOut(bad.version, 100);
  const open = async (userName: string) => {
    const { page } = await visits.as({ userName, path: HOME });
    await failed(page).waitFor();
    return page;
  };
  const first = await open('reviewer');
  expect(await first.locator('.k-failed-plugin').textContent()).toContain(bad.version);
  const second = await open('finance');
  // Nobody presses anything.
  await Promise.all([first, second].map((page) => failed(page).waitFor({ state: 'detached' })));
  await Promise.all([drawn(first, HOME), drawn(second, HOME)]);
  const home = await homeOf();
  expect(home).toMatchObject({ version: stable, rollout: null });
  expect(home.health.find(({ version }) => version === bad.version)?.trippedAt).not.toBeNull();
  const [newest] = await callAs(url, operator, pluginOperate.history, { plugin: 'home' });
  expect(newest).toMatchObject({ action: 'auto', by: 'kituo' });
  const { rows } = await callAs(url, operator, warning.page, {
    filters: { sourceType: 'SECTION_FAILED', isLive: true },
    page: 1,
    pageSize: 20,
    sort: null,
  });
  expect(rows.map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^home 0\.1\.2-rollout failed .* its rollout ended by itself$/),
  );
});

it('an operator takes a version back, and switches a section off and on, from the page', async () => {
  await rollOut(good.version, 50);
  const { page, faults } = await visits.as({ path: SECTIONS });
  await drawn(page, SECTIONS);
  const row = page.getByRole('row').filter({ hasText: good.version });
  await row.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Roll back' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(`The rollout of ${good.version} to 50 % ends.`).waitFor();
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await page.getByText(`Everybody gets home ${stable} now.`).waitFor();
  await expect.poll(async () => (await homeOf()).rollout).toBeNull();

  const audit = page.getByRole('row').filter({ hasText: /^audit/ });
  await audit.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('audit is off.').waitFor();
  const reviewer = await tokenOf(url, 'reviewer');
  const has = async () =>
    (await callAs(url, reviewer, auth.getBootstrap, {})).registry.plugins.some(
      ({ name }) => name === 'audit',
    );
  await expect.poll(has).toBe(false);
  const user = { user: 'reviewer', plugin: 'audit' };
  expect((await callAs(url, operator, pluginOperate.explain, user)).verdict).toBe('disabled');
  await audit.getByRole('button', { name: /^Switch on/ }).click();
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('audit is on.').waitFor();
  await expect.poll(has).toBe(true);
  expect(faults).toEqual([]);
});
