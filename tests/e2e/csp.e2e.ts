import { afterAll, expect, it } from 'vitest';
import { drawn } from './support/console-page.ts';
import { effectsRun } from './support/keyboard.ts';
import { newAdministrator } from './support/staff.ts';
import { station } from './support/station.ts';
import { HOME, USERS, Visits, WARNINGS } from './support/visits.ts';

const { url } = station();
const visits = new Visits(url);
afterAll(() => visits.close());

it.each(['/', '/Login', USERS, '/no/such/path'])('%s allows no inline script and no eval', async (path) => {
  const response = await fetch(url + path, { headers: { accept: 'text/html' } });
  const policy = response.headers.get('content-security-policy') ?? '';
  const rules = new Map(
    policy.split(';').map((rule) => {
      const [name = '', ...values] = rule.trim().split(/\s+/);
      return [name, values.join(' ')] as const;
    }),
  );
  expect(rules.get('default-src')).toBe("'none'");
  expect(rules.get('script-src')).toBe("'self'");
  expect(policy).not.toMatch(/unsafe-(inline|eval)/);
  expect(rules.get('frame-ancestors')).toBe("'none'");
});

it('tells a broken rule, so that silence below means something', async () => {
  const { page, faults } = await visits.as({ path: HOME });
  await page.getByRole('heading', { name: 'Latest warnings' }).waitFor();
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.stolen = 1';
    document.body.append(script);
  });
  await expect.poll(() => faults.some((fault) => fault.startsWith('CSP: script-src'))).toBe(true);
});

it('is not broken once over a whole visit', async () => {
  const { userName, password } = await newAdministrator(url);
  const { page, faults } = await visits.as({ userName, password, path: HOME });
  await page.getByRole('heading', { name: 'Latest warnings' }).waitFor();
  await effectsRun(page);
  for (const keys of ['Control+k', '?']) {
    await page.keyboard.press(keys);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: /settings and sign-out/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByText('This session').first().waitFor();
  await page.getByText('Dark', { exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Warnings', exact: true }).click();
  // Home has a grid, too.
  await drawn(page, WARNINGS);
  await page.getByRole('grid').getByRole('rowheader').first().waitFor();
  await page.goto(url + USERS);
  await page.getByRole('grid').getByRole('rowheader').first().waitFor();
  await page.getByRole('columnheader', { name: /^Name/ }).getByRole('separator').press('ArrowRight');
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.locator('.kp-more-filters').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await coming;
  await page.getByRole('button', { name: 'Add user' }).first().click();
  await page.getByRole('dialog').getByText('Cancel').click();
  await page.locator('.bp6-overlay-backdrop').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('menuitemradio', { name: '中文' }).click();
  await page.getByRole('button', { name: /^语言/ }).waitFor();
  await page.goto(url + WARNINGS);
  await page.getByRole('grid').getByRole('rowheader').first().waitFor();
  await page.getByRole('button', { name: /设置与退出/ }).click();
  await page.getByRole('menuitem').last().click();
  await page.locator('input[name=userName]').waitFor();
  expect(faults).toEqual([]);
});
