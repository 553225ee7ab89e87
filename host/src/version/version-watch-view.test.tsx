// @vitest-environment jsdom
import type { VersionState } from '@kituo/sdk';
import { renderPage } from '@kituo/sdk/testing';
import { afterEach, expect, it, vi } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { VersionWatchView } from './version-watch-view.tsx';

afterEach(() => vi.unstubAllGlobals());

const lines = ['third', 'second', 'first'].map((line) => ({ en: line, zh: `${line} 中文` }));
const asking: VersionState = { step: 'asking', version: '2', deadline: 0, minutesLeft: 5 };

function draw(state: VersionState, language = 'en') {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ lines })));
  const ignored = () => undefined;
  const watch = {
    state$: { value: state, subscribe: () => ({ unsubscribe: ignored }) },
    poll: () => Promise.resolve(),
    detect: ignored,
    follow: ignored,
    refreshNow: ignored,
    refreshLater: ignored,
    tick: ignored,
  };
  return renderPage(<VersionWatchView watch={watch} />, {
    plugin: { name: 'host', texts: { en, zh } },
    language,
  });
}
const items = (page: ReturnType<typeof draw>) => page.queryAllByRole('listitem').map(({ textContent }) => textContent);

it('says what changed, in the reader’s language', async () => {
  const page = draw(asking, 'zh');
  await page.findByText('third 中文');
  page.getByRole('heading', { name: '更新内容' });
});

it('leaves out what was told before the last refresh', async () => {
  const page = draw(asking);
  localStorage.setItem('kituo_seen_news', 'second');
  await page.findByText('third');
  expect(items(page)).toEqual(['third']);
});

it('counts as told with the refresh, not with the question: other tabs ask, too', async () => {
  const page = draw(asking);
  await page.findByText('third');
  expect(localStorage.getItem('kituo_seen_news')).toBeNull();
  draw({ step: 'reloading', version: '2' });
  await expect.poll(() => localStorage.getItem('kituo_seen_news')).toBe('third');
});
