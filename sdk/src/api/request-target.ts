import { fullPath } from '../contracts/endpoint.ts';
import type { Endpoint } from '../contracts/endpoint.ts';

/** Where a request goes and what travels in which part of it. */
export interface RequestTarget {
  readonly url: string;
  readonly query: Readonly<Record<string, unknown>> | undefined;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Splits a flat request: names in braces go into the path, the rest into the query (GET) or the body (POST).
 *
 * @throws RangeError when a path parameter is missing or empty
 */
export function requestTarget(endpoint: Pick<Endpoint, 'method' | 'path' | 'name'>, request: unknown): RequestTarget {
  const rest: Record<string, unknown> = typeof request === 'object' && request !== null ? { ...request } : {};
  const url = fullPath(endpoint).replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = rest[name];
    delete rest[name];
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '') {
      throw new RangeError(`${endpoint.name}: the path needs "${name}"`);
    }
    return encodeURIComponent(value);
  });
  return endpoint.method === 'GET' ? { url, query: rest, body: undefined } : { url, query: undefined, body: rest };
}
