/** A place in the console: path and query, without the origin. */
export interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** Different for each entry of the history. */
  readonly key: string;
  /** What the navigating code attached. */
  readonly state: unknown;
}

export type NavigationKind = 'POP' | 'PUSH' | 'REPLACE';

/** Asked before the console leaves a place; false keeps the person where they are. */
export type LeaveCheck = (to: Place) => boolean | Promise<boolean>;

/** The tab's history, with a say before a place is left. */
export interface ConsoleHistory {
  readonly place: Place;
  push(to: string, state?: unknown): void;
  replace(to: string, state?: unknown): void;
  go(delta: number): void;
  /** Called after each change of place. The result stops it. */
  listen(listener: (place: Place, kind: NavigationKind) => void): () => void;
  /** Only a change of pathname is asked about: a query is the same page. */
  setLeaveCheck(check: LeaveCheck | null): void;
  close(): void;
}

interface Entry {
  readonly index: number;
  readonly key: string;
  readonly state: unknown;
}

export function createHistory(view: Window): ConsoleHistory {
  const listeners = new Set<(place: Place, kind: NavigationKind) => void>();
  let leaveCheck: LeaveCheck | null = null;
  let index = readEntry(view.history.state)?.index ?? 0;
  let isUndoing = false;
  if (readEntry(view.history.state) === null) {
    view.history.replaceState(entry(0, null), '');
  }
  let place = readPlace(view);

  function arrive(kind: NavigationKind): void {
    place = readPlace(view);
    for (const listener of listeners) listener(place, kind);
  }

  async function mayLeave(to: Place): Promise<boolean> {
    if (leaveCheck === null || to.pathname === place.pathname) return true;
    return leaveCheck(to);
  }

  function move(kind: 'PUSH' | 'REPLACE', to: string, state: unknown): void {
    const target = new URL(to, view.location.href);
    if (target.origin !== view.location.origin) return;
    const address = target.pathname + target.search + target.hash;
    const commit = () => {
      if (kind === 'PUSH') index += 1;
      const next = entry(index, state);
      if (kind === 'PUSH') view.history.pushState(next, '', address);
      else view.history.replaceState(next, '', address);
      arrive(kind);
    };
    const wanted: Place = {
      pathname: target.pathname,
      search: target.search,
      hash: target.hash,
      key: '',
      state,
    };
    if (leaveCheck === null || wanted.pathname === place.pathname) return commit();
    void mayLeave(wanted).then((may) => may && commit());
  }

  function onPop(): void {
    const arrivedAt = readEntry(view.history.state)?.index ?? 0;
    if (isUndoing) {
      isUndoing = false;
      return;
    }
    const delta = arrivedAt - index;
    const to = readPlace(view);
    const may = leaveCheck === null || to.pathname === place.pathname || leaveCheck(to);
    if (may === true) {
      index = arrivedAt;
      return arrive('POP');
    }
    // The browser has already moved: it goes back while the person is asked, then moves again.
    const isBack = goBack(-delta);
    void Promise.all([may, isBack]).then(([isAllowed]) => {
      if (!isAllowed) return;
      const check = leaveCheck;
      leaveCheck = null;
      const restore = () => {
        leaveCheck ??= check;
        view.removeEventListener('popstate', restore);
      };
      view.addEventListener('popstate', restore);
      view.history.go(delta);
    });
  }

  /** Settles once the browser stands where it stood before: two moves at once undo each other. */
  function goBack(delta: number): Promise<void> {
    if (delta === 0) return Promise.resolve();
    isUndoing = true;
    return new Promise((resolve) => {
      view.addEventListener('popstate', () => resolve(), { once: true });
      view.history.go(delta);
    });
  }

  view.addEventListener('popstate', onPop);
  return {
    get place() {
      return place;
    },
    push: (to, state) => move('PUSH', to, state),
    replace: (to, state) => move('REPLACE', to, state),
    go: (delta) => view.history.go(delta),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setLeaveCheck(check) {
      leaveCheck = check;
    },
    close: () => view.removeEventListener('popstate', onPop),
  };
}

function entry(index: number, state: unknown): Entry {
  return { index, key: Math.random().toString(36).slice(2, 10), state };
}

function readEntry(state: unknown): Entry | null {
  if (typeof state !== 'object' || state === null) return null;
  if (!('index' in state) || typeof state.index !== 'number') return null;
  const key = 'key' in state && typeof state.key === 'string' ? state.key : 'default';
  return { index: state.index, key, state: 'state' in state ? state.state : null };
}

function readPlace(view: Window): Place {
  const { pathname, search, hash } = view.location;
  const present = readEntry(view.history.state);
  return { pathname, search, hash, key: present?.key ?? 'default', state: present?.state ?? null };
}
