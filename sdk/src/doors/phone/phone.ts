import { ApiError, call, sessionEnded$, showToast, textOf } from '@kituo/sdk';
import type { ReadableValue } from '@kituo/sdk';
import { telephony } from '@kituo/sdk/contracts';
// Types alone: what speaks SIP is loaded when it is first needed.
import type { EndReason, Line, LineCall, LineWatch } from '@kituo/sdk/sip';
import { PHONE_TEXTS } from './phone-texts.ts';

/** The call as the dock shows it. */
export interface PhoneCall {
  readonly callNo: string;
  readonly direction: 'OUT' | 'IN';
  /** Whom it is with, masked where the person is. */
  readonly name: string | null;
  readonly phone: string | null;
  readonly phase: 'CONNECTING' | 'DIALLING' | 'RINGING' | 'INCOMING' | 'TALKING' | 'OVER';
  readonly isMuted: boolean;
  /** Milliseconds since 1970. */
  readonly answeredAt: number | null;
  readonly endedAt: number | null;
  readonly reason: EndReason | null;
  /** Asks for the call once more, past the gate. */
  readonly retry: (() => void) | null;
}

interface Phone {
  readonly call: PhoneCall | null;
  readonly line: 'OFF' | 'OPENING' | 'ON';
}

/** Before the password of 10 minutes expires. */
const RENEW_MS = 480_000;

let state: Phone = { call: null, line: 'OFF' };
const listeners = new Set<(phone: Phone) => void>();

/** The telephone of this tab: it outlives the pages that show it. */
export const phone$: ReadableValue<Phone> = {
  get value() {
    return state;
  },
  subscribe(listener) {
    listeners.add(listener);
    listener(state);
    return { unsubscribe: () => void listeners.delete(listener) };
  },
};

function set(part: Partial<Phone>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener(state);
}

function change(callNo: string, part: Partial<PhoneCall>): void {
  if (state.call?.callNo === callNo) set({ call: { ...state.call, ...part } });
}

export const isLive = ({ call: one }: Phone): boolean => one !== null && one.phase !== 'OVER';

let line: Line | null = null;
let current: LineCall | null = null;
let renewal: ReturnType<typeof setInterval> | undefined;
const incomingListeners = new Set<(own: telephony.OwnCall) => void>();

/** Calls `listener` with each call that comes in, as soon as it rings. The result stops that. */
export function onIncomingCall(listener: (own: telephony.OwnCall) => void): () => void {
  incomingListeners.add(listener);
  return () => {
    incomingListeners.delete(listener);
  };
}

/** Without `takesCalls`, whether calls may ring in this session stays as it is: another tab may take them. */
async function signIn(takesCalls?: boolean) {
  const request = takesCalls === undefined ? {} : { takesCalls };
  const { password, ...rest } = await call(telephony.signIn, request, { quiet: true, showLoading: false });
  return { ...rest, password: password ?? '' };
}

async function lineForOne(): Promise<Line> {
  const { openLine } = await import('@kituo/sdk/sip');
  return await openLine(await signIn());
}

async function lineForAll(onLost: () => void): Promise<Line> {
  const { openLine } = await import('@kituo/sdk/sip');
  return await openLine(await signIn(true), ring, onLost);
}

const watchOf = (callNo: string): LineWatch => ({
  onRinging: () => {
    if (state.call?.direction === 'OUT') change(callNo, { phase: 'RINGING' });
  },
  onAnswered: () => {
    change(callNo, { phase: 'TALKING', answeredAt: Date.now() });
  },
  onEnded: (reason) => {
    end(callNo, reason);
  },
});

function end(callNo: string, reason: EndReason): void {
  if (state.call?.callNo !== callNo || state.call.phase === 'OVER') return;
  current = null;
  change(callNo, { phase: 'OVER', reason, endedAt: Date.now() });
  // A line that was opened for this call alone.
  if (state.line === 'OFF') closeLine();
}

function closeLine(): void {
  line?.close();
  line = null;
}

const NEW = { isMuted: false, answeredAt: null, endedAt: null, reason: null } as const;

/**
 * Dials a call that the server let through, by the number it gave.
 *
 * @example if (reply.callNo !== null) void dialCall({ callNo: reply.callNo, name, retry });
 */
