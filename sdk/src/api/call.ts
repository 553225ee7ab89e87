import axios from 'axios';
import type { AxiosAdapter, AxiosResponse } from 'axios';
import { UNATTENDED_HEADER } from '../contracts/endpoint.ts';
import type { Endpoint, ReplyOf, RequestOf } from '../contracts/endpoint.ts';
import type { FirstCalls } from '../contracts/console/host-manifest.ts';
import { CODE_SESSION_OVER, CODE_SUCCESS } from '../contracts/envelope.ts';
import type { Envelope } from '../contracts/envelope.ts';
import { toSessionEndReason } from '../contracts/staff/session-end-reason.ts';
import { apiLanguage } from '../i18n/language-code.ts';
import { isAttended } from '../session/attendance.ts';
import { viewAsHeaders, viewedAs$ } from '../session/view-as.ts';
import { demandPasswordUpdate, session$ } from '../session/session-store.ts';
import { endRefusedSession, endSession } from '../session/session-end.ts';
import { ApiError } from './api-error.ts';
import { readDownload } from './download.ts';
import type { DownloadedFile } from './download.ts';
import { errorOfFailure, errorOfReply, isEnvelope } from './errors.ts';
import { announceError } from './announce-error.ts';
import { holdFirstCalls, takeFirstAnswer } from './first-replies.ts';
import { newIdempotencyKey } from './idempotency.ts';
import { beginCall, noteNetwork } from './in-flight.ts';
import { requestTarget } from './request-target.ts';

/** Milliseconds after which a call is given up: the spec's 300000. */
export const CALL_TIMEOUT_MS = 300_000;

/** How one call is made. */
export interface CallOptions {
  /** False leaves the call out of the loading overlay. Default true. */
  readonly showLoading?: boolean;
  /** Cancels the call; it is then rejected with `CANCELLED` and says nothing. */
  readonly signal?: AbortSignal;
  /** The key of a command, minted by its form. Without one the call mints its own. */
  readonly idempotencyKey?: string;
  /** Fields that the caller shows messages beside: an error about these alone makes no toast. */
  readonly handledFields?: readonly string[];
  /** True leaves every error to the caller: no toast, only the rejection. */
  readonly quiet?: boolean;
  /** Headers beside the usual ones: an upload's token, a chunk's MD5. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Raw bytes as the body; what the path does not take of the request then goes into the query. */
  readonly bytes?: Blob;
  /** Called with 0 to 1 as the body is sent. */
  readonly onProgress?: (part: number) => void;
}

const client = axios.create({
  timeout: CALL_TIMEOUT_MS,
  // A refusal is a reply, too: its body says more than its status.
  validateStatus: () => true,
});

/** Sends calls elsewhere: the fake host's door. Undefined sends them to the server again. */
export function setAdapter(adapter: AxiosAdapter | undefined): void {
  const used = adapter ?? axios.defaults.adapter;
  if (used !== undefined) client.defaults.adapter = used;
}

function requestHeaders(
  endpoint: Pick<Endpoint, 'kind'>,
  token: string | null,
  options: CallOptions,
): Record<string, string> {
  const headers: Record<string, string> = { lang: apiLanguage(session$.value.language) };
  if (token !== null) {
    headers['auth-token'] = token;
    headers['auth_token'] = token;
  }
  if (endpoint.kind === 'command') {
    headers['idempotency-key'] = options.idempotencyKey ?? newIdempotencyKey();
  }
  if (!isAttended()) headers[UNATTENDED_HEADER] = '1';
  if (options.bytes) headers['content-type'] = 'application/octet-stream';
  return { ...headers, ...viewAsHeaders(), ...options.headers };
}

/** Rejects before anything is sent when there is no token, and runs logout. */
function tokenFor(endpoint: Endpoint): string | null {
  const { token } = session$.value;
  if (token === null && endpoint.access !== 'public') {
    endSession('NO_TOKEN');
    throw new ApiError({
      code: CODE_SESSION_OVER,
      error: 'NO_TOKEN',
      msg: 'No session',
      status: 0,
    });
  }
  return token;
}

