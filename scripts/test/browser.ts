import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findTestBrowser } from '../../tests/support/browser.ts';
import { ROOT, tool } from './command.ts';

const DOWNLOAD_HOST = 'https://cdn.playwright.dev';
const REACHABLE_WITHIN_MS = 5_000;
const DOWNLOAD_WITHIN_MS = 240_000;

const works = (path: string | undefined): path is string =>
  path !== undefined && spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0;

async function isReachable(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(REACHABLE_WITHIN_MS) });
    return true;
  } catch {
    return false;
  }
}

function run(command: string, args: readonly string[]): boolean {
  console.log(`  ${[command, ...args].join(' ')}`);
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    timeout: DOWNLOAD_WITHIN_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

/**
 * Makes sure that there is a browser that starts: the machine's own, Playwright's download where
 * its host answers, Debian's package where we may install it. Returns its path.
 * @throws Error with a sentence on what to do.
 */
export async function ensureBrowser(): Promise<string> {
  const present = findTestBrowser();
  if (works(present)) return present;
  console.log('There is no browser for the tests; getting one …');
  if (await isReachable(DOWNLOAD_HOST)) {
    run(process.execPath, [tool('playwright/cli.js'), 'install', 'chromium']);
    const downloaded = findTestBrowser();
    if (works(downloaded)) return downloaded;
  }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update', '-qq']);
    const install = ['install', '-y', '-qq', '--no-install-recommends'];
    // Older releases have no package of the shell.
    if (!run('apt-get', [...install, 'chromium', 'chromium-headless-shell'])) {
      run('apt-get', [...install, 'chromium']);
    }
    const packaged = findTestBrowser();
    if (works(packaged)) return packaged;
  }
  throw new Error(
    'The tests need Chromium. Neither Playwright’s download nor apt-get could bring one: ' +
      'install Chromium or Chrome, or name it in KITUO_BROWSER, and run npm test again.',
  );
}
