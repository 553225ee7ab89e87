// @vitest-environment jsdom
import {
  applyBootstrap,
  clearToastHistory,
  endSession,
  missingTexts$,
  session$,
  shortcutGroups$,
  startSession,
  toasts$,
  tracking$,
} from '@kituo/sdk';
import { connect, pushServerEvent, setAdapter, type Methods, type Remote } from '@kituo/sdk/frame';
import { fakeBootstrap, fakeUser } from '@kituo/sdk/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakePlugin } from '../registry/testing/session-parts.ts';
import type { FrameInit } from './frame-init.ts';
import { openFrameSession, type FrameSession } from './frame-session.ts';

/** For what never comes: a busy machine is late. */
const LATE = 30_000;

/** The console's side as it was told, and the other end of the channel. */
interface Opened {
  readonly remote: Remote;
  readonly session: FrameSession;
  readonly said: unknown[][];
  readonly element: HTMLIFrameElement;
}

const open: { close(): void }[] = [];
const OWN = '/AdminContent/Stores/Sales';
const CALL = {
  method: 'POST',
  url: '/api/hc/web/user/exportUserList',
  query: null,
  body: '{}',
  headers: {},
  isFile: false,
};

beforeEach(() => {
  startSession('S1.secret', fakeUser());
});
afterEach(() => {
  for (const each of open.splice(0)) each.close();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  setAdapter(undefined);
  clearToastHistory();
  endSession('SIGNED_OUT');
});

function initOf(): FrameInit {
  const { settings, language, languages } = session$.value;
  return {
    kituo: 'frame',
    plugin: fakePlugin('stores', '1.0.0', ['Stores/Sales']),
    base: '/frame/t1/',
    part: { kind: 'page', name: 'Sales', props: {} },
    place: { pathname: OWN, search: '', hash: '', key: '1', state: null },
    look: { settings, language, languages },
    user: fakeUser(),
    codes: [],
    companyCode: '14',
    texts: [],
    ownTexts: {},
    drafts: null,
    mayCopy: false,
  };
}

interface Other {
  /** Begun before it was needed. */
  readonly isAhead?: boolean;
  /** Nobody listens at the other end. */
  readonly isHeld?: boolean;
}

async function opened(methods: Methods = {}, other: Other = {}): Promise<Opened> {
  const said: unknown[][] = [];
  const say =
    (what: string) =>
    (...facts: unknown[]) =>
      void said.push([what, ...facts]);
  const element = document.createElement('iframe');
  element.tabIndex = 0;
  document.body.append(element);
  const port = new Promise<MessagePort>((resolve) => {
    const postMessage = (_: unknown, __: string, [given]: readonly MessagePort[]) => given && resolve(given);
    Object.defineProperty(element, 'contentWindow', { value: { postMessage } });
  });
  const session = openFrameSession({
    plugin: fakePlugin('stores', '1.0.0', ['Stores/Sales']),
    ticket: { address: '/frame/t1/', version: '1.0.0', api: [], clipboard: false, download: false, codes: [] },
    frame: {
      element,
      isAhead: other.isAhead ?? false,
      ready: Promise.resolve(),
      onLeft: null,
      remove: () => undefined,
    },
    init: () => initOf(),
    navigate: say('navigate'),
    go: say('go'),
    changed: say('changed'),
    loaded: say('loaded'),
    unheard: say('unheard'),
    resized: say('resized'),
    hasUnsaved: say('unsaved'),
  });
  const far = await port;
  const remote = other.isHeld
    ? { call: () => Promise.resolve(), tell: () => undefined, close: () => far.close() }
    : connect(far, { ping: () => true, ...methods });
  open.push(session, remote);
  return { remote, session, said, element };
}

/** What was told before is read by the time a call of its own is answered. */
const heard = async ({ remote }: Opened) => void (await remote.call('copy', ['']));

it('shows toasts under the plugin’s name and takes them back', async () => {
  const frame = await opened();
  const clicked = Promise.withResolvers<void>();
  const action = { text: 'Undo', onClick: () => clicked.resolve() };
  frame.remote.tell('toast', 7, { type: 2, text: 'Saved', details: 'id 1', action });
  await heard(frame);
  // A file before this one may tell something late.
  const shown = () => toasts$.value.filter(({ text }) => text.startsWith('stores:'));
  const [toast] = shown();
  expect(toast).toMatchObject({ type: 2, text: 'stores: Saved', details: 'id 1' });
  toast?.action?.onClick();
  await clicked.promise;
  frame.remote.tell('untoast', 8);
  await heard(frame);
  expect(shown()).toHaveLength(1);
  frame.remote.tell('untoast', 7);
  await heard(frame);
  expect(shown()).toEqual([]);
});

