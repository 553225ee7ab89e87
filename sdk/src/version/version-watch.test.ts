import { expect, it } from 'vitest';
import { createVersionWatch } from './version-watch.ts';
import type { SharedDeadline, VersionWatch } from './version-watch.ts';

/** Tabs of one browser: they share time, the stored deadline and messages. */
function createBrowser(fileVersion = '2') {
  let now = 1_000_000;
  let stored: SharedDeadline | null = null;
  const tabs: VersionWatch[] = [];
  const reloads: number[] = [];
  return {
    reloads,
    pass(milliseconds: number) {
      now += milliseconds;
      for (const tab of tabs) tab.tick();
    },
    open(knownVersion = '1', fetchVersion = () => Promise.resolve(fileVersion)) {
      const place = tabs.length;
      const tab: VersionWatch = createVersionWatch({
        knownVersion,
        fetchVersion,
        reload: () => reloads.push(place),
        now: () => now,
        announce: (shared) => {
          stored = shared;
          for (const other of tabs) if (other !== tab) other.follow(shared);
        },
        readDeadline: () => stored,
      });
      tabs.push(tab);
      return tab;
    },
  };
}

it('asks when the version differs, counts minutes down and reloads after five', async () => {
  const browser = createBrowser();
  const tab = browser.open();
  await tab.poll();
  expect(tab.state$.value).toMatchObject({ step: 'asking', version: '2', minutesLeft: 5 });
  tab.refreshLater();
  browser.pass(60_000);
  expect(tab.state$.value).toMatchObject({ step: 'waiting', minutesLeft: 4 });
  browser.pass(239_999);
  expect(browser.reloads).toEqual([]);
  browser.pass(1);
  browser.pass(1000);
  expect(browser.reloads).toEqual([0]);
});

it('reloads at once when asked to', async () => {
  const browser = createBrowser();
  const tab = browser.open();
  await tab.poll();
  tab.refreshNow();
  expect(browser.reloads).toEqual([0]);
});

it('stays quiet while the version is known or the file cannot be read', async () => {
  const browser = createBrowser('1');
  const same = browser.open();
  const broken = browser.open('1', () => Promise.reject(new Error('offline')));
  await same.poll();
  await broken.poll();
  expect([same.state$.value.step, broken.state$.value.step]).toEqual(['current', 'current']);
});

it('agrees on one countdown between tabs, also with one opened later', async () => {
  const browser = createBrowser();
  const first = browser.open();
  const second = browser.open();
  await first.poll();
  browser.pass(120_000);
  const third = browser.open();
  await third.poll();
  await second.poll();
  const deadlines = [first, second, third].map((tab) =>
    'deadline' in tab.state$.value ? tab.state$.value.deadline : null,
  );
  expect(new Set(deadlines).size).toBe(1);
  browser.pass(180_000);
  expect(browser.reloads).toEqual([0, 1, 2]);
});

it('gives a fresh countdown when the stored one lies in the past', async () => {
  const browser = createBrowser();
  const first = browser.open();
  await first.poll();
  browser.pass(400_000);
  const late = browser.open();
  await late.poll();
  expect(late.state$.value).toMatchObject({ step: 'asking', minutesLeft: 5 });
});
