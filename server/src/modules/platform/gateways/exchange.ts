import { GatewayError } from './gateway-error.ts';

/** One HTTP request to a gateway. */
export interface Exchange {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole exchange, the body included. */
  readonly timeoutMs: number;
}

export interface ExchangeReply {
  readonly status: number;
  readonly text: string;
}

/** No gateway of ours answers with more; what does is broken or not the gateway. */
const MAX_REPLY_BYTES = 1_048_576;

/** Faults of before a byte was sent: the name, the route, the door. */
const NEVER_LEFT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Sends a request and reads the whole reply, whatever its status.
 * @throws GatewayError NOT_SENT where nothing left this machine, UNKNOWN where something may have arrived.
 */
export async function exchange(request: Exchange): Promise<ExchangeReply> {
  const { url, method, headers, body, timeoutMs } = request;
  try {
    const response = await fetch(url, {
      method,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await readLimited(response) };
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    const code = networkCode(error);
    const fault = code !== undefined && NEVER_LEFT.has(code) ? 'NOT_SENT' : 'UNKNOWN';
    const { host } = new URL(url);
    throw new GatewayError(fault, `${host}: ${code ?? nameOf(error)}`, { cause: error });
  }
}

async function readLimited(response: Response): Promise<string> {
  if (!response.body) return '';
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body) {
    bytes += part.byteLength;
    if (bytes > MAX_REPLY_BYTES) throw new GatewayError('UNKNOWN', 'the reply is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** `fetch` hides the socket's error below one or two causes. */
function networkCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'failed');
