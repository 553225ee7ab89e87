import type { ServerResponse } from 'node:http';
import { type ServerEvent, toSessionEndReason } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import type { Services } from '../../../services.ts';

const HEARTBEAT_MS = 15_000;
/** A browser that reads nothing for this much is dropped; it comes back and asks for what it missed. */
const MAX_UNREAD_BYTES = 1_048_576;

/** Nobody has as many tabs; a program that opens streams and reads none would hold memory and timers. */
export const MAX_STREAMS_A_PERSON = 30;

/** With whose they are. */
type Streams = Map<ServerResponse, string>;
const openStreams = new WeakMap<Services, Streams>();

function streamsOf(services: Services): Streams {
  const known = openStreams.get(services) ?? new Map<ServerResponse, string>();
  openStreams.set(services, known);
  return known;
}

export function countStreams(services: Services): number {
  return streamsOf(services).size;
}

/** Ends all streams of this process when it drains; the browsers connect to another one. */
export function endStreams(services: Services): void {
  for (const response of streamsOf(services).keys()) response.end();
}

/** A session that ended between being let in and being subscribed was announced to nobody. */
async function tellIfEnded(call: Call, send: (event: ServerEvent) => void): Promise<void> {
  const session = await call.db
    .selectFrom('session')
    .select('endReason')
    .where('sessionId', '=', call.caller.sessionId)
    .where('endedAt', 'is not', null)
    .executeTakeFirst();
  if (session) send({ type: 'session', reason: toSessionEndReason(session.endReason) });
}

/**
 * Answers with a stream of server-sent events that ends with the session.
 *
 * @param unheardMs for how long the browser has heard nothing; what it was told meanwhile comes first
 * @throws AppError TOO_MANY_REQUESTS where the person has as many as one may have
 */
export async function streamEvents(call: Call, unheardMs: number | undefined): Promise<void> {
  const { services, caller } = call;
  const { reply, request } = call.raw;
  const response = reply.raw;
  const streams = streamsOf(services);
  if ([...streams.values()].filter((userNo) => userNo === caller.userNo).length >= MAX_STREAMS_A_PERSON) {
    throw new AppError('TOO_MANY_REQUESTS', { facts: { wait: '00:30', waitSeconds: 30 } });
  }
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) response.setHeader(name, value);
  }
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  streams.set(response, caller.userNo);
  const write = (text: string): void => {
    if (response.writableEnded) return;
    response.write(text);
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
  };
  const send = (event: ServerEvent): void => {
    write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    if (event.type === 'session') response.end();
  };
  // A browser reads its rights again at `hello`: said before the first look at them, a change between the two reached
  // nobody.
  let early: ServerEvent[] | null = [];
  const unsubscribe = services.events.subscribe(caller, (event) => {
    if (early === null) send(event);
    else early.push(event);
  });
  const unheard = unheardMs === undefined ? [] : services.events.recentEvents(caller, unheardMs);
  const heartbeat = setInterval(() => write(': \n\n'), HEARTBEAT_MS);
  const release = (): void => {
    clearInterval(heartbeat);
    unsubscribe();
    streams.delete(response);
  };
  response.once('close', release);
  response.once('error', release);
  request.raw.once('aborted', () => response.destroy());
  await services.events.reviewed();
  send({ type: 'hello', revision: services.registry.state().revision });
  for (const event of unheard ?? [{ type: 'missed' } as const]) send(event);
  for (const event of early) send(event);
  early = null;
  await tellIfEnded(call, send);
}
