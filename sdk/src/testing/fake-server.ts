import type { AxiosAdapter, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { fullPath } from '../contracts/endpoint.ts';
import type { Endpoint, ReplyOf } from '../contracts/endpoint.ts';
import { ERROR_CATALOGUE } from '../contracts/error-catalogue.ts';
import type { ErrorName } from '../contracts/error-catalogue.ts';
import type { FieldMessage } from '../contracts/envelope.ts';

/** A call that the fake server took. */
export interface RecordedCall {
  /** The endpoint's name: `user.page`. */
  readonly name: string;
  /** As the server would have parsed it: path parameters, query and body in one object. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The body of an upload; null where it was JSON. */
  readonly bytes: Blob | null;
}

/** A refusal, as a fake's answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly error: ErrorName;
  readonly fields: readonly FieldMessage[];
  readonly facts: Readonly<Record<string, string | number | boolean>>;

  constructor(
    error: ErrorName,
    more: {
      fields?: readonly FieldMessage[];
      facts?: Readonly<Record<string, string | number | boolean>>;
    } = {},
  ) {
    super(error);
    this.error = error;
    this.fields = more.fields ?? [];
    this.facts = more.facts ?? {};
  }
}

/** Answers one endpoint. Made by {@link reply}, so that the answer is what the contract promises. */
export interface FakeReply {
  readonly endpoint: Endpoint;
  readonly answer: (request: Readonly<Record<string, unknown>>) => unknown;
}

/**
 * Fakes an endpoint: a reply, or a function of the request that gives one or throws a {@link Refusal}.
 * The request is checked against the contract as the server does. A `File` is answered as a download.
 *
 * @example reply(user.page, { rows: [aUser], total: 1, totalIsExact: true })
 */
export function reply<E extends Endpoint>(
  endpoint: E,
  answer: ReplyOf<E> | ((request: Readonly<Record<string, unknown>>) => ReplyOf<E>),
): FakeReply {
  return {
    endpoint,
    answer: (request) => (isAnswerer(answer) ? answer(request) : answer),
  };
}

function isAnswerer<Reply>(
  answer: Reply | ((request: Readonly<Record<string, unknown>>) => Reply),
): answer is (request: Readonly<Record<string, unknown>>) => Reply {
  return typeof answer === 'function';
}

function pathParameters(endpoint: Endpoint, url: string): Record<string, string> | null {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const pattern = fullPath(endpoint)
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{\w+\}/g, '([^/]+)');
  const found = new RegExp(`^${pattern}$`).exec(url);
  if (!found) return null;
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]));
}

/** An address carries texts alone: where the contract names a number, the server makes one of it, and so does this. */
function asParsed(
  { request }: Endpoint,
  rest: Readonly<Record<string, unknown>>,
  parameters: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const asTexts = { ...rest, ...parameters };
  if (request.safeParse(asTexts).success) return asTexts;
  const numbers = Object.entries(parameters).filter(([, text]) => Number.isFinite(Number(text)));
  const asNumbers = { ...asTexts, ...Object.fromEntries(numbers.map(([name, text]) => [name, Number(text)])) };
  return request.safeParse(asNumbers).success ? asNumbers : asTexts;
}

function bodyOf(config: InternalAxiosRequestConfig): Record<string, unknown> {
  const { data } = config;
  const parsed: unknown = typeof data === 'string' && data !== '' ? JSON.parse(data) : {};
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
}

function refusal(error: ErrorName, more: Partial<Pick<Refusal, 'fields' | 'facts'>> = {}) {
  const entry = ERROR_CATALOGUE[error];
  return {
    status: entry.status,
    body: {
      code: entry.code,
      msg: entry.en,
      data: { requestId: 'req-fake', error, fields: more.fields ?? [], facts: more.facts ?? {} },
    },
  };
}

/** What a reply answered, where that is a file. */
function fileIn(body: unknown): File | null {
  if (typeof body !== 'object' || body === null || !('data' in body)) return null;
  return body.data instanceof File ? body.data : null;
}

/** A server that lives in the test: answers calls by contract and keeps them. */
export interface FakeServer {
  readonly adapter: AxiosAdapter;
  readonly calls: readonly RecordedCall[];
  /** The calls of one endpoint. */
  callsOf(endpoint: Endpoint): readonly RecordedCall[];
  /** Adds answers or replaces them. */
  answer(...replies: readonly FakeReply[]): void;
}

export function createFakeServer(replies: readonly FakeReply[]): FakeServer {
  const calls: RecordedCall[] = [];
  let fakes = [...replies];

  function handle(config: InternalAxiosRequestConfig): { status: number; body: unknown } {
    const method = (config.method ?? 'get').toUpperCase();
    for (const { endpoint, answer } of fakes) {
      const parameters = pathParameters(endpoint, config.url ?? '');
      if (parameters === null || endpoint.method !== method) continue;
      const request = asParsed(endpoint, { ...config.params, ...bodyOf(config) }, parameters);
      const headers = Object.fromEntries(
        Object.entries(config.headers.toJSON()).map(([name, value]) => [name, String(value)]),
      );
      const bytes = config.data instanceof Blob ? config.data : null;
      calls.push({ name: endpoint.name, request, headers, bytes });
      const checked = endpoint.request.safeParse(request);
      if (!checked.success) {
        const fields = checked.error.issues.map((issue) => ({
          field: issue.path.join('.'),
          msg: issue.message,
        }));
        return refusal('BAD_REQUEST', { fields });
      }
      try {
        return { status: 200, body: { code: 0, msg: '', data: answer(request) } };
      } catch (cause) {
        if (cause instanceof Refusal) return refusal(cause.error, cause);
        throw cause;
      }
    }
    throw new Error(`The fake host has no reply for ${method} ${config.url ?? ''}`);
  }

  return {
    calls,
    callsOf: (endpoint) => calls.filter(({ name }) => name === endpoint.name),
    answer: (...added) => {
      const names = new Set(added.map(({ endpoint }) => endpoint.name));
      fakes = [...fakes.filter(({ endpoint }) => !names.has(endpoint.name)), ...added];
    },
    adapter: (config) =>
      new Promise<AxiosResponse>((resolve) => {
        const { status, body } = handle(config);
        const answered = { status, statusText: '', config };
        const file = fileIn(body);
        if (file !== null) {
          const name = encodeURIComponent(file.name);
          const headers = { 'content-disposition': `attachment; filename*=UTF-8''${name}` };
          resolve({ ...answered, data: file, headers });
          return;
        }
        const data: unknown =
          config.responseType === 'blob' ? new Blob([JSON.stringify(body)], { type: 'application/json' }) : body;
        resolve({ ...answered, data, headers: {} });
      }),
  };
}
