import {
  addTexts,
  askForDraft,
  applyBootstrap,
  createScope,
  keptDrafts$,
  LoadingOverlay,
  ModalHost,
  OverlaysProvider,
  QueryClientProvider,
  queryClient,
  session$,
  setOwnTexts,
  showLanguage,
  startSession,
  toasts$,
  tracking$,
} from '@kituo/sdk';
import type { Bootstrap, HostApp, SessionPlugin } from '@kituo/sdk/contracts';
import {
  connect,
  frameAdapter,
  giveDrafts,
  isSavedByHost,
  openDrafts,
  pushServerEvent,
  setAdapter,
  setSaver,
  type Remote,
} from '@kituo/sdk/frame';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { openFill, openPage } from '../../loading/plugin-module.ts';
import { applyAppearance, followSystemTheme } from '../../start/appearance.ts';
import type { FrameEvent, FrameInit, FrameLook, FramePlace } from '../frame-init.ts';
import { createPlaces, FrameApp } from './frame-app.tsx';
import { loadPart } from './part-files.ts';

export interface FrameParts {
  readonly app: HostApp;
  readonly init: FrameInit;
  readonly port: MessagePort;
}

/** A person is told to be there at most this often. Milliseconds. */
const ACTIVE_EVERY_MS = 20_000;
const UNSAVED_EVERY_MS = 500;
const MOST_TYPED = 500_000;

/** The frame's own session: no token of anybody, the codes of its own pages, everything masked. */
function takeSession({ plugin, look, user, codes, companyCode }: FrameInit): void {
  const bootstrap: Bootstrap = {
    sessionId: 'frame',
    user,
    isUpdatePasswordStatus: false,
    menus: [],
    perms: [...codes],
    fullPaths: plugin.pages.map(({ path }) => path.toLowerCase()),
    settings: { ...look.settings, language: look.language },
    languages: [...look.languages],
    companyCode,
    callSystemChannel: null,
    mayOverride: false,
    registry: { revision: '', plugins: [plugin] },
  };
  // The SDK makes no call without one; the host knows whose session it makes the call with.
  startSession('frame.none', user);
  applyBootstrap(bootstrap);
}

function showLook({ settings, language, languages }: FrameLook): void {
  applyAppearance(settings, language, window);
  showLanguage(language, languages);
}

/** Toasts are the console's; they go where all toasts are. */
function passToasts(remote: Remote): void {
  const passed = new Set<number>();
  toasts$.subscribe((toasts) => {
    for (const { id, type, text, durationMs, action } of toasts) {
      if (passed.has(id)) continue;
      passed.add(id);
      remote.tell('toast', { type, text, durationMs, action });
    }
  });
}

function passInputs(remote: Remote): void {
  let toldAt = -Infinity;
  const active = (event: Event): void => {
    if (event.timeStamp - toldAt < ACTIVE_EVERY_MS) return;
    toldAt = event.timeStamp;
    remote.tell('active');
  };
  for (const type of ['pointerdown', 'keydown', 'wheel'])
    window.addEventListener(type, active, { passive: true });
  window.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, defaultPrevented } = event;
    const isPalette = key.toLowerCase() === 'k' && (ctrlKey || metaKey);
    if (defaultPrevented || (key !== 'Escape' && !isPalette)) return;
    if (isPalette) event.preventDefault();
    remote.tell('key', { key: key === 'Escape' ? key : 'k', ctrlKey, metaKey });
  });
}

/** What is typed is the console's to keep: a frame has no storage, and a reload of the console ends it. */
function passUnsaved(remote: Remote): void {
  let last = '[]';
  setInterval(() => {
    const drafts = openDrafts();
    const now = JSON.stringify(drafts.map(({ keptAt: _, ...typed }) => typed));
    if (now !== last && now.length < MOST_TYPED) remote.tell('unsaved', drafts);
    last = now;
  }, UNSAVED_EVERY_MS);
}

