import { Subject } from 'rxjs';
import type { Observable } from 'rxjs';
import { errorOfReply } from '../api/errors.ts';
import { events } from '../contracts/staff/auth.contract.ts';
import type { ServerEvent } from '../contracts/staff/bootstrap.ts';
import { fullPath, UNATTENDED_HEADER } from '../contracts/endpoint.ts';
import { CODE_SESSION_OVER } from '../contracts/envelope.ts';
import { toSessionEndReason } from '../contracts/staff/session-end-reason.ts';
import { apiLanguage } from '../i18n/language-code.ts';
import { endRefusedSession, endSession } from '../session/session-end.ts';
import { demandPasswordUpdate, session$ } from '../session/session-store.ts';
import { isNumber, isText, listOf, objectOf, oneOf } from '../state/shape.ts';
import { readEvents } from './read-events.ts';

const pushed = new Subject<ServerEvent>();

/** What the server pushes to this session: registry, permissions, session, version, jobs, changes. */
export const serverEvents$: Observable<ServerEvent> = pushed.asObservable();

/**
 * Whether something of these kinds may have changed: by such an event, or because events may be lost.
 *
 * @example useSubscription(serverEvents$, (event) => mayChange(event, 'warnings') && list.refresh());
 */
export function mayChange({ type }: ServerEvent, ...kinds: ServerEvent['type'][]): boolean {
  return type === 'missed' || kinds.includes(type);
}

/** Passes an event on as if the server had sent it: for the fake host. */
export function pushServerEvent(event: ServerEvent): void {
  pushed.next(event);
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** A stream that was silent this long is dead: the server sends a sign of life more often. */
const SILENCE_MS = 90_000;
/** A first page does not take longer. */
const FIRST_PAGE_MS = 60_000;
/** What was on its way then, or while this is asked, is asked for as well: told twice is better than never. */
const ON_ITS_WAY_MS = 2_000;

/** How long to wait before the n-th attempt in a row (from 0): doubling, spread over half of itself. */
export function reconnectDelay(attempt: number, random: () => number = Math.random): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return Math.round(longest * (0.5 + random() / 2));
}

const isSessionEvent = objectOf({ type: oneOf('session'), reason: isText });
const isHello = objectOf({ type: oneOf('hello'), revision: isText });
const isRegistry = objectOf({ type: oneOf('registry'), revision: isText });
const isPlain = objectOf({
  type: oneOf('permissions', 'missed', 'warnings', 'languages', 'dictionaries', 'orders'),
});
const isVersion = objectOf({ type: oneOf('version'), version: isText });
const isJob = objectOf({
  type: oneOf('job'),
  jobNo: isText,
  status: oneOf('QUEUED', 'RUNNING', 'SUCCESS', 'PARTIAL_SUCCESS', 'FAILURE', 'CANCELLED'),
  done: isNumber,
  total: isNumber,
});
const isChange = objectOf({
  type: oneOf('change'),
  changeNo: isText,
  changeState: oneOf('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'LAPSED'),
});

const isThing = objectOf({ subjectType: isText, subjectNo: isText });
const isChanged = objectOf({ type: oneOf('changed'), things: listOf(isThing) });

/** Passes one message of the stream on to those who listen. */
export function takeServerEvent(text: string): void {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return;
  }
  if (isSessionEvent(data)) {
    const event = { type: 'session', reason: toSessionEndReason(data.reason) } as const;
    pushed.next(event);
    endSession(event.reason);
  } else if (isHello(data) || isRegistry(data) || isPlain(data)) pushed.next(data);
  else if (isVersion(data) || isJob(data) || isChange(data) || isChanged(data)) pushed.next(data);
  // A kind that this version does not know yet is not an error.
}

/**
 * Reads one connection to its end. False when the session is over and no other should follow.
 *
 * @param heard called for each sign of life
 */
async function readOnce(token: string, signal: AbortSignal, unheardMs: number, heard: () => void): Promise<boolean> {
  const response = await fetch(`${fullPath(events)}?unheardMs=${unheardMs}`, {
    headers: {
      'auth-token': token,
      auth_token: token,
      lang: apiLanguage(session$.value.language),
      accept: 'text/event-stream',
      [UNATTENDED_HEADER]: '1',
    },
    cache: 'no-store',
    signal,
  });
  if (response.ok && response.body) {
    heard();
    for await (const text of readEvents(response.body, SILENCE_MS, heard)) takeServerEvent(text);
    return true;
  }
  const body: unknown = await response.json().catch(() => null);
  const error = errorOfReply({ data: body, status: response.status });
  if (error.code === CODE_SESSION_OVER) {
    endRefusedSession(token, toSessionEndReason(error.facts['reason']));
    return false;
  }
  if (error.error === 'PASSWORD_UPDATE_REQUIRED' && session$.value.token === token) demandPasswordUpdate();
  return true;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** @param from since when what is shown was read; by the clock on the wall, which goes on while a machine sleeps */
async function keepReading(token: string, signal: AbortSignal, from: number): Promise<void> {
  let attempt = 0;
  let heardAt = from;
  while (!signal.aborted) {
    try {
      const unheardMs = Math.max(0, Math.ceil(Date.now() - heardAt)) + ON_ITS_WAY_MS;
      const mayGoOn = await readOnce(token, signal, unheardMs, () => {
        attempt = 0;
        heardAt = Date.now();
      });
      if (!mayGoOn) return;
    } catch {
      // The network is gone; the pause below is the answer.
    }
    await pause(reconnectDelay(attempt), signal);
    attempt += 1;
  }
}

/**
 * Follows the event stream of whoever is signed in: opens with a session, closes with its end,
 * reconnects automatically. The result stops it.
 */
export function startServerEvents(): () => void {
  let token: string | null = null;
  let connection: AbortController | undefined;
  // What a document shows at first was read since it began, or, where somebody signed in later, a moment ago.
  let from = Math.max(performance.timeOrigin, Date.now() - FIRST_PAGE_MS);
  const subscription = session$.subscribe((session) => {
    // A session that must change its password has no stream; with the change comes a new token.
    const wanted = session.isUpdatePasswordStatus ? null : session.token;
    if (wanted === token) return;
    // What another session's stream told is known.
    if (token !== null) from = Date.now();
    token = wanted;
    connection?.abort();
    connection = undefined;
    if (token === null) return;
    connection = new AbortController();
    void keepReading(token, connection.signal, from);
  });
  return () => {
    subscription.unsubscribe();
    connection?.abort();
  };
}
