import { AppError } from '../../../http/app-error.ts';

const TIMEOUT_SECONDS = 10;
const MAX_BYTES = 5_000_000;
const MAX_TEXT = 300;

export interface ServiceCall {
  readonly plugin: string;
  readonly address: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string | null;
  /** For the whole of its answer; 10 where it is not said. */
  readonly timeoutSeconds?: number;
}

/** What a service answered: its JSON, or its refusal in its own words. */
export type ServiceAnswer = { readonly data: unknown } | { readonly refused: number; readonly message: string };

function failure(plugin: string, reason: string, cause?: unknown): AppError {
  return new AppError('PLUGIN_BACKEND_FAILED', { facts: { plugin, reason }, cause });
}

async function readWithin(response: Response, plugin: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (response.body === null) return '';
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw failure(plugin, 'too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function jsonOf(text: string, plugin: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw failure(plugin, 'no JSON', cause);
  }
}

function messageOf(body: unknown, status: number): string {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : null;
  return typeof message === 'string' && message !== '' ? message.slice(0, MAX_TEXT) : `HTTP ${status}`;
}

const isTimeout = (cause: unknown) => cause instanceof DOMException && cause.name === 'TimeoutError';

/**
 * Asks a plugin's service. No redirect is followed: the address an operator granted is the only one that is
 * ever asked. Nothing of the answer but its JSON goes on.
 * @throws AppError PLUGIN_BACKEND_SLOW, PLUGIN_BACKEND_FAILED
 */
export async function askService(call: ServiceCall): Promise<ServiceAnswer> {
  const { plugin, address, method, headers, body, timeoutSeconds = TIMEOUT_SECONDS } = call;
  try {
    const response = await fetch(address, {
      method,
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutSeconds * 1_000),
    });
    const { status } = response;
    if (status >= 500 || (status >= 300 && status < 400)) {
      await response.body?.cancel();
      throw failure(plugin, `HTTP ${status}`);
    }
    const answer = jsonOf(await readWithin(response, plugin), plugin);
    if (status >= 400) return { refused: status, message: messageOf(answer, status) };
    return { data: answer };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (isTimeout(cause)) throw new AppError('PLUGIN_BACKEND_SLOW', { facts: { plugin, seconds: timeoutSeconds } });
    throw failure(plugin, 'not reached', cause);
  }
}
