import { call, serverEvents$ } from '@kituo/sdk';
import { home, type ServerEvent } from '@kituo/sdk/contracts';
import { BehaviorSubject } from 'rxjs';

/** Page as its plugin writes it → what waits there, above 0. */
export const menuCounts$ = new BehaviorSubject<ReadonlyMap<string, number>>(new Map());

/** Events may come in crowds, such as from a job: they are answered by one reading. Milliseconds. */
const TOGETHER_MS = 2_000;

/** The stream says hello about when the first counts are read: one reading will do. Milliseconds. */
const FRESH_MS = 5_000;

/** Things that wait for one person: what else is changed moves no count. */
const COUNTED_THINGS: readonly string[] = ['order', 'case'];

function isAboutWork(event: ServerEvent): boolean {
  if (event.type === 'changed') {
    return event.things.some(({ subjectType }) => COUNTED_THINGS.includes(subjectType));
  }
  return ['orders', 'change', 'permissions'].includes(event.type);
}

/**
 * Keeps `menuCounts$`: read now, after events about work, and when the person comes back to the tab. Nothing is
 * read while nobody looks. What cannot be read leaves the last counts. The result stops it and forgets them.
 */
export function watchMenuCounts(): () => void {
  let isStopped = false;
  let isStale = false;
  let readAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function read(): void {
    if (document.hidden) {
      isStale = true;
      return;
    }
    isStale = false;
    readAt = performance.now();
    call(home.menuCounts, {}, { quiet: true, showLoading: false }).then(
      (counts) => {
        if (!isStopped) menuCounts$.next(new Map(counts.map(({ path, count }) => [path, count])));
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
    const isMissed = event.type === 'hello' && performance.now() - readAt > FRESH_MS;
    if (isMissed || isAboutWork(event)) readSoon();
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
