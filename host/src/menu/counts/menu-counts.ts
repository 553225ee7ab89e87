import { call, mayChange, serverEvents$ } from '@kituo/sdk';
import { home, type ServerEvent } from '@kituo/sdk/contracts';
import { BehaviorSubject } from 'rxjs';

/** Page as its plugin writes it → what waits there, above 0. */
export const menuCounts$ = new BehaviorSubject<ReadonlyMap<string, number>>(new Map());

/** Events may come in crowds, such as from a job: they are answered by one reading. Milliseconds. */
const TOGETHER_MS = 2_000;

/** Things that wait for one person: what else is changed moves no count. */
const COUNTED_THINGS: readonly string[] = ['order', 'case'];

function isAboutWork(event: ServerEvent): boolean {
  if (event.type === 'changed') {
    return event.things.some(({ subjectType }) => COUNTED_THINGS.includes(subjectType));
  }
  return mayChange(event, 'orders', 'change', 'permissions');
}

/**
 * Keeps `menuCounts$`: read now, after events about work, and when the person comes back to the tab. Nothing is
 * read while nobody looks. What cannot be read leaves the last counts. The result stops it and forgets them.
 */
export function watchMenuCounts(): () => void {
  let isStopped = false;
  let asked = 0;
  let isStale = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function read(): void {
    if (document.hidden) {
      isStale = true;
      return;
    }
    isStale = false;
    const mine = (asked += 1);
    call(home.menuCounts, {}, { quiet: true, showLoading: false }).then(
      (counts) => {
        // An earlier answer may come after a later one.
        if (isStopped || mine !== asked) return;
        menuCounts$.next(new Map(counts.map(({ path, count }) => [path, count])));
      },
      () => undefined,
    );
  }
  function readSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      read();
    }, TOGETHER_MS);
  }
  function onLook(): void {
    if (isStale) read();
  }
  read();
  const events = serverEvents$.subscribe((event) => {
    if (isAboutWork(event)) readSoon();
  });
  document.addEventListener('visibilitychange', onLook);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    events.unsubscribe();
    document.removeEventListener('visibilitychange', onLook);
    menuCounts$.next(new Map());
  };
}
