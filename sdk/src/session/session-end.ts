import { Subject } from 'rxjs';
import type { Observable } from 'rxjs';
import { toSessionEndReason } from '../contracts/staff/session-end-reason.ts';
import type { SessionEndReason } from '../contracts/staff/session-end-reason.ts';
import { clearSession, session$ } from './session-store.ts';
import { viewAs } from './view-as.ts';

/** A session that is over: the host shows the notice and goes to the sign-in page. */
export interface SessionEnded {
  readonly reason: SessionEndReason | 'NO_TOKEN';
  /** Whose session it was, so that the same person comes back to the same page. */
  readonly userNo: string | null;
}

const ended = new Subject<SessionEnded>();

/** Emits once a session that ends, whatever ended it. */
export const sessionEnded$: Observable<SessionEnded> = ended.asObservable();

// A duplicated tab shares the session; one that learns of its end tells the others.
const CHANNEL = 'kituo-session-ended';
let channel: BroadcastChannel | undefined;

/** The public half of a token: safe to name in messages between tabs. */
export function sessionIdOf(token: string): string {
  return token.split('.', 1)[0] ?? '';
}

function finish(reason: SessionEnded['reason']): void {
  const userNo = session$.value.user?.userNo ?? null;
  viewAs(null);
  clearSession();
  ended.next({ reason, userNo });
}

/** Logout: clears token, person and menu and tells the host and the other tabs of this session. */
export function endSession(reason: SessionEnded['reason']): void {
  const { token } = session$.value;
  if (token !== null) channel?.postMessage({ sessionId: sessionIdOf(token), reason });
  finish(reason);
}

/** Until when a token is being replaced in another tab: the old one is refused before the new one is told. */
let renewingUntil = 0;
const RENEWING_MS = 10_000;

/** A token of this session is being replaced: what the old one is refused meanwhile ends nothing. */
export function expectNewToken(isExpected: boolean): void {
  renewingUntil = isExpected ? Date.now() + RENEWING_MS : 0;
}

/** Logout where the server refused this very token, which is still the tab's. */
export function endRefusedSession(token: string | null, reason: SessionEnded['reason']): void {
  if (token === null || token !== session$.value.token || Date.now() < renewingUntil) return;
  endSession(reason);
}

/** Listens for the end of this session in other tabs. Returns the way to stop. */
export function watchOtherTabs(): () => void {
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<{ sessionId?: string; reason?: string }>) => {
    const { token } = session$.value;
    if (token !== null && data.sessionId === sessionIdOf(token)) {
      finish(toSessionEndReason(data.reason));
    }
  };
  return () => {
    channel?.close();
    channel = undefined;
  };
}
