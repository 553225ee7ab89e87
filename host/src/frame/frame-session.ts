import { copyText, session$, serverEvents$, showToast, track } from '@kituo/sdk';
import type { pluginFrame, SessionPlugin } from '@kituo/sdk/contracts';
import { connect, type Methods, type Remote } from '@kituo/sdk/frame';
import { pathKey } from '../routing/routes.ts';
import { relay } from './frame-calls.ts';
import { saveFor } from './frame-files.ts';
import type { TakenFrame } from './frame-element.ts';
import type { FrameInit, FrameLook, FramePlace } from './frame-init.ts';

/** How long a frame may take to say a first word, and later to answer. Milliseconds. */
const START_MS = 30_000;
const PING_EVERY_MS = 1_000;
const SILENCE_MS = 5_000;
/** A frame at work answers in a few. Milliseconds. */
const LATE_MS = 500;
const FIRST_ANSWER_MS = 1_500;
/** A page at work sends tens of messages a second. */
const MOST_MESSAGES = 2_000;
const MOST_CALLS = 32;
const MOST_DRAFTS = 20;

/** What becomes of a frame. */
export type FrameState = 'opening' | 'drawn' | 'silent' | 'flooding' | 'failed';

export interface FrameSessionParts {
  readonly plugin: SessionPlugin;
  readonly ticket: pluginFrame.FrameTicket;
  readonly frame: TakenFrame;
  readonly init: () => FrameInit;
  readonly navigate: (to: string, isReplace: boolean) => void;
  readonly changed: (state: FrameState, reason: string) => void;
  /** A frame that was begun ahead does not answer its first question. */
  readonly unheard: () => void;
  readonly resized: (height: number) => void;
  /** What is typed in it, as its forms say; kept by the console, which does not read it. */
  readonly hasUnsaved: (drafts: readonly unknown[]) => void;
}

export interface FrameSession {
  place(place: FramePlace): void;
  /** Whether an answer of it has been waited for longer than one at work takes. */
  isLate(): boolean;
  close(): void;
}

const text = (value: unknown, most: number): string =>
  typeof value === 'string' ? value.slice(0, most) : '';

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Keys that are the console's wherever the focus is. */
function passKey(key: unknown): void {
  if (!isRecord(key)) return;
  const isPalette = key['key'] === 'k' && (key['ctrlKey'] === true || key['metaKey'] === true);
  if (key['key'] !== 'Escape' && !isPalette) return;
  const ctrlKey = isPalette;
  window.dispatchEvent(new KeyboardEvent('keydown', { key: `${key['key']}`, ctrlKey }));
}

function toastOf(plugin: string, asked: unknown): void {
  if (!isRecord(asked)) return;
  const { type, durationMs, action } = asked;
  const isType = type === 1 || type === 2 || type === 3 || type === 4;
  const click = isRecord(action) ? action['onClick'] : undefined;
  showToast({
    type: isType ? type : 1,
    // Who speaks is said by the console: a frame cannot speak for it.
    text: `${plugin}: ${text(asked['text'], 300)}`,
    ...(typeof durationMs === 'number' && {
      durationMs: Math.min(Math.max(durationMs, 500), 10_000),
    }),
    ...(typeof click === 'function' &&
      isRecord(action) && { action: { text: text(action['text'], 40), onClick: () => click() } }),
  });
}

function lookOf(): FrameLook {
  const { settings, language, languages } = session$.value;
  return { settings, language, languages };
}

/** Lets more pass than a page at work sends, and tells the first too many. */
function floodGate(flooded: () => void): () => boolean {
  let since = performance.now();
  let count = 0;
  return () => {
    const now = performance.now();
    if (now - since > 1_000) {
      since = now;
      count = 0;
    }
    count += 1;
    if (count === MOST_MESSAGES) flooded();
    return count < MOST_MESSAGES;
  };
}

interface Ends {
  readonly drawn: () => void;
  /** Nothing is heard of it any more. */
  readonly end: (state: FrameState, reason: string) => void;
}

