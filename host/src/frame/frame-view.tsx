import { ApiError, registerForm, session$, takeDraft, useLocation, useNavigate, useValue } from '@kituo/sdk';
import type { PluginFailureKind, SessionPlugin } from '@kituo/sdk/contracts';
import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react';
import { useHost } from '../shell/host-context.ts';
import type { PageEntry } from '../registry/page-table.ts';
import { beginFrameLater, dropFrameAhead, takeFrame } from './frame-element.ts';
import { FrameNotice } from './frame-notice.tsx';
import type { FrameInit, FramePart, FramePlace } from './frame-init.ts';
import { openFrameSession, type FrameSession } from './frame-session.ts';
import type { FrameState } from './frame-session-parts.ts';
import { ownTextsOf } from '../start/own-texts.ts';
import { textAt } from '../start/text-at.ts';
import { FRAME_BOX } from './frame-style.ts';
import { prepareAhead, prepareFrame, type PreparedFrame } from './prepare-frame.ts';

export interface FrameViewProps {
  readonly plugin: SessionPlugin;
  readonly part: FramePart;
  readonly title: string;
}

const MAX_HEIGHT = 900;
const PROCESS_ENDS_MS = 500;

/** An isolated plugin's page or part, in a frame of its own. The console around it stays usable whatever it does. */
export function FrameView({ plugin, part, title }: FrameViewProps) {
  const { pathname, search, hash, key, state: kept } = useLocation();
  const navigate = useNavigate();
  const { console } = useHost();
  const { language } = useValue(session$);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ at: FrameState | 'stopped'; reason: string }>(OPENING);
  const [height, setHeight] = useState<number | null>(null);
  const holder = useRef<HTMLDivElement>(null);
  const session = useRef<FrameSession | null>(null);
  const stop = useRef<() => void>(() => undefined);
  const place: FramePlace = { pathname, search, hash, key, state: stateOf(kept) };
  const unsaved = useRef<readonly unknown[]>([]);
  const formId = `frame:${plugin.name}:${part.name}`;

  const initOf = useEffectEvent((prepared: PreparedFrame): FrameInit =>
    frameInit({ ...prepared, plugin, part, place, drafts: takeDraft(formId)?.values['drafts'] }),
  );
  const go = useEffectEvent((to: string, isReplace: boolean, own: unknown) => {
    void navigate(to, { replace: isReplace, state: own === null ? null : { [STATE]: own } });
  });
  const step = useEffectEvent((steps: number) => {
    void navigate(steps);
  });
  const again = () => setAttempt((last) => last + 1);
  // A frame is opened again with another language: its texts are read before it is.
  useEffect(() => {
    if (holder.current === null) return;
    setState(OPENING);
    const since = performance.now();
    const frame = takeFrame(holder.current, title);
    const close = (): void => {
      // What does not answer may hold the process in which the next one was begun.
      if (session.current?.isLate() === true) dropFrameAhead();
      session.current?.close();
      session.current = null;
      unsaved.current = [];
      frame.remove();
    };
    let isWanted = true;
    const changed = (at: FrameState, reason: string, kind: PluginFailureKind): void => {
      setState({ at, reason });
      if (at === 'drawn') beginFrameLater();
      if (at !== 'failed' && at !== 'flooding') return;
      close();
      console.frameFailed(plugin, kind);
    };
    stop.current = close;
    prepareFrame(plugin).then(
      (prepared) => {
        if (!isWanted) return;
        frame.element.title = titleOf(plugin, part.name, prepared.texts) ?? title;
        session.current = openFrameSession({
          plugin,
          ticket: prepared.ticket,
          frame,
          init: () => initOf(prepared),
          navigate: (to, isReplace, own) => go(to, isReplace, own),
          go: (steps) => step(steps),
          changed,
          loaded: (bytes) => console.frameDrawn(plugin, performance.now() - since, bytes),
          // Begun ahead, in a process that hangs: a new one is not.
          unheard: () => {
            dropFrameAhead();
            close();
            // Its process ends meanwhile; else the next frame would be begun in it.
            setTimeout(() => isWanted && again(), PROCESS_ENDS_MS);
          },
          resized: (wanted) => setHeight(Math.min(Math.max(wanted, 40), MAX_HEIGHT)),
          hasUnsaved: (drafts) => {
            unsaved.current = drafts;
          },
        });
      },
      (cause: unknown) => {
        if (isWanted) changed('failed', cause instanceof Error ? cause.message : '', kindOf(cause));
      },
    );
    return () => {
      isWanted = false;
      close();
    };
  }, [plugin, part.name, title, language, attempt, console]);
  useEffect(() => {
    session.current?.place({ pathname, search, hash, key, state: stateOf(kept) });
  }, [pathname, search, hash, key, kept]);
  useEffect(
    () =>
      // What was typed in a frame is asked for before it is left, and kept over a reload under the plugin's name.
      registerForm({
        formId,
        idempotencyKey: '',
        read: () => (unsaved.current.length > 0 ? { drafts: unsaved.current } : null),
      }),
    [formId],
  );

  const isGone = state.at === 'failed' || state.at === 'flooding' || state.at === 'stopped';
  const isFill = part.kind === 'fill' && height !== null;
  return (
    <div style={{ ...FRAME_BOX[part.kind], ...(isFill && { height }) }}>
      {state.at !== 'drawn' && (
        <FrameNotice
          state={state.at}
          reason={state.reason}
          plugin={plugin}
          onAgain={again}
          onStop={() => {
            stop.current();
            setState({ at: 'stopped', reason: '' });
          }}
        />
      )}
      <div ref={holder} hidden={isGone} style={{ height: '100%' }} />
    </div>
  );
}