/** Forms take their drafts out of the store when they open; the first one is opened. */
function takeDrafts(kept: unknown): void {
  giveDrafts(kept);
  const [first] = keptDrafts$.value;
  if (first !== undefined && first.subject !== '') askForDraft(first);
}

/** Files are saved by the console, where it was granted; what it has itself it saved already. */
function passFiles(remote: Remote): void {
  setSaver(({ blob, fileName }) => {
    if (!isSavedByHost(blob)) remote.tell('save', { blob, fileName });
  });
}

function passSize(remote: Remote, root: HTMLElement): void {
  const watcher = new ResizeObserver(() =>
    remote.tell('size', Math.ceil(root.getBoundingClientRect().height)),
  );
  watcher.observe(root);
}

/** The clipboard belongs to documents with an origin: copying goes through the console, where it was granted. */
function passCopies(remote: Remote, mayCopy: boolean): void {
  const writeText = async (text: string): Promise<void> => {
    const isCopied = mayCopy && (await remote.call('copy', [text]));
    if (isCopied !== true) throw new DOMException('not granted', 'NotAllowedError');
  };
  Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
}

const isFunctionless = (value: unknown): value is FramePlace =>
  typeof value === 'object' && value !== null && 'pathname' in value;
const isLook = (value: unknown): value is FrameLook =>
  typeof value === 'object' && value !== null && 'settings' in value;
const isEvent = (value: unknown): value is FrameEvent =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Draws the plugin's part and keeps it in step with the console. */
export function runFrame(parts: FrameParts): void {
  const { app, init, port } = parts;
  const plugin = { ...init.plugin, base: init.base };
  const module = loadPart(app, plugin, init.part);
  module.catch(() => undefined);
  const places = createPlaces(init.place);
  const remote = connect(port, {
    ping: () => true,
    place: ([place]) => isFunctionless(place) && places.show(place),
    look: ([look]) => isLook(look) && showLook(look),
    event: ([event]) => isEvent(event) && pushServerEvent(event),
  });
  setAdapter(frameAdapter(remote));
  for (const { namespace, language, texts } of init.texts) addTexts(namespace, language, texts);
  for (const [code, texts] of Object.entries(init.ownTexts)) setOwnTexts(code, texts);
  takeSession(init);
  showLook(init.look);
  followSystemTheme(window, () => {
    applyAppearance(session$.value.settings, session$.value.language, window);
  });
  passToasts(remote);
  passInputs(remote);
  passUnsaved(remote);
  passFiles(remote);
  takeDrafts(init.drafts);
  passCopies(remote, init.mayCopy);
  tracking$.subscribe(({ eventType, type }) => remote.tell('track', { eventType, type }));
  void draw({ plugin, init, module }, places, remote).catch((cause: unknown) => {
    remote.tell('failed', cause instanceof Error ? cause.message : String(cause));
  });
}

interface Drawing {
  readonly plugin: SessionPlugin;
  readonly init: FrameInit;
  /** The plugin's entry, on its way. */
  readonly module: Promise<unknown>;
}

async function draw(
  { plugin, init, module }: Drawing,
  places: ReturnType<typeof createPlaces>,
  remote: Remote,
): Promise<void> {
  const Part = await componentOf(plugin, init, await module);
  const root = document.getElementById('root') ?? document.body;
  if (init.part.kind === 'fill') {
    document.documentElement.dataset['part'] = 'fill';
    passSize(remote, root);
  }
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <OverlaysProvider>
        <FrameApp places={places} remote={remote} scope={createScope(plugin.name)}>
          <Part {...init.part.props} />
        </FrameApp>
        <ModalHost />
        <LoadingOverlay />
      </OverlaysProvider>
    </QueryClientProvider>,
  );
}

async function componentOf(
  plugin: SessionPlugin,
  { part }: FrameInit,
  module: unknown,
): Promise<ComponentType<Readonly<Record<string, unknown>>>> {
  if (part.kind === 'fill') return openFill(plugin, part.name, module);
  const page = plugin.pages.find(({ name }) => name === part.name);
  if (page === undefined) throw new Error(`no page ${part.name}`);
  return openPage({ plugin, page }, module);
}
