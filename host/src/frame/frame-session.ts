import { call, session$, serverEvents$ } from '@kituo/sdk';
import { pluginFrame, type PluginFailureKind, type ServerEvent } from '@kituo/sdk/contracts';
import { connect, type Remote } from '@kituo/sdk/frame';
import { floodGate } from './flood-gate.ts';
import { methodsOf } from './frame-methods.ts';
import type { FrameLook, FramePlace } from './frame-init.ts';
import type { FrameState, FrameSessionParts } from './frame-session-parts.ts';

/** How long a frame may take to say a first word, and later to answer. Milliseconds. */
const START_MS = 30_000;
const PING_EVERY_MS = 1_000;
const SILENCE_MS = 5_000;
/** A frame at work answers in a few. Milliseconds. */
const LATE_MS = 500;
const FIRST_ANSWER_MS = 1_500;
const MAX_CALLS = 32;
/** Before a ticket is over, so that a page open for hours still gets its later chunks. Milliseconds. */
const RENEW_MS = 10 * 60_000;
/** A renewal that failed is tried again well before the ticket is over. Milliseconds. */
const RETRY_MS = 30_000;
const MAX_JOBS = 200;

export interface FrameSession {
  place(place: FramePlace): void;
  /** Whether an answer of it has been waited for longer than one at work takes. */
  isLate(): boolean;
  close(): void;
}

/** Numbers at most: what to read again. */
const FRAME_EVENTS: ReadonlySet<ServerEvent['type']> = new Set([
  'changed',
  'missed',
  'dictionaries',
  'orders',
  'warnings',
  'change',
]);

function lookOf(): FrameLook {
  const { settings, language, languages } = session$.value;
  return { settings, language, languages };
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
  const end = (state: FrameState, reason: string, kind: PluginFailureKind): void => {
    close();
    parts.changed(state, reason, kind);
  };
  const drawn = (bytes: number): void => {
    if (!isDrawn) parts.loaded(bytes);
    isDrawn = true;
    parts.changed('drawn', '', 'render');
  };
  const jobs = new Set<string>();
  const startedJob = (jobNo: string): void => {
    if (jobs.size < MAX_JOBS) jobs.add(jobNo);
  };
  const atEnd = (stop: () => void): void => void stops.push(stop);
  /** What says no more than what to read again, and how the plugin's own jobs go on. */
  const isItsEvent = (event: ServerEvent): boolean =>
    event.type === 'job' ? jobs.has(event.jobNo) : FRAME_EVENTS.has(event.type);

  function greet(): void {
    const { port1, port2 } = new MessageChannel();
    remote = connect(port1, methodsOf(parts, { drawn, end, startedJob, atEnd }), {
      ...floodGate((reason) => end('flooding', reason, 'render')),
      maxCalls: MAX_CALLS,
    });
    heardAt = performance.now();
    // An opaque origin cannot be named; where the frame may be led is held by `frame-src`.
    frame.element.contentWindow?.postMessage(parts.init(), '*', [port2]);
    if (place !== null) remote.tell('place', place);
    let { perms } = session$.value;
    const look = session$.subscribe((session) => {
      remote?.tell('look', lookOf());
      if (session.perms === perms || session.token === null) return;
      ({ perms } = session);
      void renew();
    });
    const events = serverEvents$.subscribe((event) => {
      if (isItsEvent(event)) remote?.tell('event', event);
    });
    stops.push(
      () => look.unsubscribe(),
      () => events.unsubscribe(),
    );
  }

  /** By the clock on the wall: a machine that slept wakes up with a ticket that may be over. */
  let renewAt = Date.now() + RENEW_MS;

  /** A new ticket before the last one is over, and the codes that the person holds by now. */
  async function renew(): Promise<void> {
    renewAt = Date.now() + RETRY_MS;
    const options = { quiet: true, showLoading: false };
    const ticket = await call(pluginFrame.open, { plugin: plugin.name }, options).catch(() => null);
    if (ticket === null || isClosed) return;
    renewAt = Date.now() + RENEW_MS;
    // Another version's files are not this frame's.
    if (ticket.version !== plugin.version) return;
    remote?.tell('ticket', { base: ticket.address, codes: ticket.codes });
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
    if (isSilent) parts.changed(isDrawn ? 'drawn' : 'opening', '', 'render');
    isSilent = false;
  }
  let lookedAt = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    // A console that itself stood still, or is hidden, cannot blame the frame.
    if (document.hidden || now - lookedAt > 2 * PING_EVERY_MS) heardAt = Math.max(heardAt, now - SILENCE_MS / 2);
    lookedAt = now;
    if (remote === null) {
      if (now - heardAt > START_MS) end('failed', 'it did not start', 'timeout');
      return;
    }
    void ask();
    if (Date.now() >= renewAt) void renew();
    if (isSilent || now - heardAt < SILENCE_MS) return;
    isSilent = true;
    parts.changed('silent', '', 'render');
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
  frame.onLeft = () => end('failed', `${plugin.name} left its own document`, 'render');
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
