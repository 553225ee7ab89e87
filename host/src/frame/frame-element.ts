import { AFTER_FIRST_PAGE_MS, idleTime } from '../loading/idle-prefetch.ts';
import { FRAME_READY } from './frame-init.ts';
import { FRAME } from './frame-style.ts';

/**
 * Frames are begun before they are needed: their document is the same for every plugin, and nothing of a plugin
 * runs in it until it is handed one. The cache of a browser is not shared with opaque origins, so a frame that
 * is begun with the click fetches the whole shared bundle then. Each serves one plugin once.
 */
export interface TakenFrame {
  readonly element: HTMLIFrameElement;
  /** Whether it was begun ahead: one that does not answer may stand in a process that somebody else's loop holds. */
  readonly isAhead: boolean;
  /** Its own code runs and listens. */
  readonly ready: Promise<void>;
  /** Called when it leaves its own document: it gets no second channel. */
  onLeft: (() => void) | null;
  remove(): void;
}

let spare: Begun | null = null;

interface Begun extends TakenFrame {
  isReady: boolean;
}

const themeOf = () => (document.documentElement.classList.contains('bp6-dark') ? 'dark' : 'light');

function begin(parent: Element, isAhead: boolean): Begun {
  const element = document.createElement('iframe');
  element.setAttribute('sandbox', 'allow-scripts');
  element.referrerPolicy = 'no-referrer';
  Object.assign(element.style, FRAME);
  element.src = `/frame/empty/?theme=${themeOf()}${isAhead ? '&ahead=yes' : ''}`;
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const onMessage = (event: MessageEvent): void => {
    if (event.source !== element.contentWindow || event.origin !== 'null') return;
    if (event.data !== FRAME_READY) return;
    window.removeEventListener('message', onMessage);
    begun.isReady = true;
    resolve();
  };
  const begun: Begun = {
    element,
    isAhead,
    isReady: false,
    ready,
    onLeft: null,
    remove() {
      window.removeEventListener('message', onMessage);
      element.remove();
    },
  };
  window.addEventListener('message', onMessage);
  let loads = 0;
  element.addEventListener('load', () => {
    loads += 1;
    if (loads > 1) begun.onLeft?.();
  });
  parent.append(element);
  return begun;
}

/** Moves an element without its document beginning again; false where the browser cannot. */
function moved(element: Element, parent: Element): boolean {
  if (!('moveBefore' in parent) || typeof parent.moveBefore !== 'function') return false;
  parent.moveBefore(element, null);
  return true;
}

/** Begins a frame for whichever isolated plugin is opened next. Only where it could be moved to its place. */
export function beginFrameAhead(): void {
  if (spare !== null || !('moveBefore' in document.body)) return;
  const shed = document.createElement('div');
  shed.hidden = true;
  shed.dataset['frames'] = 'ahead';
  document.body.append(shed);
  const begun = begin(shed, true);
  spare = begun;
  begun.element.tabIndex = -1;
  begun.element.title = '';
  void begun.ready.then(() => {
    shed.dataset['frames'] = 'ready';
  });
}

/** The same once what was opened just now had its time. */
export function beginFrameLater(): void {
  idleTime(window)(beginFrameAhead, AFTER_FIRST_PAGE_MS);
}

/** Ends the frame that was begun ahead: it may share its process with one that hangs. */
export function dropFrameAhead(): void {
  const shed = spare?.element.parentElement;
  spare?.remove();
  shed?.remove();
  spare = null;
}

/** A frame in `parent`: the one that was begun ahead, or a new one. */
export function takeFrame(parent: Element, title: string): TakenFrame {
  const ahead = spare;
  const shed = ahead?.element.parentElement;
  spare = null;
  const isTaken = ahead?.isReady === true && moved(ahead.element, parent);
  if (!isTaken) ahead?.remove();
  shed?.remove();
  const taken = isTaken ? ahead : begin(parent, false);
  taken.element.tabIndex = 0;
  taken.element.title = title;
  return taken;
}
