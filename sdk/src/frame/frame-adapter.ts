import { AxiosError, CanceledError } from 'axios';
import type { AxiosAdapter, InternalAxiosRequestConfig } from 'axios';
import { isNumber, isText, objectOf } from '../state/shape.ts';
import { RemoteError, type Remote } from './rpc.ts';

/** A call as it leaves a frame: no token, no language, no origin; the host adds what it is made with. */
export interface FrameCall {
  readonly method: string;
  readonly url: string;
  readonly query: Readonly<Record<string, unknown>> | null;
  /** JSON, or a piece of a file. */
  readonly body: string | Blob | null;
  /** Its answer is a file, which the host saves. */
  readonly isFile: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a frame may say of a call beside its contents. */
export const FRAME_HEADERS = [
  'idempotency-key',
  'kituo-dry-run',
  'kituo-seen',
  'kituo-words',
  'upload-token',
  'chunk-md5',
] as const;

const isAnswer = objectOf({ status: isNumber, text: isText });
const isSaved = objectOf({ saved: isText });
const savedByHost = new WeakSet<Blob>();

/** Whether a file's contents stayed with the host, which saves it. */
export const isSavedByHost = (file: Blob): boolean => savedByHost.has(file);

function callOf(config: InternalAxiosRequestConfig): FrameCall {
  const headers: Record<string, string> = {};
  for (const name of FRAME_HEADERS) {
    const value: unknown = config.headers.get(name);
    if (typeof value === 'string') headers[name] = value;
  }
  return {
    method: (config.method ?? 'get').toUpperCase(),
    url: config.url ?? '',
    query: config.params ?? null,
    body: typeof config.data === 'string' || config.data instanceof Blob ? config.data : null,
    isFile: config.responseType === 'blob',
    headers,
  };
}

function faultOf(cause: unknown, config: InternalAxiosRequestConfig): Error {
  const code = cause instanceof RemoteError ? cause.code : null;
  if (code === 'ERR_CANCELED') return new CanceledError('cancelled', config);
  return new AxiosError('no reply', code ?? AxiosError.ERR_NETWORK, config);
}

/** Sends calls through the host, which makes them with the person's session and what was granted. */
export function frameAdapter(remote: Remote): AxiosAdapter {
  return async (config) => {
    const signal = config.signal instanceof AbortSignal ? config.signal : undefined;
    try {
      const answer = await remote.call('api', [callOf(config)], signal);
      if (isSaved(answer)) return savedReply(answer.saved, config);
      if (!isAnswer(answer)) throw new RemoteError('no answer', null);
      const { status, text } = answer;
      const data: unknown =
        config.responseType === 'blob' ? new Blob([text], { type: 'application/json' }) : parsed(text);
      return { status, statusText: '', headers: {}, config, data };
    } catch (cause) {
      throw faultOf(cause, config);
    }
  };
}

/** A file under its name, without its contents. */
function savedReply(fileName: string, config: InternalAxiosRequestConfig) {
  const data = new Blob([]);
  savedByHost.add(data);
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`;
  const headers = { 'content-disposition': disposition };
  return { status: 200, statusText: '', headers, config, data };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
