import { type Endpoint, fullPath } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';

/** Where a request of an endpoint goes: its address, and the body that is left where it is a POST. */
export function addressOf(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  request: unknown,
): { readonly path: string; readonly body: object | null } {
  const left = new Map<string, unknown>(Object.entries(z.parse(z.looseObject({}), request)));
  const path = fullPath(endpoint).replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = left.get(name);
    left.delete(name);
    return encodeURIComponent(String(value));
  });
  if (endpoint.method !== 'GET') return { path, body: Object.fromEntries(left) };
  const query = new URLSearchParams([...left].map(([key, value]) => [key, String(value)]));
  return { path: left.size === 0 ? path : `${path}?${query}`, body: null };
}