async function send<Body>(
  endpoint: Endpoint,
  request: unknown,
  options: CallOptions,
  responseType: 'json' | 'blob',
): Promise<AxiosResponse<Body>> {
  const token = tokenFor(endpoint);
  const target = requestTarget(endpoint, request);
  const isPlain = responseType === 'json' && options.headers === undefined && options.bytes === undefined;
  // What the document brought along is masked as the person themselves is.
  const isOwnView = viewedAs$.value === null;
  const first = isPlain && isOwnView && endpoint.kind === 'query' ? takeFirstAnswer(endpoint, request) : null;
  const finished = beginCall({
    showsLoading: options.showLoading !== false,
    isCommand: endpoint.kind === 'command',
  });
  try {
    const response = await client.request<Body>({
      method: endpoint.method,
      url: target.url,
      params: options.bytes ? target.body : target.query,
      data: options.bytes ?? target.body,
      headers: requestHeaders(endpoint, token, options),
      responseType,
      ...(first && { adapter: first }),
      ...(options.signal && { signal: options.signal }),
      ...(options.onProgress && {
        onUploadProgress: (event) => options.onProgress?.(event.progress ?? 0),
      }),
    });
    noteNetwork(true);
    return response;
  } catch (cause) {
    throw fail(errorOfFailure(endpoint.name, cause), token, options);
  } finally {
    finished();
  }
}

/** Takes over what the document says its page begins with; what it did not bring is asked for now. */
export function beginWith(first: FirstCalls): void {
  holdFirstCalls(first, ({ method, path, request }) => {
    const { url, query, body } = requestTarget({ name: path, method, path }, request);
    const headers = requestHeaders({ kind: 'query' }, session$.value.token, {});
    return client.request<unknown>({ method, url, params: query, data: body, headers });
  });
}

/** Does what the spec's section 8 asks for and hands the error back to be thrown. */
function fail(error: ApiError, token: string | null, options: CallOptions): ApiError {
  if (error.isNetwork) noteNetwork(error.status !== 0);
  if (error.code === CODE_SESSION_OVER) {
    // The reply to a call of an earlier session does not end the present one.
    endRefusedSession(token, toSessionEndReason(error.facts['reason']));
    return error;
  }
  const isPasswordDue = error.error === 'PASSWORD_UPDATE_REQUIRED';
  if (isPasswordDue && token === session$.value.token) demandPasswordUpdate();
  announceError(error, options);
  return error;
}

/**
 * Calls an endpoint and gives the whole reply, `code` and `msg` included, whatever its code is.
 * Network errors are rejected as by {@link call}; a reply that is not `{code, msg, data}` as well.
 *
 * @example const { code, msg, data } = await callRaw(user.page, request);
 */
export async function callRaw<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): Promise<Envelope<ReplyOf<E>>> {
  const { token } = session$.value;
  const response = await send<Envelope<ReplyOf<E>>>(endpoint, request, options, 'json');
  if (isEnvelope(response.data)) return response.data;
  throw fail(errorOfReply(response), token, options);
}

/**
 * Calls an endpoint with what its contract asks for and gives what its contract promises.
 *
 * @throws ApiError for every code but 0 (shown as a type 4 toast unless `handledFields` or `quiet`
 * say otherwise), for network errors, time-outs and cancelled calls. Code -10 runs logout.
 * @example const page = await call(user.page, { filters, page: 1, pageSize: 20 });
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const { token } = session$.value;
  const response = await send<Envelope<ReplyOf<E>>>(endpoint, request, options, 'json');
  if (isEnvelope(response.data) && response.data.code === CODE_SUCCESS) return response.data.data;
  throw fail(errorOfReply(response), token, options);
}

/**
 * Fetches a file and keeps the name the server gave it. A file that is really a JSON reply is
 * an error like any other.
 *
 * @throws ApiError as {@link call}
 * @example saveFile(await callFile(user.exportFile, { jobNo }));
 */
export async function callFile<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): Promise<DownloadedFile> {
  const { token } = session$.value;
  const response = await send<Blob>(endpoint, request, options, 'blob');
  const download = await readDownload(response);
  if ('file' in download) return download.file;
  throw fail(errorOfReply({ ...response, data: download.reply }), token, options);
}
