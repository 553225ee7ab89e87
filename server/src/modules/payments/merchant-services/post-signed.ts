import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { NotOutsideError, openOutside } from '../../platform/outside/index.ts';

const TIMEOUT_MS = 10_000;
/** More of an answer is not read. */
const MAX_REPLY_BYTES = 65_536;

/**
 * `t=<seconds>,v1=<hex>`: HMAC-SHA256 over `<seconds>.<body>`, by the SHA-256 of the partner's secret in hex, for we
 * keep no more of it. While two keys are valid there is a `v1` of each.
 */
function signatureOf(body: string, keyHashes: readonly string[], at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  const signed = keyHashes.map((key) => createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex'));
  return [`t=${seconds}`, ...signed.map((hex) => `v1=${hex}`)].join(',');
}

export interface CallbackAnswer {
  readonly isPassed: boolean;
  readonly replyStatus: number | null;
  readonly fault: string | null;
  /** What was answered; empty where nothing arrived. */
  readonly text: string;
  readonly signature: string;
  readonly sentAt: Date;
  readonly tookMs: number;
}

interface SignedPost {
  readonly url: string;
  /** The same for every attempt: by it the receiver knows what it already has. */
  readonly eventId: string;
  readonly body: string;
  readonly keyHashes: readonly string[];
  /** Stands in for addresses under `.example`. */
  readonly standIn: string | undefined;
  readonly timeoutMs?: number;
}

/** Names under `.example` belong to nobody, so the sandbox answers for them. */
function reached(url: string, standIn: string | undefined): { readonly url: string; readonly own: Set<string> } {
  if (standIn === undefined || !URL.canParse(url)) return { url, own: new Set() };
  const { hostname, pathname } = new URL(url);
  if (!hostname.endsWith('.example')) return { url, own: new Set() };
  return { url: `${standIn}/${hostname}${pathname}`, own: new Set([new URL(standIn).origin]) };
}

/** Posts what a partner is notified of, signed, to an address outside our network. Never throws for what comes of it. */
export async function postSigned(post: SignedPost): Promise<CallbackAnswer> {
  const { body, keyHashes, eventId, standIn, timeoutMs = TIMEOUT_MS } = post;
  const sentAt = new Date();
  const { url, own } = reached(post.url, standIn);
  const headers = {
    'content-type': 'application/json',
    'kituo-event-id': eventId,
    'kituo-signature': signatureOf(body, keyHashes, sentAt),
  };
  let replyStatus: number | null = null;
  let fault: string | null = null;
  let text = '';
  try {
    const reply = await openOutside(url, { method: 'POST', headers, body, withinMs: timeoutMs, own });
    replyStatus = reply.statusCode ?? 0;
    text = await textOf(reply);
    if (replyStatus < 200 || replyStatus > 299) fault = `HTTP ${replyStatus}`;
  } catch (error) {
    fault = faultOf(error, timeoutMs);
  }
  const signature = headers['kituo-signature'];
  return {
    isPassed: fault === null,
    replyStatus,
    fault,
    text,
    signature,
    sentAt,
    tookMs: Date.now() - sentAt.getTime(),
  };
}

async function textOf(reply: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of reply) {
      const piece = Buffer.from(part);
      bytes += piece.byteLength;
      parts.push(piece);
      if (bytes > MAX_REPLY_BYTES) break;
    }
    return Buffer.concat(parts).toString('utf8').slice(0, MAX_REPLY_BYTES);
  } finally {
    reply.destroy();
  }
}

function faultOf(error: unknown, timeoutMs: number): string {
  if (error instanceof NotOutsideError) return 'Not a public https address';
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return `No answer within ${timeoutMs / 1_000} s`;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return code.slice(0, 200);
}
