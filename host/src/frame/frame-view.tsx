import { call, registerForm, session$, useLocation, useNavigate, useValue } from '@kituo/sdk';
import { pluginFrame, type SessionPlugin } from '@kituo/sdk/contracts';
import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react';
import { useHost } from '../shell/host-context.ts';
import type { PageEntry } from '../registry/page-table.ts';
import { FrameNotice } from './frame-notice.tsx';
import type { FrameInit, FramePart, FramePlace, FrameTexts } from './frame-init.ts';
import { openFrameSession, type FrameSession, type FrameState } from './frame-session.ts';
import { readFrameTexts } from './frame-texts.ts';
import { FRAME, FRAME_BOX } from './frame-style.ts';

export interface FrameViewProps {
  readonly plugin: SessionPlugin;
  readonly part: FramePart;
  readonly title: string;
}

/** What was read before the frame's document is asked for. */
interface Prepared {
  readonly ticket: pluginFrame.FrameTicket;
  readonly texts: readonly FrameTexts[];
  /** The theme its document begins with. Another one later is told to it: another address would load it anew. */
  readonly theme: 'dark' | 'light';
}

const MOST_HEIGHT = 900;

/** An isolated plugin's page or part, in a frame of its own. The console around it stays usable whatever it does. */
export function FrameView({ plugin, part, title }: FrameViewProps) {
  const { pathname, search, hash, key } = useLocation();
  const navigate = useNavigate();
  const { console } = useHost();
  const { language } = useValue(session$);
  const [attempt, setAttempt] = useState(0);
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [state, setState] = useState<{ at: FrameState | 'stopped'; reason: string }>(OPENING);
  const [height, setHeight] = useState<number | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const session = useRef<FrameSession | null>(null);
  const place: FramePlace = { pathname, search, hash, key };
  const isUnsaved = useRef(false);

  // A frame is opened anew with another language: its texts are read before it is.
  useEffect(() => {
    let isWanted = true;
    setPrepared(null);
    setState(OPENING);
    const read = [
      call(pluginFrame.open, { plugin: plugin.name }, { quiet: true, showLoading: false }),
      readFrameTexts(plugin, language),
    ] as const;
    Promise.all(read).then(
      ([ticket, texts]) => isWanted && setPrepared({ ticket, texts, theme: themeOf() }),
      (cause: unknown) =>
        isWanted && setState({ at: 'failed', reason: cause instanceof Error ? cause.message : '' }),
    );
    return () => {
      isWanted = false;
    };
  }, [plugin, language, attempt]);

  const initOf = useEffectEvent(
    ({ ticket, texts }: Pick<Prepared, 'ticket' | 'texts'>): FrameInit =>
      frameInit({ ticket, texts, part, place }),
  );
  const go = useEffectEvent((to: string, isReplace: boolean) => {
    void navigate(to, { replace: isReplace });
  });
  useEffect(() => {
    const element = frame.current;
    if (prepared === null || element === null) return;
    const opened = openFrameSession({
      plugin,
      ticket: prepared.ticket,
      frame: element,
      init: () => initOf(prepared),
      navigate: (to, isReplace) => go(to, isReplace),
      changed: (at, reason) => {
        setState({ at, reason });
        if (at === 'failed' || at === 'flooding') console.frameFailed(plugin);
      },
      resized: (wanted) => setHeight(Math.min(Math.max(wanted, 40), MOST_HEIGHT)),
      hasUnsaved: (unsaved) => {
        isUnsaved.current = unsaved;
      },
    });
    session.current = opened;
    return () => {
      opened.close();
      session.current = null;
      isUnsaved.current = false;
    };
  }, [plugin, prepared, console]);
  useEffect(() => {
    session.current?.place({ pathname, search, hash, key });
  }, [pathname, search, hash, key]);
  useEffect(
    () =>
      // What was typed in a frame is asked for before it is left; it cannot be kept over a reload.
      registerForm({
        formId: `frame:${plugin.name}`,
        idempotencyKey: '',
        read: () => (isUnsaved.current ? {} : null),
      }),
    [plugin.name],
  );

  const isGone = state.at === 'failed' || state.at === 'flooding' || state.at === 'stopped';
  const again = () => setAttempt((last) => last + 1);
  return (
    <div
      style={{
        ...FRAME_BOX[part.kind],
        ...(part.kind === 'fill' && height !== null && { height }),
      }}
    >
      {state.at !== 'drawn' && (
        <FrameNotice
          state={state.at}
          reason={state.reason}
          plugin={plugin}
          onAgain={again}
          onStop={() => setState({ at: 'stopped', reason: '' })}
        />
      )}
      {prepared !== null && !isGone && (
        <iframe
          ref={frame}
          key={prepared.ticket.address}
          title={title}
          style={FRAME}
          sandbox={prepared.ticket.download ? 'allow-scripts allow-downloads' : 'allow-scripts'}
          referrerPolicy="no-referrer"
          src={`${prepared.ticket.address}?part=${part.name}&theme=${prepared.theme}`}
        />
      )}
    </div>
  );
}

const OPENING = { at: 'opening', reason: '' } as const;

const themeOf = () => (document.documentElement.classList.contains('bp6-dark') ? 'dark' : 'light');

function frameInit({
  ticket,
  texts,
  part,
  place,
}: Pick<Prepared, 'ticket' | 'texts'> & Pick<FrameInit, 'part' | 'place'>): FrameInit {
  const { user, settings, language, languages, companyCode } = session$.value;
  if (user === null) throw new Error('nobody is signed in');
  return {
    kituo: 'frame',
    part,
    place,
    look: { settings, language, languages },
    // Whatever its reader may see elsewhere: here it is masked.
    user: { ...user, isDesensitization: 1, roles: [] },
    codes: ticket.codes,
    companyCode,
    texts,
    mayCopy: ticket.clipboard,
  };
}

/** The page of an isolated plugin as the console draws pages. */
export function framedPage({ plugin, page }: PageEntry): ComponentType {
  const { name } = page;
  const kind = plugin.pages.some((each) => each.name === name) ? 'page' : 'fill';
  return function FramedPage(props: Readonly<Record<string, unknown>>) {
    return <FrameView plugin={plugin} part={{ kind, name, props }} title={name} />;
  };
}
