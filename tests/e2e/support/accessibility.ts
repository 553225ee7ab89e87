import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { IS_DEEP } from '../../support/depth.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What colours decide. Names, roles and order are the same in either theme: light proves them. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Colours in the middle of a transition are nobody's choice. */
async function atRest(page: Page): Promise<void> {
  // A transition that is cancelled on the way is over, too; one without an end, as of a bar while
  // something loads, is waited for by nobody.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map((each) => each.finished)).then(() => undefined);
  });
}

/** axe in the page. What it holds already is not sent and read again: its source is 650 KB. */
async function axe(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window);
  const builder = new AxeBuilder(isThere ? { page, axeSource: '0' } : { page });
  // Legacy mode stays in the page: the other opens a blank window for each run. Of what passes,
  // selectors would be made for nobody.
  return builder.options({ resultTypes: ['violations'] }).setLegacyMode();
}

/** What lies over a page, and the controls of the page that tell of it. */
const OVER = ['.bp6-portal:has(.bp6-overlay-open)', '[aria-expanded=true]'];

/** Looks at what lies over the page alone, where something does: the page was looked at before. */
async function within(page: Page, builder: AxeBuilder): Promise<AxeBuilder> {
  const [over = '', ...tellers] = OVER;
  if ((await page.locator(over).count()) === 0) return builder;
  builder.include(over);
  for (const teller of tellers) if ((await page.locator(teller).count()) > 0) builder.include(teller);
  return builder;
}

type Theme = 'light' | 'dark';

/** A desk, a small window and a phone, where lists are cards and filters are folded away; a taste is the phone. */
export const WIDTHS: readonly number[] = IS_DEEP ? [1440, 1260, 390] : [390];

/** Turns the page to a theme at once: colours that fade drag those that inherit them behind them. */
async function turnTo(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(() => {
    if (document.adoptedStyleSheets.length > 0) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets = [sheet];
  });
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' });
}

async function brokenIn(page: Page, theme: Theme, screen: string, part?: string): Promise<string[]> {
  await turnTo(page, theme);
  await atRest(page);
  const whole = await axe(page);
  const builder = part === undefined ? await within(page, whole) : whole.include(part);
  const { violations } = await (
    theme === 'light' ? builder.withTags(RULES) : builder.withRules(COLOUR_RULES)
  ).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary = '' }) =>
        `${screen}, ${theme}: ${id}: ${html.slice(0, 160)} ${failureSummary.split('\n')[1] ?? ''}`,
    ),
  );
}

/**
 * Every broken A or AA rule of what is on screen, as `screen, theme: rule: element`: all rules in
 * light, those of colours in dark, too. The person follows the system's theme, which stays as it was
 * looked at last: it takes a moment to draw a whole page in other colours. With `part`, a selector, of that part alone.
 */
export async function broken(page: Page, screen: string, part?: string): Promise<string[]> {
  const isDark = await page.locator('html[data-theme=dark]').count();
  const themes: readonly Theme[] = isDark > 0 ? ['dark', 'light'] : ['light', 'dark'];
  const found: string[] = [];
  for (const theme of themes) found.push(...(await brokenIn(page, theme, screen, part)));
  return found;
}

/** The same in each width. What lies over the page stays open from one to the next. */
export async function brokenInWidths(page: Page, screen: string, part?: string): Promise<string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    found.push(...(await broken(page, `${screen} at ${width}`, part)));
  }
  if (before) await page.setViewportSize(before);
  return found;
}

/** The same of a page with what frames in it show: they hold their own axe, and are asked for theirs. */
export async function brokenInFrames(page: Page, screen: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    for (const theme of ['dark', 'light'] as const) {
      await turnTo(page, theme);
      const seen = await seenInFrame(page);
      if (seen === null) found.push(`${screen}: no frame`);
      const lines = (seen ?? []).flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
      found.push(...lines.map((line) => `${screen} at ${width}, ${theme}: ${line}`));
    }
  }
  return found;
}

/** On a busy machine a frame may answer too late to be looked into, and one that was not breaks nothing. */
const LOOKS = 5;

async function seenInFrame(page: Page) {
  for (let look = 0; look < LOOKS; look += 1) {
    const { violations, passes } = await new AxeBuilder({ page }).include('main').withTags(RULES).analyze();
    if (passes.some(({ nodes }) => nodes.some(({ target }) => target.length > 1))) return violations;
  }
  return null;
}

/** The same in the theme that is shown alone: for a screen whose colours were looked at elsewhere. */
export async function brokenAsShown(page: Page, screen: string, part?: string): Promise<string[]> {
  const isDark = await page.locator('html[data-theme=dark]').count();
  // Of the rules of colours a dark theme would be asked alone.
  if (isDark > 0) await turnTo(page, 'light');
  return await brokenIn(page, 'light', screen, part);
}

/** What opens on a page, one after the other: its name, how it opens, how it closes. */
export type Step = readonly [screen: string, open: (page: Page) => Promise<void>, close: (page: Page) => Promise<void>];

/** Every broken rule of a page's screens. */
export async function walk(page: Page, steps: readonly Step[]): Promise<string[]> {
  const found: string[] = [];
  for (const [screen, open, close] of steps) {
    await open(page);
    found.push(...(await broken(page, screen)));
    await close(page);
  }
  return found;
}

/** Closers of steps: what stays open, what Escape closes, and a dialog's Cancel. */
export const stay = () => Promise.resolve();
export const escape = (page: Page) => page.keyboard.press('Escape');
export const cancel = async (page: Page) => {
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Cancel', exact: true })
    .click();
  await page.locator('.bp6-overlay-backdrop').waitFor({ state: 'detached' });
};
