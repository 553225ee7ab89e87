import { randomUUID } from 'node:crypto';
import type { Endpoint, FieldMessage } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { addressOf } from './endpoint-address.ts';
import { signInAs, type TestApp } from './test-app.ts';

/** A reply as a test looks at it: of an endpoint its own, of a path whatever came. */
// Tests reach into replies of every shape; the contracts check them in the app itself.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface Answer<Data = any> {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A refusal as the envelope says it: the catalogue's name, and the fields that it is about. */
export interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly msg: string;
  readonly fields: readonly string[];
}

/** What a refusal says of itself, in the place of the reply. */
interface Refused {
  readonly error: string;
  readonly fields: NonEmpty<FieldMessage>;
  readonly facts: Readonly<Record<string, unknown>>;
}

type NonEmpty<Item> = [Item, ...Item[]];
/** A reply as it is read without looking for gaps: a test that finds no first row, or nothing in a field, fails by that. */
type Told<Data> = Data extends readonly (infer Item)[]
  ? number extends Data['length']
    ? NonEmpty<Told<Item>>
    : Data
  : Data extends object
    ? { [Field in keyof Data]-?: Told<NonNullable<Data[Field]>> }
    : Data;
type AnswerOf<Reply extends z.ZodMiniType> = Answer<Told<z.output<Reply>> & Refused>;

export interface Person {
  readonly token: string;
  /** Calls an endpoint and answers its reply, read by the contract. Throws the server's words where it refuses. */
  call<Request extends z.ZodMiniType, Reply extends z.ZodMiniType>(
    endpoint: Endpoint<Request, Reply>,
    request: z.input<Request>,
    key?: string,
  ): Promise<z.output<Reply>>;
  /** Calls an endpoint that is to refuse, with whatever request. Throws where it did not. */
  refusalOf(endpoint: Endpoint, request: object): Promise<Refusal>;
  /** An endpoint with what it takes, of whatever kind, so that bad ones can be sent; or a path with all that it says. */
  get<Request extends z.ZodMiniType, Reply extends z.ZodMiniType>(
    endpoint: Endpoint<Request, Reply>,
    request?: object,
    headers?: Record<string, string>,
  ): Promise<AnswerOf<Reply>>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** A POST with an idempotency key of its own unless one is given; of whatever body, so that bad ones can be sent. */
  post<Request extends z.ZodMiniType, Reply extends z.ZodMiniType>(
    endpoint: Endpoint<Request, Reply>,
    payload: object,
    key?: string,
    headers?: Record<string, string>,
  ): Promise<AnswerOf<Reply>>;
  post(path: string, payload: object, key?: string, headers?: Record<string, string>): Promise<Answer>;
  bytes(path: string, payload: Buffer, headers: Record<string, string>): Promise<Answer>;
}

const refusal = z.object({ error: z.string(), fields: z._default(z.array(z.object({ field: z.string() })), []) });

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
  const sendTo = async (endpoint: Pick<Endpoint, 'method' | 'path'>, request: unknown, key: string = randomUUID()) => {
    const { path, body } = addressOf(endpoint, request);
    return await (body === null ? send('GET', path, {}) : send('POST', path, { 'idempotency-key': key }, body));
  };
  return {
    token,
    call: async (endpoint, request, key) => {
      const { code, msg, data } = await sendTo(endpoint, request, key);
      if (code !== 0) throw new Error(`${endpoint.name}: ${code} ${msg} ${JSON.stringify(data)}`);
      return z.parse(endpoint.reply, data);
    },
    refusalOf: async (endpoint, request) => {
      const { status, code, msg, data } = await sendTo(endpoint, request);
      if (code === 0) throw new Error(`${endpoint.name} was not refused: ${JSON.stringify(data)}`);
      const { error, fields } = z.parse(refusal, data);
      return { status, error, msg, fields: fields.map(({ field }) => field) };
    },
    get: async (
      to: string | Endpoint,
      given: object = {},
      headers: Record<string, string> = typeof to === 'string' ? { ...given } : {},
    ) => await send('GET', typeof to === 'string' ? to : addressOf(to, given).path, headers),
    post: async (
      to: string | Endpoint,
      payload: object,
      key: string = randomUUID(),
      headers: Record<string, string> = {},
    ) => {
      const { path, body } =
        typeof to === 'string' || !to.path.includes('{')
          ? { path: typeof to === 'string' ? to : to.path, body: payload }
          : addressOf(to, payload);
      return await send('POST', path, { 'idempotency-key': key, ...headers }, body ?? payload);
    },
    bytes: async (path, payload, headers) =>
      await send('POST', path, { 'content-type': 'application/octet-stream', ...headers }, payload),
  };
}

interface ListBody<Filters, Sort, Size> {
  readonly filters: Filters;
  readonly page: number;
  readonly pageSize: Size;
  readonly sort: Sort;
}

/** The request of a list, its first page: `person.call(orders.page, listOf({ orderNo }))`. */
export function listOf<
  const Filters extends object = Record<never, never>,
  const Sort extends object | null = null,
  const Size extends number = 100,
>(filters?: Filters, sort?: Sort, pageSize?: Size): ListBody<Filters, Sort, Size>;
export function listOf(filters: object = {}, sort: object | null = null, pageSize = 100) {
  return { filters, page: 1, pageSize, sort };
}

/** What a test looked for and has to find. */
export function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('nothing was found');
  return value;
}

/** A number that an approval's result carries: each kind of change has a result of its own, its contract none. */
export function fieldOf(result: object, name: string): string {
  const values = z.parse(z.looseObject({}), result);
  return z.parse(z.string(), values[name]);
}