it('passes the console’s keys on: some always, some while the person is in the frame, others never', async () => {
  const frame = await opened();
  const pressed: string[] = [];
  const listen = ({ key, ctrlKey }: KeyboardEvent) => pressed.push(ctrlKey ? `Ctrl+${key}` : key);
  window.addEventListener('keydown', listen);
  const toDialogs: string[] = [];
  const listenAsDialog = ({ key }: KeyboardEvent) => toDialogs.push(key);
  document.body.addEventListener('keydown', listenAsDialog);
  const keys = [
    { key: 'Escape' },
    { key: 'k', ctrlKey: true },
    { key: '?' },
    { key: 'gm' },
    { key: 'g1' },
    { key: 'p' },
    { key: 'Enter' },
  ];
  const press = async () => {
    pressed.length = 0;
    for (const key of keys) frame.remote.tell('key', key);
    await heard(frame);
    return [...pressed];
  };
  expect(await press()).toEqual(['Escape', 'Ctrl+k']);
  expect(toDialogs).toEqual([]);
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  frame.element.focus();
  expect(await press()).toEqual(['Escape', 'Ctrl+k', '?', 'g', 'm']);
  // As from the page: a dialog that was drawn just now has no focus yet.
  expect(toDialogs).toEqual(['Escape']);
  window.removeEventListener('keydown', listen);
  document.body.removeEventListener('keydown', listenAsDialog);
  vi.restoreAllMocks();
});

it('goes where the plugin’s own pages are, with what a page keeps there, and back as far as it came', async () => {
  const frame = await opened();
  const { remote } = frame;
  remote.tell('navigate', '/AdminContent/Home', false, null);
  remote.tell('navigate', 'https://evil.example/', false, null);
  remote.tell('go', -1);
  remote.tell('navigate', `${OWN}?page=2`, false, { from: 'list' });
  remote.tell('navigate', OWN, true, { much: 'x'.repeat(20_000) });
  remote.tell('go', -1);
  remote.tell('go', -1);
  await heard(frame);
  expect(frame.said.filter(([what]) => what !== 'changed')).toEqual([
    ['navigate', `${OWN}?page=2`, false, { from: 'list' }],
    ['navigate', OWN, true, null],
    ['go', -1],
  ]);
});

it('tells of the jobs that its own calls named, and of no others', async () => {
  const events: unknown[] = [];
  const frame = await opened({ event: ([event]) => events.push(event) });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"data":{"jobNo":"J7"}}')));
  await frame.remote.call('api', [CALL]);
  for (const jobNo of ['J6', 'J7']) pushServerEvent({ type: 'job', jobNo, status: 'RUNNING', done: 1, total: 2 });
  pushServerEvent({ type: 'orders' });
  pushServerEvent({ type: 'permissions' });
  await vi.waitFor(() => expect(events).toHaveLength(2), LATE);
  expect(events).toMatchObject([{ jobNo: 'J7' }, { type: 'orders' }]);
});

it('hands on what the person may by now, with a new ticket', async () => {
  const told: unknown[] = [];
  const frame = await opened({ ticket: ([ticket]) => told.push(ticket) });
  await heard(frame);
  const ticket = {
    address: '/frame/t2/',
    version: '1.0.0',
    api: [],
    clipboard: false,
    download: false,
    codes: ['a:b:c'],
  };
  const data = { code: 0, msg: '', data: ticket };
  setAdapter((config) => Promise.resolve({ status: 200, statusText: '', headers: {}, config, data }));
  applyBootstrap(fakeBootstrap({ perms: ['a:b:c'] }));
  await vi.waitFor(() => expect(told).toEqual([{ base: '/frame/t2/', codes: ['a:b:c'] }]), LATE);
  // Another version's files are not this frame's.
  ticket.version = '2.0.0';
  applyBootstrap(fakeBootstrap({ perms: [] }));
  await heard(frame);
  await heard(frame);
  expect(told).toHaveLength(1);
});

