import { imports, user } from '@kituo/sdk/contracts';
import type { Page } from 'playwright';
import { adminToken, callAs, newStaff, tokenOf } from '../e2e/support/staff.ts';
import { HOME, USERS, WARNINGS, type VisitOptions } from '../e2e/support/visits.ts';

/** What a scene may use while it is prepared. */
export interface Stage {
  readonly page: Page;
  readonly url: string;
}

/** One picture, at every width, theme and language. */
export interface Scene {
  readonly name: string;
  /** Null: nobody is signed in. */
  readonly who: ((url: string) => Promise<VisitOptions>) | null;
  readonly path: string;
  /** Something that is visible once the scene is there. */
  readonly ready: string;
  /** What to do before the picture is taken. */
  readonly act?: (stage: Stage) => Promise<void>;
  /** Also in the README. */
  readonly isInReadme?: boolean;
}

const ROW = 'main tbody input[type=checkbox], main li input[type=checkbox]';
const LONG_NAME = 'Wanjiru-Achieng Nyambura Otieno-Kiplagat wa Cheruiyot-Simiyu';

const admin = () => Promise.resolve({ userName: 'admin' });
const someone =
  (options: Parameters<typeof newStaff>[1] = {}) =>
  async (url: string) => {
    const { userName, password } = await newStaff(url, options);
    return { userName, password };
  };
const open =
  (button: string) =>
  async ({ page }: Stage) => {
    await page.locator(button).first().click();
  };

/** Freezes the person of the page and waits for what they are told. */
async function freeze({ page, url }: Stage): Promise<void> {
  const stored = await page.evaluate(() => sessionStorage.getItem('user_info'));
  const { userNo }: { userNo: string } = JSON.parse(stored ?? '{}');
  await callAs(url, await adminToken(url), user.frozenUser, { userNo });
  await page.locator('input[type=password]').waitFor();
}

/** Goes to a page whose chunk does not come. */
async function loseChunk({ page }: Stage): Promise<void> {
  await page.route('**/plugins/users/**', (route) => route.fulfill({ status: 503 }));
  await page.locator(`a[href="${WARNINGS}"]`).first().waitFor({ state: 'attached' });
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, USERS);
  await page.locator('.k-failed').waitFor();
}

export const SCENES: readonly Scene[] = [
  { name: 'sign-in', who: null, path: '/Login', ready: 'input[type=password]', isInReadme: true },
  { name: 'home', who: admin, path: HOME, ready: '.au-day[aria-busy=false]', isInReadme: true },
  { name: 'user-management', who: admin, path: USERS, ready: ROW, isInReadme: true },
  { name: 'warnings', who: admin, path: WARNINGS, ready: ROW },
  {
    name: 'forced-password',
    who: someone({ mustUpdate: true }),
    path: HOME,
    ready: 'input[autocomplete=new-password]',
  },
  { name: 'failed-page', who: admin, path: HOME, ready: '.home-greeting h1', act: loseChunk },
  { name: 'nothing-permitted', who: someone({ roleNos: [] }), path: HOME, ready: '.home-greeting' },
  { name: 'frozen', who: someone(), path: HOME, ready: '.home-greeting h1', act: freeze },
  {
    name: 'long-name-home',
    who: someone({ realName: LONG_NAME }),
    path: HOME,
    ready: '.home-greeting h1',
  },
  {
    name: 'long-name-list',
    who: async (url) => {
      const { jobNumber } = await newStaff(url, { realName: LONG_NAME });
      return { ...(await admin()), path: `${USERS}?jobNumber=${jobNumber}` };
    },
    path: USERS,
    ready: ROW,
  },
  { name: 'empty-list', who: admin, path: `${USERS}?jobNumber=NOBODY`, ready: '.ks-state' },
  {
    name: 'jobs',
    who: jobsOf,
    path: HOME,
    ready: '.k-badge',
    act: openJobs,
  },
  { name: 'drafts', who: someone({ roleNos: ['R-001'] }), path: USERS, ready: ROW, act: leaveDraft },
  { name: 'version', who: admin, path: HOME, ready: '.home-greeting h1', act: release },
  { name: 'settings', who: admin, path: HOME, ready: '.home-greeting h1', act: openSettings },
  { name: 'bell', who: admin, path: HOME, ready: '.k-badge', act: open('.k-dropdown:has(.k-badge) button') },
  { name: 'palette', who: admin, path: HOME, ready: '.home-greeting h1', act: open('.k-palette-box') },
];

async function openSettings({ page }: Stage): Promise<void> {
  await page.locator('.k-bar .k-dropdown > button').last().click();
  await page.locator('.k-dropdown-item').first().click();
  await page.locator('.k-drawer .k-sessions li').first().waitFor();
}

/** An administrator with an import of which nothing could be done. */
async function jobsOf(url: string): Promise<VisitOptions> {
  const { userName, password } = await newStaff(url, { roleNos: ['R-001'] });
  const token = await tokenOf(url, userName, password);
  const rows = [{ realName: 'Without the rest' }, { realName: 'Neither' }];
  await callAs(url, token, imports.apply, { kind: 'users.import', rows });
  return { userName, password };
}

/** Fills a form in half and loads the page again, as a new version does. */
async function leaveDraft({ page }: Stage): Promise<void> {
  await page.evaluate(() => {
    const draft = {
      formId: 'user.saveUser:',
      path: location.pathname,
      values: { realName: 'Wanjiru half typed' },
      idempotencyKey: 'a-key-of-the-form',
      title: 'Add user',
      subject: 'null',
      keptAt: Date.now(),
    };
    sessionStorage.setItem('kituo_drafts', JSON.stringify([draft]));
  });
  await page.reload();
  await page.locator('.k-drafts').waitFor();
}

async function release({ page }: Stage): Promise<void> {
  await page.route(/version\.json/, (route) => route.fulfill({ json: { version: 'next' } }));
  await page.locator('.k-news li').first().waitFor({ timeout: 40_000 });
}

/** A phone shows the button only while something runs or has just ended. */
async function openJobs({ page }: Stage): Promise<void> {
  const buttons = page.locator('.k-bar > .k-dropdown > button');
  const at = (await buttons.count()) - 4;
  if (at < 0) return;
  await buttons.nth(at).click();
  await page.locator('.k-jobs li').first().waitFor();
}