export async function dialCall(of: Pick<PhoneCall, 'callNo' | 'name' | 'retry'>): Promise<void> {
  const { callNo } = of;
  if (isLive(state)) {
    showToast({ type: 3, text: textOf(PHONE_TEXTS, 'phone.busyHere') });
    await abandon(callNo);
    return;
  }
  set({ call: { ...of, ...NEW, direction: 'OUT', phone: null, phase: 'CONNECTING' } });
  try {
    const opened = line ?? (await lineForOne());
    // Another was opened meanwhile: one is enough.
    if (line !== null && line !== opened) opened.close();
    line ??= opened;
  } catch {
    await abandon(callNo);
    end(callNo, 'NO_CONNECTION');
    return;
  }
  // Hung up while it connected.
  if (state.call?.callNo !== callNo || state.call.phase === 'OVER') {
    if (state.line === 'OFF' && !isLive(state)) closeLine();
    return;
  }
  change(callNo, { phase: 'DIALLING' });
  current = line.dial(callNo, {
    ...watchOf(callNo),
    onEnded: (reason) => {
      // It may never have left the browser; of one that did, the edge tells.
      if (reason !== 'ENDED') void abandon(callNo);
      end(callNo, reason);
    },
  });
}

/** Says that nothing came of a call; where that cannot be said either, the server ends it after a while. */
async function abandon(callNo: string): Promise<void> {
  try {
    await call(telephony.abandon, { callNo }, { quiet: true, showLoading: false });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

export function hangUp(): void {
  const one = state.call;
  if (one === null) return;
  if (current !== null) {
    current.hangUp();
    return;
  }
  void abandon(one.callNo);
  end(one.callNo, 'CANCELLED');
}

export function answer(): void {
  current?.answer();
}

export function setMuted(isMuted: boolean): void {
  if (state.call === null) return;
  current?.setMuted(isMuted);
  change(state.call.callNo, { isMuted });
}

export function dismiss(): void {
  if (!isLive(state)) set({ call: null });
}

/** A call rings here: whose it is, the server says by our number of it. */
function ring(callNo: string, begin: (watch: LineWatch) => LineCall): void {
  if (isLive(state)) {
    begin({ onRinging: () => undefined, onAnswered: () => undefined, onEnded: () => undefined }).hangUp();
    return;
  }
  current = begin(watchOf(callNo));
  set({ call: { ...NEW, callNo, direction: 'IN', name: null, phone: null, phase: 'INCOMING', retry: null } });
  void call(telephony.one, { callNo }, { quiet: true, showLoading: false }).then(
    (own) => {
      change(callNo, { name: own.customerName, phone: own.phone });
      for (const listener of incomingListeners) listener(own);
    },
    // It rings all the same.
    () => undefined,
  );
}

/** Which request is the last: one that opens a line may be overtaken. */
let lastRequest = 0;

function lost(): void {
  showToast({ type: 3, text: textOf(PHONE_TEXTS, 'phone.lineLost') });
  void takeCalls(false);
}

/** Lets calls that come in ring here, or no longer. */
export async function takeCalls(isTaking: boolean): Promise<void> {
  const own = (lastRequest += 1);
  const isLast = () => own === lastRequest;
  clearInterval(renewal);
  if (!isTaking) {
    set({ line: 'OFF' });
    if (!isLive(state)) closeLine();
    await signIn(false).catch(() => undefined);
    return;
  }
  set({ line: 'OPENING' });
  try {
    closeLine();
    const opened = await lineForAll(() => {
      if (isLast()) lost();
    });
    if (!isLast()) {
      opened.close();
      return;
    }
    line = opened;
    set({ line: 'ON' });
  } catch (error) {
    if (!isLast()) return;
    set({ line: 'OFF' });
    const text = error instanceof ApiError ? error.msg : textOf(PHONE_TEXTS, 'phone.end.NO_CONNECTION');
    showToast({ type: 4, text });
    return;
  }
  renewal = setInterval(() => {
    signIn(true).then(
      (fresh) => {
        if (isLast()) line?.renew(fresh);
      },
      () => {
        if (isLast()) lost();
      },
    );
  }, RENEW_MS);
}

// Whoever has signed out calls nobody.
sessionEnded$.subscribe(() => {
  clearInterval(renewal);
  current?.hangUp();
  closeLine();
  set({ call: null, line: 'OFF' });
});
