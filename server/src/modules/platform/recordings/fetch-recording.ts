import { AppError } from '../../../http/app-error.ts';

const TIMEOUT_MS = 20_000;
/** An hour at the bit rate of a telephone, with room. */
const MAX_BYTES = 64 * 1_048_576;
const SOUNDS: ReadonlySet<string> = new Set(['audio/mpeg', 'audio/wav', 'audio/x-wav', 'audio/ogg', 'audio/webm']);

/** A recording where the exchange keeps it: sound alone, and no redirect is followed. @throws AppError RECORDING_EXPIRED */
export async function fetchRecording(url: string): Promise<{ contentType: string; content: Buffer }> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return await soundOf(response);
  } catch (error) {
    // A connection that breaks, or takes too long, in the middle as well.
    throw error instanceof AppError ? error : new AppError('RECORDING_EXPIRED', { cause: error });
  }
}

async function soundOf(response: Response): Promise<{ contentType: string; content: Buffer }> {
  const contentType = response.headers.get('content-type')?.split(';')[0]?.trim() ?? '';
  const length = Number(response.headers.get('content-length') ?? 0);
  if (!response.ok || !response.body || !SOUNDS.has(contentType) || length > MAX_BYTES) {
    await response.body?.cancel();
    throw new AppError('RECORDING_EXPIRED');
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body) {
    bytes += part.byteLength;
    if (bytes > MAX_BYTES) throw new AppError('RECORDING_EXPIRED');
    parts.push(part);
  }
  return { contentType, content: Buffer.concat(parts) };
}
