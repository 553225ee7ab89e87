import { fullPath, UNATTENDED_HEADER } from '@kituo/sdk/contracts';
import type { Endpoint } from '@kituo/sdk/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { asSession } from '../../platform/access/index.ts';
import type { OpeningCall } from './opening-calls.ts';

/** How long a document waits for an answer; the host asks for what took longer. Milliseconds. */
export const FIRST_CALLS_MS = 150;

/** What `successBody` begins and ends with. */
const SUCCESS = '{"code":0,"msg":"","data":';

interface Asker {
  readonly app: FastifyInstance;
  readonly within: number;
  readonly request: FastifyRequest;
  readonly sessionId: string;
  readonly language: string;
}

/** JSON of an answer's `data`; `late` where the browser has to ask; null where there is none to be had. */
type Answered = { readonly data: string } | 'late' | null;

/**
 * The JSON of `kituo-calls`. Each call goes through the server's own front door, as the session that the document
 * is for: what it may see, and how masked, is decided where it always is. What is refused or fails is left out:
 * the page asks for it and says why.
 */
export async function firstCallsOf(calls: readonly OpeningCall[], asker: Asker): Promise<string | null> {
  if (calls.length === 0) return null;
  const answered = await Promise.all(calls.map(async (call) => ({ call, answer: await answerWithin(call, asker) })));
  // The person's own view is opened next, with rows of its own.
  const leftAlone = new Set(
    answered.filter(({ call, answer }) => opensView(call, answer, asker.request)).map(({ call }) => call.list?.name),
  );
  const told = answered.flatMap(({ call, answer }) => {
    if (answer === null || (call.list?.is === 'rows' && leftAlone.has(call.list.name))) return [];
    const { method, path } = call.endpoint;
    const known = JSON.stringify({ method, path, request: call.request });
    return answer === 'late' ? [known] : [`${known.slice(0, -1)},"data":${answer.data}}`];
  });
  if (told.length === 0) return null;
  const { sessionId, language } = asker;
  return `${JSON.stringify({ sessionId, language }).slice(0, -1)},"calls":[${told.join()}]}`;
}

function opensView({ list }: OpeningCall, answer: Answered, { url }: FastifyRequest): boolean {
  if (list?.is !== 'views' || answer === null || answer === 'late' || url.includes('?')) return false;
  return !/"defaultViewId":null\b/.test(answer.data);
}

async function answerWithin(call: OpeningCall, asker: Asker): Promise<Answered> {
  const pause = new AbortController();
  const late = new Promise<'late'>((resolve) => {
    const timer = setTimeout(resolve, asker.within, 'late');
    pause.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  try {
    return await Promise.race([answer(call, asker), late]);
  } catch (error) {
    asker.request.log.warn({ err: error, endpoint: call.endpoint.name }, 'a call of a document failed');
    return null;
  } finally {
    pause.abort();
  }
}

async function answer({ endpoint, request }: OpeningCall, asker: Asker): Promise<Answered> {
  const { app, request: document, sessionId, language } = asker;
  const { url, rest } = targetOf(endpoint, request);
  // Sent when it is waited for, which has to be within.
  const reply = await asSession(
    sessionId,
    async () =>
      await app.inject({
        method: endpoint.method,
        url,
        headers: {
          lang: language,
          'user-agent': document.headers['user-agent'] ?? '',
          // A cookie alone does not keep a session awake; the page that is opened does.
          [UNATTENDED_HEADER]: '1',
        },
        remoteAddress: document.ip,
        ...(endpoint.method === 'GET' ? { query: rest } : { payload: rest }),
      }),
  );
  // What a browser keeps by its version costs less asked for again than sent again.
  if (reply.headers['etag'] !== undefined) return 'late';
  const { body } = reply;
  return reply.statusCode === 200 && body.startsWith(SUCCESS) ? { data: body.slice(SUCCESS.length, -1) } : null;
}

function targetOf(endpoint: Endpoint, request: OpeningCall['request']) {
  const rest: Record<string, string> & Record<string, unknown> = JSON.parse(JSON.stringify(request));
  const url = fullPath(endpoint).replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = encodeURIComponent(String(rest[name]));
    delete rest[name];
    return value;
  });
  return { url, rest };
}