/** Where an entry of the history has what the plugin left in it, beside what is the console's. */
const STATE = 'frame';

function stateOf(kept: unknown): unknown {
  return typeof kept === 'object' && kept !== null ? (Reflect.get(kept, STATE) ?? null) : null;
}

/** What the plugin calls its part, in the language that is shown or the first it falls back to. */
function titleOf(
  { name, pages, fills = [] }: SessionPlugin,
  part: string,
  texts: PreparedFrame['texts'],
): string | null {
  const key = [...pages, ...fills].find((each) => each.name === part)?.titleKey ?? '';
  for (const own of texts) {
    if (own.namespace !== name) continue;
    const title = textAt(own.texts, key);
    if (title !== null) return title;
  }
  return null;
}

/** Why there is no ticket. */
function kindOf(cause: unknown): PluginFailureKind {
  return cause instanceof ApiError && cause.isNetwork ? 'network' : 'http';
}

const OPENING = { at: 'opening', reason: '' } as const;

function frameInit({
  plugin,
  ticket,
  texts,
  part,
  place,
  drafts,
}: PreparedFrame & Pick<FrameInit, 'plugin' | 'part' | 'place' | 'drafts'>): FrameInit {
  const { user, settings, language, languages, companyCode } = session$.value;
  if (user === null) throw new Error('nobody is signed in');
  return {
    kituo: 'frame',
    plugin,
    base: ticket.address,
    part,
    place,
    look: { settings, language, languages },
    // Whatever its reader may see elsewhere: here it is masked.
    user: { ...user, isDesensitization: 1, roles: [] },
    codes: ticket.codes,
    companyCode,
    texts,
    ownTexts: ownTextsOf(plugin.name),
    drafts,
    mayCopy: ticket.clipboard,
  };
}

/** The page of an isolated plugin as the console draws pages. */
export function framedPage({ plugin, page }: PageEntry): ComponentType {
  const { name } = page;
  const kind = plugin.pages.some((each) => each.name === name) ? 'page' : 'fill';
  // Somebody is about to open it, or points at it.
  prepareAhead(plugin);
  return function FramedPage(props: Readonly<Record<string, unknown>>) {
    return <FrameView plugin={plugin} part={{ kind, name, props }} title={name} />;
  };
}
