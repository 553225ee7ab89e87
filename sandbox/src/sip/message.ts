/** A SIP message (RFC 3261) as it goes over a WebSocket: one a frame. */
export interface SipMessage {
  /** `INVITE sip:… SIP/2.0`, or `SIP/2.0 200 OK`. */
  readonly start: string;
  /** By their long names in lower case; a header may come several times. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

const LONG: Readonly<Record<string, string>> = {
  v: 'via',
  f: 'from',
  t: 'to',
  i: 'call-id',
  m: 'contact',
  l: 'content-length',
  c: 'content-type',
};

/** Undefined where it is no SIP message: a keep-alive. */
export function parseSip(text: string): SipMessage | undefined {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [start = '', ...lines] = head.split('\r\n');
  if (!/^(\w+ \S+ SIP\/2\.0|SIP\/2\.0 \d{3}( .*)?)$/.test(start)) return undefined;
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const at = line.indexOf(':');
    if (at < 1) continue;
    const given = line.slice(0, at).trim().toLowerCase();
    const name = LONG[given] ?? given;
    headers.set(name, [...(headers.get(name) ?? []), line.slice(at + 1).trim()]);
  }
  return { start, headers, body: rest.join('\r\n\r\n') };
}

export const headerOf = ({ headers }: SipMessage, name: string): string => headers.get(name)?.[0] ?? '';
export const methodOf = ({ start }: SipMessage): string => start.split(' ')[0] ?? '';
/** The address in a request's first line. */
export const targetOf = ({ start }: SipMessage): string => start.split(' ')[1] ?? '';
/** 0 of a request. */
export const statusOf = ({ start }: SipMessage): number => Number(/^SIP\/2\.0 (\d{3})/.exec(start)?.[1] ?? 0);
/** `sip:kc…@host` within a header or by itself → `kc…`. */
export const userOf = (address: string): string => /sips?:([^@;>]+)@/.exec(address)?.[1] ?? '';
/** The address within `<…>`, or as it is. */
export const uriOf = (header: string): string => /<([^>]+)>/.exec(header)?.[1] ?? header.split(';')[0] ?? '';
export const tagOf = (header: string): string => /;tag=([^;>\s]+)/.exec(header)?.[1] ?? '';

type Headers = Readonly<Record<string, string | readonly string[]>>;

export function writeSip(start: string, headers: Headers, body = ''): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one) => `${name}: ${one}`),
  );
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return [start, ...lines, length, '', body].join('\r\n');
}

const REASONS: Readonly<Record<number, string>> = {
  100: 'Trying',
  180: 'Ringing',
  200: 'OK',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  480: 'Temporarily Unavailable',
  481: 'Call/Transaction Does Not Exist',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
};

/** The answer to a request: it goes back the way it came. `toTag` names our side of a dialog. */
export function respond(
  request: SipMessage,
  status: number,
  more: { readonly toTag?: string; readonly headers?: Headers; readonly body?: string } = {},
): string {
  const to = headerOf(request, 'to');
  const { toTag, headers = {}, body = '' } = more;
  return writeSip(
    `SIP/2.0 ${status} ${REASONS[status] ?? 'Answer'}`,
    {
      Via: request.headers.get('via') ?? [],
      From: headerOf(request, 'from'),
      To: toTag === undefined || tagOf(to) !== '' ? to : `${to};tag=${toTag}`,
      'Call-ID': headerOf(request, 'call-id'),
      CSeq: headerOf(request, 'cseq'),
      Server: 'Kituo sandbox',
      ...headers,
    },
    body,
  );
}
