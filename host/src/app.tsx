import {
  ApiError,
  LoadingOverlay,
  MinimalAreaNotice,
  ModalHost,
  OverlaysProvider,
  QueryClientProvider,
  queryClient,
  session$,
  ToastHost,
  useValue,
  type VersionWatch,
} from '@kituo/sdk';
import { startTransition, use, useEffect, useMemo, useState } from 'react';
import type { Console } from './console/console.ts';
import type { ConsoleState } from './console/console-state.ts';
import type { ConsoleHistory } from './routing/history.ts';
import { HOME_PATH } from './routing/routes.ts';
import { HostContext, type HostActions, type Overlay } from './shell/host-context.ts';
import { Later } from './shell/later.tsx';
import { ForcedPassword } from './shell/overlays.tsx';
import { Shell } from './shell/shell.tsx';
import { useIsTooSmall } from './shell/use-width.ts';
import { SignInDoor } from './sign-in/sign-in-door.tsx';
import { useText } from './texts.ts';

const versionView = () => import('./version/version-watch-view.tsx').then((module) => module.VersionWatchView);

export interface AppProps {
  readonly console: Console;
  readonly history: ConsoleHistory;
  readonly watch: VersionWatch;
  readonly actions: Omit<HostActions, 'openOverlay' | 'console'>;
}

export function App({ console, history, watch, actions }: AppProps) {
  const state = useConsole(console);
  const [overlay, setOverlay] = useState<Overlay>(null);
  const host = useMemo<HostActions>(() => ({ ...actions, console, openOverlay: setOverlay }), [actions, console]);
  const version = useValue(watch.state$);
  useEffect(() => {
    if (state.phase !== 'open') setOverlay(null);
  }, [state.phase]);
  return (
    <HostContext value={host}>
      <QueryClientProvider client={queryClient}>
        <OverlaysProvider>
          <Phase state={state} history={history} overlay={overlay} />
          {version.step !== 'current' && <Later load={versionView} props={{ watch }} />}
          <ModalHost />
          <ToastHost />
          <LoadingOverlay />
        </OverlaysProvider>
      </QueryClientProvider>
    </HostContext>
  );
}

/** States arrive as transitions: a page is drawn aside before it takes the place of the last one. */
function useConsole(console: Console): ConsoleState {
  const [state, setState] = useState(console.state);
  useEffect(() => {
    setState(console.state);
    return console.subscribe(() => {
      const next = console.state;
      startTransition(() => setState(next));
    });
  }, [console]);
  useEffect(() => console.drawn(state), [console, state]);
  return state;
}

interface PhaseProps {
  readonly state: ConsoleState;
  readonly history: ConsoleHistory;
  readonly overlay: Overlay;
}

function Phase({ state, history, overlay }: PhaseProps) {
  const isTooSmall = useIsTooSmall();
  return (
    <>
      {isTooSmall && (
        <div className="k-too-small">
          <MinimalAreaNotice />
        </div>
      )}
      <PhaseView state={state} history={history} overlay={overlay} />
    </>
  );
}

function PhaseView({ state, history, overlay }: PhaseProps) {
  const t = useText();
  const host = use(HostContext);
  const { isUpdatePasswordStatus } = useValue(session$);
  if (host === null) return null;
  switch (state.phase) {
    case 'starting':
      return <div className="k-starting" role="status" aria-label={t('content.opening')} />;
    case 'unreachable':
      if (isPasswordDue(state.error)) {
        return (
          <>
            <div className="k-starting" />
            <ForcedPassword onChanged={() => void host.console.retry()} onLeave={() => void host.signOut()} />
          </>
        );
      }
      return (
        <main className="k-failed" role="alert">
          <h1>{t('unreachable.title')}</h1>
          <p>{t('unreachable.text')}</p>
          <div className="k-failed-actions">
            <button type="button" className="bp6-button bp6-intent-primary" onClick={() => void host.console.retry()}>
              {t('failed.retry')}
            </button>
            <button type="button" className="bp6-button" onClick={() => void host.signOut()}>
              {t('person.signOut')}
            </button>
          </div>
        </main>
      );
    case 'signIn':
      return (
        <SignInDoor
          reason={state.reason}
          onSignedIn={() => host.console.signedIn()}
          onContinue={() => host.console.navigate(HOME_PATH)}
        />
      );
    case 'open':
      return (
        <>
          <Shell state={state} history={history} overlay={overlay} />
          {isUpdatePasswordStatus && (
            <ForcedPassword onChanged={() => void host.console.refresh()} onLeave={() => void host.signOut()} />
          )}
        </>
      );
  }
}

/** Until a password set by somebody else is replaced, the server says nothing of what one may see. */
function isPasswordDue(error: unknown): boolean {
  return error instanceof ApiError && error.error === 'PASSWORD_UPDATE_REQUIRED';
}
