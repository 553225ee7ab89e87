import type { CallBasics } from '../../../http/implement.ts';
import { SESSION_HOURS } from '../../platform/access/index.ts';

type Raw = CallBasics['raw'];

function cookieText(raw: Raw, sessionId: string, value: string, maxAgeSeconds: number): string {
  const isSecure = raw.request.protocol === 'https';
  // With the prefix a browser takes it from this very host alone, and over TLS: no neighbour can plant one.
  const name = `${isSecure ? '__Host-' : ''}kituo_${sessionId}`;
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}

/** The cookie that authorizes documents and plugin files of this session, and nothing else. */
export function setDocumentCookie(raw: Raw, sessionId: string, value: string): void {
  void raw.reply.header('set-cookie', cookieText(raw, sessionId, value, SESSION_HOURS * 3600));
}

export function clearDocumentCookies(raw: Raw, sessionIds: readonly string[]): void {
  for (const id of sessionIds) void raw.reply.header('set-cookie', cookieText(raw, id, '', 0));
}
