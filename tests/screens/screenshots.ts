import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../../scripts/build/paths.ts';
import { Visits } from '../e2e/support/visits.ts';
import { endBrowser } from '../e2e/support/windows.ts';
import { setup as joinCluster } from '../support/database-run.ts';
import { startServerProcess } from '../support/server-process.ts';
import { startStation } from '../support/station-process.ts';
import { SCENES, type Scene } from './scenes.ts';

/**
 * `npm run screenshots` takes the README's pictures into docs/screenshots/.
 * `-- --all` takes every scene at three widths, in both themes and languages, into .cache/screens/,
 * for people who look at what they changed; `--only home,bell` and `--look 390-dark-en` take a part of them.
 */

interface Look {
  readonly width: number;
  readonly theme: 'light' | 'dark';
  readonly language: 'en' | 'zh';
}

const README_LOOK: Look = { width: 1440, theme: 'light', language: 'en' };

const ALL_LOOKS: readonly Look[] = [1440, 1260, 390].flatMap((width) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    (['en', 'zh'] as const).map((language) => ({ width, theme, language })),
  ),
);

const nameOf = ({ width, theme, language }: Look): string => `${width}-${theme}-${language}`;

async function take(visits: Visits, scene: Scene, look: Look, file: string): Promise<void> {
  const url = visits.server;
  const context = {
    viewport: { width: look.width, height: look.width < 500 ? 844 : 900 },
    colorScheme: look.theme,
    timezoneId: 'Africa/Nairobi',
  };
  const { language } = look;
  const { page } =
    scene.who === null
      ? await visits.blank({ ...context, locale: language })
      : await visits.as({ path: scene.path, ...(await scene.who(url)), language, context });
  if (scene.who === null) {
    await page.addInitScript((code) => {
      localStorage.setItem('at_present_app_language', code);
    }, language);
    await page.goto(url + scene.path);
  }
  await page.locator(scene.ready).first().waitFor();
  await scene.act?.({ page, url });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: file, animations: 'disabled' });
  await visits.leave();
}

const { values } = parseArgs({
  options: { all: { type: 'boolean' }, only: { type: 'string' }, look: { type: 'string' } },
});
const isAll = values.all === true || values.only !== undefined || values.look !== undefined;
const folder = join(ROOT, isAll ? '.cache/screens' : 'docs/screenshots');
const names = values.only?.split(',');
const looks = isAll
  ? ALL_LOOKS.filter((look) => values.look?.split(',').includes(nameOf(look)) ?? true)
  : [README_LOOK];
await mkdir(folder, { recursive: true });
// The README shows what `npm start` shows; there, changes of people await approval, and scenes make people.
const leaveCluster = isAll ? joinCluster() : undefined;
const server = await (isAll ? startStation() : startServerProcess());
const visits = new Visits(server.url);
try {
  for (const scene of SCENES) {
    if (names !== undefined ? !names.includes(scene.name) : !isAll && !scene.isInReadme) continue;
    for (const look of looks) {
      const suffix = isAll ? `-${nameOf(look)}` : '';
      await take(visits, scene, look, join(folder, `${scene.name}${suffix}.png`));
    }
  }
  process.stdout.write(`Pictures in ${folder}\n`);
} finally {
  await endBrowser();
  await server.stop();
  leaveCluster?.();
}