function methodsOf(parts: FrameSessionParts, { drawn, end }: Ends): Methods {
  const { plugin, ticket, frame } = parts;
  const own = new Set(plugin.pages.map(({ path }) => pathKey(path)));
  return {
    api: async ([call], signal) => {
      const reply = await relay(plugin.name, call, signal);
      if ('text' in reply) return reply;
      saveFor(plugin.name, ticket.download, reply);
      return { saved: reply.fileName };
    },
    save: ([file]) => {
      if (!isRecord(file) || !(file['blob'] instanceof Blob)) return;
      const fileName = text(file['fileName'], 200) || 'download';
      saveFor(plugin.name, ticket.download, { blob: file['blob'], fileName });
    },
    drawn,
    failed: ([reason]) => end('failed', text(reason, 500)),
    toast: ([options]) => toastOf(plugin.name, options),
    key: ([key]) => passKey(key),
    // A sign of a person counts where the focus is indeed in the frame.
    active: () => {
      if (document.activeElement === frame.element && document.hasFocus())
        window.dispatchEvent(new Event('wheel'));
    },
    unsaved: ([drafts]) =>
      parts.hasUnsaved(Array.isArray(drafts) ? drafts.slice(0, MOST_DRAFTS) : []),
    size: ([height]) => {
      if (typeof height === 'number') parts.resized(height);
    },
    track: ([fact]) => {
      if (!isRecord(fact)) return;
      track({
        eventType: text(fact['eventType'], 40),
        type: text(fact['type'], 80) || plugin.name,
      });
    },
    copy: ([value]) => (ticket.clipboard ? copyText(text(value, 10_000)) : false),
    navigate: ([to, isReplace]) => {
      const url = new URL(text(to, 2_000), location.origin);
      if (url.origin !== location.origin || !own.has(pathKey(url.pathname)))
        throw new Error('an isolated plugin opens its own pages alone');
      parts.navigate(url.pathname + url.search + url.hash, isReplace === true);
    },
  };
}

/** Speaks with a frame for as long as it stands: answers it, tells it what changes, and watches that it lives. */
export function openFrameSession(parts: FrameSessionParts): FrameSession {
  const { frame, plugin } = parts;
  let remote: Remote | null = null;
  let place: FramePlace | null = null;
  let heardAt = performance.now();
  let isDrawn = false;
  const stops: (() => void)[] = [];
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    remote?.close();
    for (const stop of stops.splice(0)) stop();
  };
  const end = (state: FrameState, reason: string): void => {
    close();
    parts.changed(state, reason);
  };
  const drawn = (): void => {
    isDrawn = true;
    parts.changed('drawn', '');
  };

  function greet(): void {
    const { port1, port2 } = new MessageChannel();
    remote = connect(port1, methodsOf(parts, { drawn, end }), {
      admits: floodGate(() => end('flooding', `more than ${MOST_MESSAGES} messages a second`)),
      mostCalls: MOST_CALLS,
    });
    heardAt = performance.now();
    // An opaque origin cannot be named; where the frame may be led is held by `frame-src`.
    frame.element.contentWindow?.postMessage(parts.init(), '*', [port2]);
    if (place !== null) remote.tell('place', place);
    const look = session$.subscribe(() => remote?.tell('look', lookOf()));
    const events = serverEvents$.subscribe((event) => {
      if (event.type === 'changed' || event.type === 'dictionaries') remote?.tell('event', event);
    });
    stops.push(
      () => look.unsubscribe(),
      () => events.unsubscribe(),
    );
  }

  /** A frame that is busy with itself answers late and is told so; one that answers again goes on. */
  let isAsking = false;
  let askedAt = 0;
  let isSilent = false;
  async function ask(): Promise<void> {
    if (remote === null || isAsking) return;
    isAsking = true;
    askedAt = performance.now();
    await remote.call('ping', []).catch(() => undefined);
    if (isClosed) return;
    isAsking = false;
    heardAt = performance.now();
    if (isSilent) parts.changed(isDrawn ? 'drawn' : 'opening', '');
    isSilent = false;
  }
  let lookedAt = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    // A console that itself stood still, or is hidden, cannot blame the frame.
    if (document.hidden || now - lookedAt > 2 * PING_EVERY_MS)
      heardAt = Math.max(heardAt, now - SILENCE_MS / 2);
    lookedAt = now;
    if (remote === null) {
      if (now - heardAt > START_MS) end('failed', 'it did not start');
      return;
    }
    void ask();
    if (isSilent || now - heardAt < SILENCE_MS) return;
    isSilent = true;
    parts.changed('silent', '');
  }, PING_EVERY_MS);
  stops.push(() => clearInterval(watch));

  void frame.ready.then(() => {
    if (isClosed) return;
    greet();
    const isUnheard = Promise.race([
      ask().then(() => false),
      new Promise<boolean>((resolve) => setTimeout(resolve, FIRST_ANSWER_MS, frame.isAhead)),
    ]);
    void isUnheard.then((isOver) => isOver && !isClosed && parts.unheard());
  });
  // A frame that leads itself elsewhere on our own server gets no second channel.
  frame.onLeft = () => end('failed', `${plugin.name} left its own document`);
  stops.push(() => {
    frame.onLeft = null;
  });

  return {
    place(next) {
      place = next;
      remote?.tell('place', next);
    },
    isLate: () => isSilent || (isAsking && performance.now() - askedAt > LATE_MS),
    close,
  };
}
