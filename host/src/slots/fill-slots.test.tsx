// @vitest-environment jsdom
import { addTexts, setFills, Slot } from '@kituo/sdk';
import type { SessionPlugin } from '@kituo/sdk/contracts';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BrowserFiles } from '../loading/browser-files.ts';
import type { ModuleLoader } from '../loading/module-loader.ts';
import { createPluginHealth } from '../health/plugin-health.ts';
import { createPageLoader } from '../loading/page-loader.ts';
import { fillSlots } from './fill-slots.tsx';

// A frame asks for a whole console; as there, each call makes a component of its own.
vi.mock('../frame/frame-view.tsx', () => ({
  framedPage: () =>
    function Framed() {
      return <input aria-label="in the frame" />;
    },
}));

/** For what never comes: a busy machine is late. */
const LATE = 30_000;

const file = (stem: string) => `${stem}.${stem.padEnd(43, 'x').slice(0, 43)}.js`;

function plugin(name: string, slots: readonly string[]): SessionPlugin {
  return {
    name,
    version: '1.0.0',
    titleKey: 'title',
    files: [file(`${name}-entry`), file(`${name}-part`)],
    entry: 0,
    styles: [],
    locales: {},
    pages: [],
    fills: slots.map((slot, index) => ({
      slot,
      name: `Part${index}`,
      titleKey: 'title',
      files: [1],
      styles: [],
      shared: [],
    })),
  };
}

/** What a plugin's part is, as the test says; undefined: on its way for as long as it says nothing. */
const parts = new Map<string, (props: object) => React.ReactNode>();
const waiting = new Map<string, () => void>();
/** Names whose files the server refuses. */
const refused = new Set<string>();

/** As SystemJS: what failed stays failed until it is forgotten. */
function modules(): ModuleLoader & { readonly asked: string[] } {
  const failed = new Set<string>();
  const asked: string[] = [];
  return {
    asked,
    addImportMap: () => undefined,
    async importModule(name) {
      asked.push(name);
      const owner = /plugins?[-/]([a-z]+)/.exec(name)?.[1] ?? '';
      if (refused.has(owner)) failed.add(owner);
      if (failed.has(owner)) throw new Error('refused');
      if (!parts.has(owner)) await new Promise<void>((resolve) => waiting.set(owner, resolve));
      const Part = parts.get(owner);
      return { plugin: { pages: {}, fills: { Part0: () => Promise.resolve({ Part }) } } };
    },
    forget(urls) {
      for (const url of urls) failed.delete(/plugins\/([a-z]+)/.exec(url)?.[1] ?? '');
    },
  };
}

const files: BrowserFiles = {
  addStyle: () => Promise.resolve(),
  removeStyle: () => undefined,
  fetchJson: () => Promise.resolve({}),
  refetch: () => Promise.resolve(),
  lastStatus: () => 503,
  fetch: () => Promise.resolve(new Response('', { status: 503 })),
};

function session(plugins: readonly SessionPlugin[]) {
  for (const { name } of plugins) addTexts(name, 'en', { title: `Part of ${name}` });
  const loading = modules();
  const loader = createPageLoader({
    modules: loading,
    files,
    languages: () => ['en'],
    addTexts: () => undefined,
    shared: { filesOf: () => ({ scripts: [], styles: [] }), ready: () => Promise.resolve() },
  });
  const bootstrap = { registry: { revision: '1', plugins: [...plugins] } };
  const completed = { times: 0 };
  const complete = () => {
    completed.times += 1;
    return Promise.resolve();
  };
  const told: string[] = [];
  const counted = createPluginHealth(async () => undefined);
  const health = {
    ...counted,
    opened: ({ name }: { name: string }) => void told.push(`${name} open`),
    failed: (which: Parameters<typeof counted.failed>[0], kind: Parameters<typeof counted.failed>[1]) => {
      told.push(`${which.name} ${kind}`);
      counted.failed(which, kind);
    },
  };
  const fill = () => fillSlots({ loader, bootstrap, complete, health });
  fill();
  return { loading, completed, told, fill };
}

const page = () =>
  render(
    <main>
      <h1>The page itself</h1>
      <Slot
        name="order-detail.tab"
        props={{ orderNo: 'LO1' }}
        wrap={({ title }, content) => <section aria-label={title}>{content}</section>}
      />
    </main>,
  );

