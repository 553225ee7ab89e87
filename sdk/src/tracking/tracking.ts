import { Subject } from 'rxjs';
import type { Observable } from 'rxjs';
import { call } from '../api/call.ts';
import { fullPath } from '../contracts/endpoint.ts';
import { report } from '../contracts/platform/tracking.contract.ts';
import type { TrackingEvent } from '../contracts/platform/tracking.contract.ts';
import { TIME_ZONE } from '../format/dates.ts';
import { newIdempotencyKey } from '../api/idempotency.ts';
import { session$ } from '../session/session-store.ts';
import { sessionIdOf } from '../session/session-end.ts';
import { deviceModel, operatingSystem } from './device.ts';

/** What a caller says of an event; the bus adds who, where and when. */
export interface TrackedFact {
  /** VIEW and OUT are the bus's own; a plugin names others: `REVEAL`, `EXPORT`. */
  readonly eventType: string;
  /** The page shown, unless said otherwise. */
  readonly pageName?: string;
  readonly path?: string;
  readonly orderNo?: string | null;
  /** What of its kind: an endpoint's name, a source. */
  readonly type?: string | null;
  /** Milliseconds on the page. */
  readonly duration?: number;
}

/** A page as it is shown. */
export interface TrackedPage {
  readonly pageName: string;
  /** The route without its query. */
  readonly path: string;
  readonly orderNo?: string | null;
  /** The `source` of the query: leaving OrderDetail or OrderAudit that has one makes an EXIT event. */
  readonly source?: string | null;
}

const BATCH = 20;
const MAX_KEPT = 100;
const FLUSH_MS = 5000;
const PAGES_WITH_EXIT = ['orderdetail', 'orderaudit'];

const bus = new Subject<TrackingEvent>();
/** Every tracked event, before it is reported. */
export const tracking$: Observable<TrackingEvent> = bus.asObservable();

let waiting: TrackingEvent[] = [];
/** Reports that were sent and not answered yet. */
const underWay = new Set<readonly TrackingEvent[]>();
let appVersion = '';
let shown: { readonly page: TrackedPage; readonly since: number } | null = null;

function describe(fact: TrackedFact): TrackingEvent {
  const { token, companyCode } = session$.value;
  return {
    eventId: newIdempotencyKey(),
    eventType: fact.eventType,
    pageName: fact.pageName ?? shown?.page.pageName ?? '',
    path: fact.path ?? shown?.page.path ?? null,
    orderNo: fact.orderNo ?? null,
    type: fact.type ?? null,
    duration: fact.duration ?? null,
    occurredAt: new Date().toISOString(),
    systemCode: 'BACK_OFFICE',
    timeZone: TIME_ZONE,
    // The public half alone: a token's secret has no business in a log.
    token: token === null ? null : sessionIdOf(token),
    isLogin: token !== null,
    appId: companyCode,
    appName: 'Kituo',
    os: operatingSystem(navigator.userAgent),
    channel: 'WEB',
    deviceModel: deviceModel(navigator.userAgent),
    appVersion,
    country: 'KE',
  };
}

/**
 * Puts an event on the bus; it is reported with the next batch.
 *
 * @example track({ eventType: 'COMMAND', pageName: 'UserManagement', type: 'user.freeze' });
 */
export function track(fact: TrackedFact): void {
  const event = describe(fact);
  waiting.push(event);
  bus.next(event);
  if (waiting.length >= BATCH) void flushTracking();
}

/** Ends the view that stands, with its duration. Null shows nothing new: signing out, leaving. */
export function trackView(page: TrackedPage | null): void {
  const now = Date.now();
  if (shown) {
    const { pageName, path, orderNo, source } = shown.page;
    const left = { pageName, path, duration: now - shown.since, orderNo: orderNo ?? null };
    track({ ...left, eventType: 'OUT' });
    const lastPart = path.split('/').at(-1)?.toLowerCase() ?? '';
    if (source !== undefined && source !== null && PAGES_WITH_EXIT.includes(lastPart)) {
      track({ ...left, eventType: 'EXIT', type: source });
    }
  }
  shown = page === null ? null : { page, since: now };
  if (page) {
    const { pageName, path, orderNo } = page;
    track({ eventType: 'VIEW', pageName, path, orderNo: orderNo ?? null });
  }
}

/** Reports what is waiting. A report that fails waits for the next; at most 100 events are kept. */
export async function flushTracking(): Promise<void> {
  const events = waiting.splice(0, MAX_KEPT);
  if (events.length === 0) return;
  underWay.add(events);
  try {
    await call(report, { events }, { showLoading: false, quiet: true });
  } catch {
    waiting = [...events, ...waiting].slice(-MAX_KEPT);
  } finally {
    underWay.delete(events);
  }
}

/**
 * The last report of a page that is being closed: the browser sends it after the page is gone, with the
 * session's token, since events of nobody count for nobody. What is on its way is cut off by closing: it goes
 * again, and the server counts an event once.
 */
function flushOnLeaving(): void {
  const events = [...underWay].flat().concat(waiting).slice(-MAX_KEPT);
  if (events.length === 0) return;
  waiting = [];
  const { token } = session$.value;
  fetch(fullPath(report), {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', ...(token !== null && { 'auth-token': token }) },
    body: JSON.stringify({ events }),
  }).catch(() => {
    waiting = [...events, ...waiting].slice(-MAX_KEPT);
  });
}

/** Starts reporting: every 5 seconds, and when the page is hidden or closed. The result stops it. */
export function startTracking(version: string): () => void {
  appVersion = version;
  const timer = setInterval(() => void flushTracking(), FLUSH_MS);
  const hidden = () => {
    if (document.visibilityState === 'hidden') flushOnLeaving();
  };
  const closing = () => {
    trackView(null);
    flushOnLeaving();
  };
  document.addEventListener('visibilitychange', hidden);
  window.addEventListener('pagehide', closing);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', hidden);
    window.removeEventListener('pagehide', closing);
  };
}
