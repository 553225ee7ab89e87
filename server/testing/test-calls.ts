import { randomUUID } from 'node:crypto';
import { signInAs, type TestApp } from './test-app.ts';

/** A reply as a test looks at it. */
export interface Answer {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  // Tests reach into replies of every shape; the contracts check them in the app itself.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly data: any;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface Person {
  readonly token: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** A POST with an idempotency key of its own unless one is given. */
  post(path: string, payload: object, key?: string, headers?: Record<string, string>): Promise<Answer>;
  bytes(path: string, payload: Buffer, headers: Record<string, string>): Promise<Answer>;
}

function urlOf(path: string): string {
  return path.startsWith('/') ? path : `/api/hc/web/${path}`;
}

/** Signs a demo user in and makes calls for them through the real application. */
export async function as(app: TestApp, userName: string): Promise<Person> {
  const { token } = await signInAs(app, userName);
  const send = async (
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    payload?: object | Buffer,
  ): Promise<Answer> => {
    const reply = await app.http.inject({
      method,
      url: urlOf(path),
      headers: { 'auth-token': token, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    const isJson = String(reply.headers['content-type']).startsWith('application/json');
    const json = isJson ? reply.json() : { code: 0, msg: '', data: null };
    return { ...json, status: reply.statusCode, body: reply.rawPayload, headers: reply.headers };
  };
  return {
    token,
    get: async (path, headers = {}) => await send('GET', path, headers),
    post: async (path, payload, key = randomUUID(), headers = {}) =>
      await send('POST', path, { 'idempotency-key': key, ...headers }, payload),
    bytes: async (path, payload, headers) =>
      await send('POST', path, { 'content-type': 'application/octet-stream', ...headers }, payload),
  };
}

/** The body of a list with nothing filtered. */
export function listOf(filters: object = {}, sort: object | null = null, pageSize = 100): object {
  return { filters, page: 1, pageSize, sort };
}
