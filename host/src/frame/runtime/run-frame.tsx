import {
  addTexts,
  requestDraft,
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
  watchOwnJobs,
} from '@kituo/sdk';
import type { Bootstrap, HostApp, ServerEvent, SessionPlugin } from '@kituo/sdk/contracts';
import {
  connect,
  frameAdapter,
  giveDrafts,
  pushServerEvent,
  setAdapter,
  withholdReveals,
  type Remote,
} from '@kituo/sdk/frame';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { openFill, openPage } from '../../loading/plugin-module.ts';
import { applyAppearance, followSystemTheme } from '../../start/appearance.ts';
import type { FrameInit, FrameLook, FramePlace, FrameRenewal } from '../frame-init.ts';
import { createPlaces, FrameApp } from './frame-app.tsx';
import { ownFiles, type OwnFiles } from './own-files.ts';
import { loadPart } from './part-files.ts';
import { passOn } from './passing.ts';

export interface FrameParts {
  readonly app: HostApp;
  readonly init: FrameInit;
  readonly port: MessagePort;
}

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

/** Forms take their drafts out of the store when they open; the first one is opened. */
function takeDrafts(kept: unknown): void {
  giveDrafts(kept);
  const [first] = keptDrafts$.value;
  if (first !== undefined && first.subject !== '') requestDraft(first);
}

function passSize(remote: Remote, root: HTMLElement): void {
  const watcher = new ResizeObserver(() => remote.tell('size', Math.ceil(root.getBoundingClientRect().height)));
  watcher.observe(root);
}

const isFunctionless = (value: unknown): value is FramePlace =>
  typeof value === 'object' && value !== null && 'pathname' in value;
const isLook = (value: unknown): value is FrameLook =>
  typeof value === 'object' && value !== null && 'settings' in value;
const isEvent = (value: unknown): value is ServerEvent =>
  typeof value === 'object' && value !== null && 'type' in value;
const isRenewal = (value: unknown): value is FrameRenewal =>
  typeof value === 'object' && value !== null && 'base' in value && 'codes' in value;

/** Draws the plugin's part and keeps it in step with the console. */
export function runFrame(parts: FrameParts): void {
  const { app, init, port } = parts;
  const plugin = { ...init.plugin, base: init.base };
  const files = ownFiles(init.base);
  const module = loadPart(app, plugin, init.part);
  module.catch(() => undefined);
  const places = createPlaces(init.place);
  const remote = connect(port, {
    ping: () => true,
    place: ([place]) => isFunctionless(place) && places.show(place),
    look: ([look]) => isLook(look) && showLook(look),
    event: ([event]) => isEvent(event) && pushServerEvent(event),
    ticket: ([renewal]) => {
      if (!isRenewal(renewal)) return;
      files.renew(renewal.base);
      if (renewal.codes.join() === [...session$.value.perms].join()) return;
      takeSession({ ...init, codes: renewal.codes, look: session$.value });
    },
  });
  setAdapter(frameAdapter(remote));
  for (const { namespace, language, texts } of init.texts) addTexts(namespace, language, texts);
  for (const [code, texts] of Object.entries(init.ownTexts)) setOwnTexts(code, texts);
  takeSession(init);
  showLook(init.look);
  followSystemTheme(window, () => {
    applyAppearance(session$.value.settings, session$.value.language, window);
  });
  withholdReveals();
  passOn(remote, plugin.name, init.mayCopy);
  takeDrafts(init.drafts);
  void draw({ plugin, init, module, files }, places, remote).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    remote.tell('failed', reason, files.kindOf(cause));
  });
}

interface Drawing {
  readonly plugin: SessionPlugin;
  readonly init: FrameInit;
  /** The plugin's entry, on its way. */
  readonly module: Promise<unknown>;
  readonly files: OwnFiles;
}

async function draw(
  { plugin, init, module, files }: Drawing,
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
        <FrameApp
          places={places}
          remote={remote}
          scope={createScope(plugin.name)}
          onDrawn={() => {
            remote.tell('drawn', files.bytes());
            // Its own jobs, one of which may go on since before a reload.
            watchOwnJobs();
          }}
        >
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