const app = document.createElement('script');
app.type = 'application/json';
app.id = 'kituo-app';
app.textContent = '{"version":"1","entry":"main.js","shared":{},"locales":{}}';

beforeEach(() => {
  document.head.append(app);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  app.remove();
  setFills(() => []);
  parts.clear();
  waiting.clear();
  refused.clear();
  vi.restoreAllMocks();
});

it('loads what fills a slot when the slot is drawn, and gives it what the slot gives', async () => {
  parts.set('cash', (props) => <p>given {JSON.stringify(props)}</p>);
  const { loading } = session([plugin('cash', ['order-detail.tab']), plugin('quiet', ['other.slot'])]);
  expect(loading.asked).toEqual([]);
  page();
  expect(await screen.findByText('given {"orderNo":"LO1"}')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Part of cash' })).toBeTruthy();
  expect(loading.asked.some((name) => name.includes('quiet'))).toBe(false);
});

it('draws nothing for what the session may not see, and nothing where nobody fills', () => {
  // A session's registry has no fills of pages that it does not hold: the server leaves them out.
  session([plugin('cash', [])]);
  page();
  expect(screen.queryAllByRole('region')).toEqual([]);
  expect(screen.getByRole('heading').textContent).toBe('The page itself');
});

it('keeps the page while a part is slow, and others’ parts while one throws', async () => {
  parts.set('broken', () => {
    throw new Error('on purpose');
  });
  parts.set('sound', () => <p>sound</p>);
  const { told } = session(['slow', 'broken', 'sound'].map((name) => plugin(name, ['order-detail.tab'])));
  page();
  expect(await screen.findByText('sound')).toBeTruthy();
  const slow = screen.getByRole('region', { name: 'Part of slow' });
  expect(slow.querySelector('.bp6-skeleton[role=status]')).not.toBeNull();
  expect((await screen.findByRole('alert')).textContent).toContain('broken');
  parts.set('slow', () => <p>here now</p>);
  waiting.get('slow')?.();
  expect(await screen.findByText('here now')).toBeTruthy();
  expect(screen.getByRole('heading').textContent).toBe('The page itself');
  // Operators see how parts do, as they see it of pages.
  const all = ['broken open', 'broken render', 'slow open', 'sound open'];
  await vi.waitFor(() => expect([...told].sort()).toEqual(all), LATE);
});

it('leaves a frame that stands as it is when the bootstrap brings news', async () => {
  const { fill } = session([{ ...plugin('cash', ['order-detail.tab']), isIsolated: true }]);
  page();
  const typed = await screen.findByLabelText<HTMLInputElement>('in the frame');
  fireEvent.change(typed, { target: { value: 'half a sentence' } });
  // As it does whenever rights, languages or sections changed.
  await act(async () => fill());
  expect(screen.getByLabelText('in the frame')).toBe(typed);
  expect(typed.value).toBe('half a sentence');
});

it('does not load a part that keeps failing, unless a person asks for it', async () => {
  parts.set('cash', () => {
    throw new Error('on purpose');
  });
  const { told } = session([plugin('cash', ['order-detail.tab'])]);
  for (let times = 0; times < 3; times += 1) {
    page();
    expect((await screen.findByRole('alert')).textContent).toContain('cash');
    cleanup();
  }
  const threw = () => told.filter((fact) => fact === 'cash render').length;
  page();
  await screen.findByRole('alert');
  expect(threw()).toBe(3);
  fireEvent.click(screen.getByRole('button'));
  await vi.waitFor(() => expect(threw()).toBe(4), LATE);
});

it('says what did not load, and loads it by a retry', async () => {
  refused.add('cash');
  parts.set('cash', () => <p>at last</p>);
  session([plugin('cash', ['order-detail.tab'])]);
  page();
  expect((await screen.findByRole('alert')).textContent).toContain('cash');
  refused.clear();
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('at last')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('asks once for files that the document did not name', () => {
  const bare = { ...plugin('cash', ['order-detail.tab']), files: [] };
  const { completed, loading } = session([bare]);
  page();
  expect(completed.times).toBeGreaterThan(0);
  expect(loading.asked).toEqual([]);
  expect(screen.queryAllByRole('region')).toEqual([]);
});
