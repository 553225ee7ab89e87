import { apiLanguage, isAttended, session$, viewAsHeaders } from '@kituo/sdk';
import { API_PREFIX, PLUGIN_HEADER, UNATTENDED_HEADER, type SessionPlugin } from '@kituo/sdk/contracts';
import { fileNameOf, FRAME_HEADERS } from '@kituo/sdk/frame';

/** Larger ones are refused, in characters. */
const MAX_SENT = 1_000_000;
const MAX_RECEIVED = 10_000_000;
const CALL_TIMEOUT_MS = 60_000;
/** A piece of a file, in bytes: the contract's own. */
const MAX_PIECE = 10_485_760;
const MAX_FILE = 200_000_000;
const UPLOAD_PREFIX = '/file-upload/';
/** A file that is read and answered at once, row by row. */
const IMPORT_PREVIEW = `${API_PREFIX}user/import/preview`;

/** Whose call it is. */
type Framed = Pick<SessionPlugin, 'name' | 'version'>;

class Refused extends Error {
  readonly code = 'NOT_GRANTED';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The address of a call, where it is one of the API or of the plugin's own service. */
function addressOf(plugin: string, url: unknown, query: unknown): string {
  if (typeof url !== 'string' || url.length > 2_000) throw new Refused('no address');
  const address = new URL(url, location.origin);
  const ours = [API_PREFIX, UPLOAD_PREFIX, `/api/plugin/${plugin}/`];
  const isOurs = ours.some((prefix) => url.startsWith(prefix));
  // Dots, backslashes and the like are resolved by the browser: what is left has to be what was requested.
  if (!isOurs || address.pathname + address.search !== url) throw new Refused(`no call of ${url}`);
  if (isRecord(query))
    for (const [name, value] of Object.entries(query))
      if (value !== undefined && value !== null) address.searchParams.append(name, `${value}`);
  return address.pathname + address.search;
}

function headersOf(plugin: Framed, token: string, given: unknown): Record<string, string> {
  const headers: Record<string, string> = {
    'auth-token': token,
    lang: apiLanguage(session$.value.language),
    ...viewAsHeaders(),
    [PLUGIN_HEADER]: `${plugin.name}@${plugin.version}`,
  };
  for (const name of FRAME_HEADERS) {
    const value = isRecord(given) ? given[name] : undefined;
    if (typeof value === 'string' && /^[\w.~-]{1,400}$/.test(value)) headers[name] = value;
  }
  if (!isAttended()) headers[UNATTENDED_HEADER] = '1';
  return headers;
}

/** What is sent: JSON, or a file or a piece of one to where those go. */
function bodyOf(url: unknown, body: unknown): string | Blob | null {
  if (body === null) return null;
  if (typeof body === 'string' && body.length <= MAX_SENT) return body;
  const takesFiles = typeof url === 'string' && (url.startsWith(UPLOAD_PREFIX) || url === IMPORT_PREVIEW);
  if (takesFiles && body instanceof Blob && body.size <= MAX_PIECE) return body;
  throw new Refused('too large a call');
}

/** A file that came, for the console to save; its contents are not the frame's. */
export interface RelayedFile {
  readonly blob: Blob;
  readonly fileName: string;
}

type Relayed = { readonly status: number; readonly text: string } | RelayedFile;

async function readReply(response: Response, isFile: boolean): Promise<Relayed> {
  const fileName = fileNameOf(response.headers.get('content-disposition'));
  if (fileName === null) {
    const text = await response.text();
    if (text.length > MAX_RECEIVED) throw new Refused('too large a reply');
    return { status: response.status, text };
  }
  if (!isFile) throw new Refused('a file was not asked for');
  const blob = await response.blob();
  if (blob.size > MAX_FILE) throw new Refused('too large a file');
  return { blob, fileName };
}

/**
 * Makes a frame's call with the person's session. The server knows for whom by a header that the frame has no
 * hand in, and cuts the caller down to what was granted. What is a call waits for its `turn`.
 *
 * @throws Error with `code` for what is no such call
 */
export async function relay(
  plugin: Framed,
  asked: unknown,
  signal: AbortSignal,
  turn: (signal: AbortSignal) => Promise<void>,
): Promise<Relayed> {
  if (!isRecord(asked)) throw new Refused('no call');
  const { method, url } = asked;
  if (typeof method !== 'string' || !/^(GET|POST|PUT|DELETE)$/.test(method)) throw new Refused('no method');
  const body = bodyOf(url, asked['body']);
  const address = addressOf(plugin.name, url, asked['query']);
  await turn(signal);
  const { token } = session$.value;
  if (token === null) throw new Refused('no session');
  const headers = headersOf(plugin, token, asked['headers']);
  if (body !== null)
    headers['content-type'] = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
  const response = await fetch(address, {
    method,
    headers,
    body: method === 'GET' ? null : body,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
  });
  // A session that is over is told by the console's own calls and its stream of events: a frame ends none.
  return await readReply(response, asked['isFile'] === true);
}
