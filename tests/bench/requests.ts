import type { CDPSession } from 'playwright';

/** One request as the browser saw it. Times are seconds of the browser's monotonic clock. */
export interface SeenRequest {
  readonly url: string;
  readonly type: string;
  readonly startedAt: number;
  endedAt: number | null;
  /** Bytes over the wire, headers included; 0 from the cache. */
  bytes: number;
  fromCache: boolean;
}

/** Every request of a page, as it goes. */
export interface RecordedRequests {
  /** Those seen so far. */
  seen(): SeenRequest[];
  /** Whether the console has opened its event stream and nothing else is on its way. */
  isAtRest(): boolean;
}

const EVENT_STREAM = /\/user\/events$/;

/** Records every request of a page. Does not switch the cache off. */
export async function recordRequests(cdp: CDPSession): Promise<RecordedRequests> {
  const seen = new Map<string, SeenRequest>();
  await cdp.send('Network.enable');
  cdp.on('Network.requestWillBeSent', (event) => {
    if (event.request.url.startsWith('data:')) return;
    seen.set(event.requestId, {
      url: event.request.url,
      type: event.type ?? 'Other',
      startedAt: event.timestamp,
      endedAt: null,
      bytes: 0,
      fromCache: false,
    });
  });
  cdp.on('Network.requestServedFromCache', (event) => {
    const request = seen.get(event.requestId);
    if (request) request.fromCache = true;
  });
  cdp.on('Network.responseReceived', (event) => {
    const request = seen.get(event.requestId);
    if (request && event.response.fromDiskCache === true) request.fromCache = true;
  });
  cdp.on('Network.loadingFinished', (event) => {
    const request = seen.get(event.requestId);
    if (!request) return;
    request.endedAt = event.timestamp;
    request.bytes = request.fromCache ? 0 : event.encodedDataLength;
  });
  cdp.on('Network.loadingFailed', (event) => {
    const request = seen.get(event.requestId);
    if (request) request.endedAt = event.timestamp;
  });
  const isStream = ({ url }: SeenRequest) => EVENT_STREAM.test(new URL(url).pathname);
  // Of a frame's document the page's own session hears the beginning alone: it goes on in another process.
  const isFrame = ({ url }: SeenRequest) => new URL(url).pathname.startsWith('/frame/');
  return {
    seen: () => [...seen.values()],
    isAtRest() {
      const all = [...seen.values()];
      return all.some(isStream) && all.every((one) => one.endedAt !== null || isStream(one) || isFrame(one));
    },
  };
}

/** Requests that went over the network, preloads that were then used counted once. */
export function overNetwork(requests: readonly SeenRequest[]): SeenRequest[] {
  const byUrl = new Map<string, SeenRequest>();
  for (const request of requests) {
    if (request.fromCache) continue;
    const other = byUrl.get(request.url);
    if (!other || other.bytes < request.bytes) byUrl.set(request.url, request);
  }
  return [...byUrl.values()];
}

/**
 * The longest chain of requests of which each began after the one before had ended: how many round
 * trips stand one behind the other. Data calls of the page itself are not part of it; the floor makes them too.
 */
export function serialHops(requests: readonly SeenRequest[]): number {
  const code = requests.filter((request) => !isData(request.url));
  const ordered = code.toSorted((a, b) => a.startedAt - b.startedAt);
  const depth = new Map<SeenRequest, number>();
  for (const request of ordered) {
    let before = 0;
    for (const [other, level] of depth) {
      if (other.endedAt !== null && other.endedAt <= request.startedAt) before = Math.max(before, level);
    }
    depth.set(request, before + 1);
  }
  return Math.max(0, ...depth.values());
}

function isData(url: string): boolean {
  const path = new URL(url).pathname;
  if (path.endsWith('/user/bootstrap')) return false;
  return path.startsWith('/api/') || path.startsWith('/burying-point-platform/') || path === '/version.json';
}
