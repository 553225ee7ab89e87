import type { CallBasics } from '../../../http/implement.ts';
import { SESSION_HOURS } from '../../platform/access/index.ts';

type Raw = CallBasics['raw'];

function cookieText(raw: Raw, sessionId: string, value: string, maxAgeSeconds: number): string {
  const secure = raw.request.protocol === 'https' ? '; Secure' : '';
  return `kituo_${sessionId}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** The cookie that authorizes documents and plugin files of this session, and nothing else. */
export function setDocumentCookie(raw: Raw, sessionId: string, value: string): void {
  void raw.reply.header('set-cookie', cookieText(raw, sessionId, value, SESSION_HOURS * 3600));
}

export function clearDocumentCookies(raw: Raw, sessionIds: readonly string[]): void {
  for (const id of sessionIds) void raw.reply.header('set-cookie', cookieText(raw, id, '', 0));
}
