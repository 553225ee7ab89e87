import type { IncomingMessage } from 'node:http';
import type { Settings } from '../../../config/settings.ts';
import { AppError } from '../../../http/app-error.ts';
import { openOutside } from '../outside/index.ts';

const TIMEOUT_MS = 20_000;
/** An hour at the bit rate of a telephone, with room. */
const MAX_BYTES = 64 * 1_048_576;
const SOUNDS: ReadonlySet<string> = new Set(['audio/mpeg', 'audio/wav', 'audio/x-wav', 'audio/ogg', 'audio/webm']);

/** Where recordings may be fetched: whoever knows a callback's address may name any other. */
export interface RecordingSources {
  /** Over https, and outside our network. */
  readonly hosts: ReadonlySet<string>;
  /** The sandbox's own origins. */
  readonly own: ReadonlySet<string>;
}

/** The hosts of the gateways that carry calls, and those that the operator names beside them. */
export function recordingSources({ gateways, sandbox }: Pick<Settings, 'gateways' | 'sandbox'>): RecordingSources {
  const { voice, atVoice, robot, sip, recordingHosts } = gateways;
  const urls = [voice, atVoice, robot, sip].flatMap((one) =>
    one === undefined ? [] : [new URL(one.url.replace(/^ws/, 'http'))],
  );
  return {
    hosts: new Set([...urls.map(({ host }) => host), ...recordingHosts]),
    own: new Set(sandbox ? urls.map(({ origin }) => origin) : []),
  };
}

/**
 * A recording where the exchange keeps it: sound alone, from a host of our gateways, and no redirect is followed.
 * @throws AppError RECORDING_EXPIRED
 */
export async function fetchRecording(
  url: string,
  sources: RecordingSources,
): Promise<{ contentType: string; content: Buffer }> {
  try {
    return await soundOf(await openOutside(url, { withinMs: TIMEOUT_MS, ...sources }));
  } catch (error) {
    // A connection that breaks, or takes too long, in the middle as well.
    throw error instanceof AppError ? error : new AppError('RECORDING_EXPIRED', { cause: error });
  }
}

async function soundOf(reply: IncomingMessage): Promise<{ contentType: string; content: Buffer }> {
  try {
    const contentType = reply.headers['content-type']?.split(';')[0]?.trim() ?? '';
    const length = Number(reply.headers['content-length'] ?? 0);
    if (reply.statusCode !== 200 || !SOUNDS.has(contentType) || length > MAX_BYTES) {
      throw new AppError('RECORDING_EXPIRED');
    }
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of reply) {
      const piece = Buffer.from(part);
      bytes += piece.byteLength;
      if (bytes > MAX_BYTES) throw new AppError('RECORDING_EXPIRED');
      parts.push(piece);
    }
    return { contentType, content: Buffer.concat(parts) };
  } finally {
    reply.destroy();
  }
}
