import { Router, ScopeProvider, type PluginScope } from '@kituo/sdk';
import type { Remote } from '@kituo/sdk/frame';
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { PluginBoundary } from '../../shell/plugin-boundary.tsx';
import type { FramePlace } from '../frame-init.ts';

/** Where the console is, as the frame was told last. */
export interface Places {
  readonly now: () => FramePlace;
  readonly show: (place: FramePlace) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createPlaces(first: FramePlace): Places {
  let now = first;
  const listeners = new Set<() => void>();
  return {
    now: () => now,
    show(place) {
      now = place;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type Navigator = Parameters<typeof Router>[0]['navigator'];

/** The console keeps the history; it goes where the plugin's own pages are. */
function navigatorOf(remote: Remote): Navigator {
  const href = (to: Parameters<Navigator['push']>[0]) =>
    typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`;
  return {
    createHref: href,
    go: (steps) => remote.tell('go', steps),
    push: (to, state: unknown) => remote.tell('navigate', href(to), false, state),
    replace: (to, state: unknown) => remote.tell('navigate', href(to), true, state),
  };
}

export interface FrameAppProps {
  readonly places: Places;
  readonly remote: Remote;
  readonly scope: PluginScope;
  /** Called once, when the part stands. */
  readonly onDrawn: () => void;
  readonly children: ReactNode;
}

/** What the console puts around a page, inside of a frame. */
export function FrameApp({ places, remote, scope, onDrawn, children }: FrameAppProps) {
  const place = useSyncExternalStore(places.subscribe, places.now);
  const navigator = useMemo(() => navigatorOf(remote), [remote]);
  const drawn = useEffectEvent(onDrawn);
  useEffect(() => {
    drawn();
  }, []);
  return (
    <PluginBoundary
      onError={(error) => {
        remote.tell('failed', error instanceof Error ? error.message : String(error), 'render');
      }}
      fallback={() => null}
    >
      <Router location={place} navigator={navigator}>
        <ScopeProvider scope={scope}>{children}</ScopeProvider>
      </Router>
    </PluginBoundary>
  );
}
