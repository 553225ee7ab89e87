import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What an address answered with, as evidence of a check. */
export interface FetchedPage {
  /** Of title and text: a page that only its markup changed is the same. */
  readonly pageHash: string;
  readonly pageTitle: string | null;
  readonly pageText: string;
}

/** More of a page is not read. */
const MOST_BYTES = 262_144;
const MOST_TEXT = 4_000;
const MOST_TITLE = 200;
/** Elements whose content nobody sees. */
const UNSEEN = ['script', 'style', 'template', 'noscript', 'svg'];
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** The start of an answer's body; the connection is closed where there is more. */
export async function startOf(reply: AsyncIterable<Buffer> & Pick<IncomingMessage, 'destroy'>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of reply) {
    parts.push(part);
    size += part.length;
    if (size >= MOST_BYTES) break;
  }
  reply.destroy();
  return Buffer.concat(parts).subarray(0, MOST_BYTES);
}

/** The words of an HTML page or a text; null of a picture and the like, and where nothing is to be read. */
export function pageOf(contentType: string | null, body: Buffer): FetchedPage | null {
  const isHtml = contentType === null || contentType.includes('html');
  if (!isHtml && !contentType.startsWith('text/') && !contentType.includes('json')) return null;
  const source = new TextDecoder().decode(body);
  const pageTitle = isHtml ? titleIn(source) : null;
  const pageText = readable(isHtml ? withoutTags(source) : source).slice(0, MOST_TEXT);
  if (pageText === '' && pageTitle === null) return null;
  const pageHash = createHash('sha256')
    .update(`${pageTitle ?? ''}\n${pageText}`)
    .digest('hex');
  return { pageHash, pageTitle, pageText };
}

function titleIn(source: string): string | null {
  const lower = source.toLowerCase();
  const opens = lower.indexOf('<title');
  const from = opens < 0 ? -1 : lower.indexOf('>', opens);
  const to = from < 0 ? -1 : lower.indexOf('</title', from);
  if (to < 0) return null;
  return readable(source.slice(from + 1, to)).slice(0, MOST_TITLE) || null;
}

/** One pass from left to right: a page is a stranger's, and no expression may be made to run long over it. */
function withoutTags(source: string): string {
  const lower = source.toLowerCase();
  const seen: string[] = [];
  let at = 0;
  while (at < source.length) {
    const opens = source.indexOf('<', at);
    if (opens < 0) break;
    seen.push(source.slice(at, opens));
    const unseen = UNSEEN.find((name) => lower.startsWith(`<${name}`, opens));
    const isTitle = lower.startsWith('<title', opens);
    const ends = unseen ?? (isTitle ? 'title' : null);
    const from = ends === null ? opens : lower.indexOf(`</${ends}`, opens);
    const closes = from < 0 ? -1 : source.indexOf('>', from);
    if (closes < 0) return seen.join(' ');
    at = closes + 1;
  }
  return [...seen, source.slice(at)].join(' ');
}

/** With spaces and entities as one reads them; PostgreSQL keeps no NUL. */
function readable(text: string): string {
  return text
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll('\0', '')
    .replace(/\s+/g, ' ')
    .trim();
}
