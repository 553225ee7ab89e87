import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openWayOut } from '../../platform/outside/index.ts';

const WITHIN_MS = 25_000;
/** The table takes no more. */
const MOST_BYTES = 1_048_576;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const run = promisify(execFile);

/**
 * How an address looks on a phone, drawn by a Chromium of its own that reaches the outside alone and is gone afterwards.
 * @returns null where the browser gave no picture, or one that is too large: the words of the page are evidence without.
 */
export async function pictureOf(browser: string, url: string): Promise<Buffer | null> {
  const folder = await mkdtemp(join(tmpdir(), 'kituo-page-'));
  await using way = await openWayOut();
  const file = join(folder, 'page.png');
  const options = [
    '--headless=new',
    '--incognito',
    '--no-first-run',
    '--hide-scrollbars',
    '--mute-audio',
    '--disable-gpu',
    '--disable-sync',
    '--disable-extensions',
    '--disable-background-networking',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    `--proxy-server=http://127.0.0.1:${way.port}`,
    // This machine's own addresses take the proxy, too, which refuses them.
    '--proxy-bypass-list=<-loopback>',
    `--user-data-dir=${join(folder, 'profile')}`,
    '--window-size=390,844',
    '--virtual-time-budget=8000',
    `--screenshot=${file}`,
  ];
  try {
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
    await run(browser, [...options, url], { timeout: WITHIN_MS, killSignal: 'SIGKILL', env, cwd: folder });
    const png = await readFile(file);
    return png.length <= MOST_BYTES && png.subarray(0, PNG.length).equals(PNG) ? png : null;
  } catch {
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
