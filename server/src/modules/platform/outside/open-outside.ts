import { lookup } from 'node:dns/promises';
import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isOurs } from './addresses.ts';

interface Opening {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For everything, the answer's body included. */
  readonly withinMs: number;
  /** `host` or `host:port`; any server outside where it is left out. */
  readonly hosts?: ReadonlySet<string>;
  /** Exactly these origins are opened as they are, on our own network and without TLS: the sandbox's. */
  readonly own?: ReadonlySet<string>;
}

/** Why an address that somebody else named is not opened. */
export class NotOutsideError extends Error {
  override name = 'NotOutsideError';
}

/**
 * Opens an https address that somebody else named. Its name is resolved once, every address of it lies outside our
 * network, and just that address is spoken to; redirects are answers like others and are not followed.
 * @throws NotOutsideError, or what the connection says
 */
export async function openOutside(address: string, opening: Opening): Promise<IncomingMessage> {
  const { withinMs, hosts, own, method = 'GET', headers = {}, body } = opening;
  const said = { method, headers, ...(body !== undefined && { body }) };
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null) throw new NotOutsideError('no address');
  const signal = AbortSignal.timeout(withinMs);
  if (own?.has(url.origin) === true)
    return await answerOf(url.protocol === 'https:' ? request : requestPlain, url, said, { signal });
  if (url.protocol !== 'https:') throw new NotOutsideError('not https');
  if (url.username !== '' || url.password !== '') throw new NotOutsideError('a password in the address');
  if (hosts === undefined ? url.port !== '' : !hosts.has(url.host)) throw new NotOutsideError('no host that is known');
  const found = await lookup(url.hostname.replaceAll(/[[\]]/g, ''), { all: true });
  if (found.length === 0 || found.some((one) => isOurs(one.address))) throw new NotOutsideError('an address of ours');
  return await answerOf(request, url, said, {
    signal,
    lookup: (_host, _options, done) => {
      done(null, found);
    },
  });
}

async function answerOf(
  ask: typeof request | typeof requestPlain,
  url: URL,
  { method, headers, body }: { method: string; headers: Readonly<Record<string, string>>; body?: string },
  options: Parameters<typeof request>[1],
): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const asked = ask(url, { ...options, method, headers: { ...headers, ...length }, agent: false }, resolve);
    asked.once('error', reject);
    asked.end(body);
  });
}