it('gets a new ticket ten minutes after the last, tries again soon where that fails, and wakes up in time', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  });
  try {
    const told: unknown[] = [];
    const asked: number[] = [];
    const start = Date.now();
    let isReached = true;
    // What did not come is told in the console.
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    setAdapter((config) => {
      asked.push(Math.round((Date.now() - start) / 1_000));
      if (!isReached) return Promise.reject(new Error('no network'));
      const ticket = {
        address: `/frame/t${asked.length + 1}/`,
        version: '1.0.0',
        api: [],
        clipboard: false,
        download: false,
        codes: [],
      };
      const data = { code: 0, msg: '', data: ticket };
      return Promise.resolve({ status: 200, statusText: '', headers: {}, config, data });
    });
    const frame = await opened({ ticket: ([ticket]) => told.push(ticket) });
    const bases = async () => {
      await heard(frame);
      return told;
    };
    await vi.advanceTimersByTimeAsync(599_000);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked).toHaveLength(1);
    expect(await bases()).toEqual([{ base: '/frame/t2/', codes: [] }]);

    // The line is down when the next is due: it is over at 15 minutes, and there by then.
    isReached = false;
    await vi.advanceTimersByTimeAsync(660_000);
    const [, ...tried] = asked;
    expect(tried.length).toBeGreaterThan(1);
    for (const [index, at] of tried.slice(1).entries()) expect(at - (tried[index] ?? 0)).toBeLessThanOrEqual(31);
    isReached = true;
    await vi.advanceTimersByTimeAsync(31_000);
    expect(await bases()).toHaveLength(2);

    // The machine sleeps for an hour: timers stood still, the clock on the wall did not.
    const before = asked.length;
    vi.setSystemTime(Date.now() + 3_600_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveLength(before + 1);
    frame.session.close();
    vi.setSystemTime(Date.now() + 3_600_000);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toHaveLength(before + 1);
  } finally {
    vi.restoreAllMocks();
    vi.useRealTimers();
  }
});

it('lets forty calls through at once and then ten a second, and what is no call does not count', async () => {
  const frame = await opened();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
  const make = (count: number, more: object = {}) =>
    Promise.allSettled(Array.from({ length: count }, () => frame.remote.call('api', [{ ...CALL, ...more }])));
  for (let turn = 0; turn < 4; turn += 1) await make(25, { url: '/elsewhere' });
  const begun = performance.now();
  for (let turn = 0; turn < 2; turn += 1) await make(25);
  expect(performance.now() - begun).toBeGreaterThan(850);
});

it('hands on some events of use, not a flood of them', async () => {
  const frame = await opened();
  const seen: string[] = [];
  const watching = tracking$.subscribe(({ eventType }) => seen.push(eventType));
  for (let count = 0; count < 100; count += 1) frame.remote.tell('track', { eventType: `E${count}` });
  await heard(frame);
  watching.unsubscribe();
  // Twenty, and what a busy machine’s time gives back.
  expect(seen.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, count) => `E${count}`));
  expect(seen.length).toBeLessThan(40);
});

it('offers the page’s keys below the plugin’s name while the frame stands, and reports texts it misses', async () => {
  const frame = await opened();
  const missing: unknown[] = [];
  // What is missing is said in the console, too.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const watching = missingTexts$.subscribe((text) => missing.push(text));
  frame.remote.tell('shortcuts', [
    { id: 'list', title: 'The list', entries: [{ keys: ['j'], text: 'Next' }, 7] },
    'nothing',
  ]);
  frame.remote.tell('missing', 'till.title');
  frame.remote.tell('missing', 'no key at all');
  await heard(frame);
  expect(shortcutGroups$.value).toEqual([
    { id: 'stores.list', title: 'stores: The list', entries: [{ keys: ['j'], text: 'Next' }] },
  ]);
  expect(missing).toMatchObject([{ namespace: 'stores', key: 'till.title' }]);
  watching.unsubscribe();
  vi.restoreAllMocks();
  frame.session.close();
  expect(shortcutGroups$.value).toEqual([]);
});

it('counts what it cost when it first stands, and why it failed by a word that is one', async () => {
  const frame = await opened();
  for (const bytes of [12_345.6, 7]) frame.remote.tell('drawn', bytes);
  await heard(frame);
  expect(frame.said.filter(([what]) => what === 'loaded')).toEqual([['loaded', 12_346]]);
  frame.remote.tell('failed', 'no such file', 'http');
  await vi.waitFor(() => expect(frame.said.at(-1)).toEqual(['changed', 'failed', 'no such file', 'http']), LATE);
  const other = await opened();
  other.remote.tell('failed', 'x'.repeat(600), 'breaker');
  await vi.waitFor(() => expect(other.said.at(-1)?.[3]).toBe('render'), LATE);
  expect(String(other.said.at(-1)?.[2])).toHaveLength(500);
});

it('gives a frame up that was begun ahead and does not answer: another’s loop may hold its process', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'performance'] });
  try {
    const held = await opened({}, { isAhead: true, isHeld: true });
    await vi.advanceTimersByTimeAsync(1_400);
    expect([held.said, held.session.isLate()]).toEqual([[], true]);
    await vi.advanceTimersByTimeAsync(200);
    expect(held.said).toEqual([['unheard']]);
    held.session.close();
    // One that was begun for this very page has nobody before it: it is waited for, and said to be silent.
    const own = await opened({}, { isHeld: true });
    await vi.advanceTimersByTimeAsync(8_000);
    expect(own.said).toEqual([['changed', 'silent', '', 'render']]);
  } finally {
    vi.useRealTimers();
  }
});
