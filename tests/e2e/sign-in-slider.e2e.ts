import { auth } from '@kituo/sdk/contracts';
import type { Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ServerProcess } from '../support/server-process.ts';
import { startStation } from '../support/station-process.ts';
import { tabTo } from './support/keyboard.ts';
import { callAs, DEMO_PASSWORD } from './support/staff.ts';
import { connectToStation } from './support/station-database.ts';
import { HOME, Visits } from './support/visits.ts';

let server: ServerProcess;
let visits: Visits;
beforeAll(async () => {
  server = await startStation({ KITUO_SLIDER_CHECK: 'on' });
  visits = new Visits(server.url);
});
afterEach(() => visits.leave());
afterAll(async () => {
  await visits.close();
  await server.stop();
});

/** Where the notch of the picture dealt last is: what a person sees, read from the server. */
async function notch(): Promise<number> {
  const database = await connectToStation(server.dataDir);
  try {
    const { rows } = await database.query<{ notch_left: number }>(
      'SELECT notch_left FROM slider_check WHERE ticket_hash IS NULL ORDER BY expires_at DESC LIMIT 1',
    );
    return rows[0]?.notch_left ?? 0;
  } finally {
    await database.end();
  }
}

async function signInPage(context = {}): Promise<{ page: Page; range: Locator }> {
  const { page } = await visits.blank(context);
  await page.goto(`${server.url}/Login`);
  const range = page.getByRole('slider');
  await page.locator('.k-slider-range:enabled').waitFor();
  await page.getByLabel('User name').fill('collector');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  return { page, range };
}

/** The answer to the question dealt last: what a listener works out. */
async function sum(): Promise<number> {
  const database = await connectToStation(server.dataDir);
  try {
    const { rows } = await database.query<{ answer: number }>(
      'SELECT answer FROM slider_check WHERE answer IS NOT NULL ORDER BY expires_at DESC LIMIT 1',
    );
    return rows[0]?.answer ?? 0;
  } finally {
    await database.end();
  }
}

async function answer(page: Page): Promise<void> {
  const input = page.locator('.k-question input');
  await page.locator('.k-slider[aria-busy=false]').filter({ has: input }).waitFor();
  await input.fill(String(await sum()));
  await page.keyboard.press('Enter');
}

/** A ticket, as a program would earn one. */
async function answered(): Promise<string> {
  const { sliderId } = await callAs(server.url, null, auth.slider, { mode: 'question' });
  const verified = await callAs(server.url, null, auth.sliderVerify, {
    sliderId,
    answer: await sum(),
  });
  return verified.sliderTicket;
}

const passed = (page: Page) => page.getByText('Slider check passed');

async function finish(page: Page): Promise<void> {
  await passed(page).waitFor();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((address) => address.pathname === HOME);
}

/** Moves a pointer along the slider until it stands at the notch, as an eye would steer it. */
async function steer(
  range: Locator,
  target: number,
  move: (x: number, y: number) => Promise<void>,
  start: (x: number, y: number) => Promise<void>,
): Promise<void> {
  const box = await range.boundingBox();
  if (box === null) throw new Error('There is no slider to see.');
  const y = box.y + box.height / 2;
  const step = box.width / Number(await range.getAttribute('max'));
  let x = box.x + 6;
  await start(x, y);
  for (let turn = 0; turn < 12; turn += 1) {
    const off = target - Number(await range.inputValue());
    if (Math.abs(off) <= 2) return;
    x += off * step;
    await move(x, y);
  }
}

it('asks for the check first, and is passed by mouse', async () => {
  const { page, range } = await signInPage();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Complete the slider check first').waitFor();
  const press = async (x: number, y: number) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
  };
  await steer(range, await notch(), (x, y) => page.mouse.move(x, y), press);
  await page.mouse.up();
  await finish(page);
});

it('is passed by touch', async () => {
  const { page, range } = await signInPage({
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  });
  await range.scrollIntoViewIfNeeded();
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove') => async (x: number, y: number) => {
    await client.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  };
  await steer(range, await notch(), touch('touchMove'), touch('touchStart'));
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finish(page);
});

it('is passed by keyboard alone, after a miss', async () => {
  const { page, range } = await signInPage();
  const slide = async (to: number) => {
    await tabTo(page, range);
    await page.keyboard.press('Home');
    for (let at = 0; at < to; at += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
  };
  const target = await notch();
  // The slider stands for a moment longer after the miss: another picture is dealt by its answer.
  const dealt = page.waitForResponse(/logon\/slider$/);
  await slide(target > 100 ? 20 : 200);
  await page.getByText('Not quite. Slide again.').waitFor();
  await dealt;
  await page.locator('.k-slider-range:enabled').waitFor();
  await slide(await notch());
  await passed(page).waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Sign in', exact: true }));
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => address.pathname === HOME);
});

it('is passed by who cannot see it: a question in words, and then the letters’ question, too', async () => {
  const { page } = await signInPage();
  const request = { userName: 'service', password: 'not the password' };
  for (let time = 0; time < 3; time += 1) {
    const ticket = { sliderTicket: await answered() };
    await callAs(server.url, null, auth.login, { ...request, ...ticket }).catch(() => undefined);
  }
  await page.getByLabel('User name').fill('service');
  await page.getByRole('button', { name: 'Use a spoken question instead' }).click();
  await answer(page);
  await passed(page).waitFor();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Too many failed attempts').waitFor();
  await page.getByLabel('Enter the letters in the image').waitFor();
  await page.getByRole('button', { name: 'Use a spoken question instead' }).click();
  await answer(page);
  await page.getByText('Image check passed').waitFor();
  await finish(page);
});

it('refuses a sign-in that never slid', async () => {
  const request = { userName: 'collector', password: DEMO_PASSWORD };
  await expect(callAs(server.url, null, auth.login, request)).rejects.toThrow('2010');
});
