import type { AxiosAdapter, AxiosResponse } from 'axios';
import type { FirstCall, FirstCalls } from '../contracts/console/host-manifest.ts';
import type { Endpoint, ReplyOf, RequestOf } from '../contracts/endpoint.ts';
import { apiLanguage } from '../i18n/language-code.ts';
import { session$ } from '../session/session-store.ts';

type Called = Pick<Endpoint, 'method' | 'path'>;

interface Held {
  readonly call: FirstCall;
  /** Under way, where the document did not bring its answer. */
  readonly sent: Promise<AxiosResponse<unknown>> | null;
}

let whose: Pick<FirstCalls, 'sessionId' | 'language'> | null = null;
const held = new Map<string, Held>();

/** The same for the same call, in whichever order its fields are named; what is undefined is not sent. */
function keyOf({ method, path }: Called, request: unknown): string {
  return `${method} ${path} ${JSON.stringify(request, inOrder)}`;
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Keeps what the document says its page begins with; what it did not bring is sent now, once. */
export function holdFirstCalls(
  { calls, sessionId, language }: FirstCalls,
  send: (call: FirstCall) => Promise<AxiosResponse<unknown>>,
): void {
  forgetFirstReplies();
  whose = { sessionId, language };
  if (!isOfThisTab()) return forgetFirstReplies();
  for (const call of calls) {
    const sent = call.data === undefined ? send(call) : null;
    // Whoever makes the call is told; where nobody does, nobody is.
    sent?.catch(() => undefined);
    held.set(keyOf(call, call.request), { call, sent });
  }
}

/** Forgets what the first page did not ask for: it grows old. */
export function forgetFirstReplies(): void {
  held.clear();
  whose = null;
}

/** The document's cookie may name another person's session, and its texts be of another language. */
function isOfThisTab(): boolean {
  const { token, language } = session$.value;
  return token?.split('.', 1)[0] === whose?.sessionId && apiLanguage(language) === whose?.language;
}

function take(endpoint: Called, request: unknown, isHere: boolean): Held | null {
  if (held.size === 0 || !isOfThisTab()) return null;
  const key = keyOf(endpoint, request);
  const found = held.get(key);
  if (found === undefined || (isHere && found.sent !== null)) return null;
  held.delete(key);
  return found;
}

/** What the document brought for this very call, once; undefined where it has to be asked for. */
export function takeFirstReply<E extends Endpoint>(endpoint: E, request: RequestOf<E>): ReplyOf<E> | undefined {
  return take(endpoint, request, true)?.call.data;
}

/** What answers this very call in the server's place, once: what the document brought, or what is under way since. */
export function takeFirstAnswer(endpoint: Called, request: unknown): AxiosAdapter | null {
  const found = take(endpoint, request, false);
  if (found === null) return null;
  const { call, sent } = found;
  const data = { code: 0, msg: '', data: call.data };
  return async (config) => (await sent) ?? { data, status: 200, statusText: '', headers: {}, config };
}
