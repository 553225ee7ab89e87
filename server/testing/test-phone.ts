import { createHash, randomBytes } from 'node:crypto';

/** What a session is signed in to the telephone with. */
interface LineSettings {
  readonly socketUrl: string;
  readonly domain: string;
  readonly user: string;
  readonly authUser: string;
  readonly password: string | null;
}

interface Message {
  readonly start: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const random = (): string => randomBytes(6).toString('hex');

function read(text: string): Message {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [start = '', ...lines] = head.split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const;
    }),
  );
  return { start, headers, body: rest.join('\r\n\r\n') };
}

const statusOf = ({ start }: Message): number => Number(/^SIP\/2\.0 (\d{3})/.exec(start)?.[1] ?? 0);

/** A dialog as a test goes through it. */
export interface TestDialog {
  /** Each answer to the INVITE that came, in order. */
  readonly statuses: readonly number[];
  /** The final answer to it. */
  readonly final: Promise<number>;
  readonly answer: () => string;
  cancel(): void;
  bye(): void;
  /** Resolves when the far end hung up. */
  readonly gone: Promise<void>;
}

/** A SIP user agent over a real WebSocket (RFC 7118), written apart from the sandbox that it talks to. */
export class TestPhone {
  readonly #socket: WebSocket;
  readonly #line: LineSettings;
  readonly #heard = new Set<(message: Message) => void>();
  readonly #tag = random();

  private constructor(socket: WebSocket, line: LineSettings) {
    this.#socket = socket;
    this.#line = line;
    socket.addEventListener('message', ({ data }) => {
      const message = read(String(data));
      for (const hear of this.#heard) hear(message);
    });
  }

  static async connect(line: LineSettings): Promise<TestPhone> {
    const socket = new WebSocket(line.socketUrl, 'sip');
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error('no connection')));
    });
    return new TestPhone(socket, line);
  }

  close(): void {
    this.#socket.close();
  }

  #request(
    method: string,
    uri: string,
    of: {
      readonly to: string;
      readonly callId: string;
      readonly sequence: number;
      readonly more?: readonly string[];
      readonly body?: string;
      readonly branch?: string;
    },
  ): void {
    const { to, callId, sequence, more = [], body = '', branch = random() } = of;
    const { user, domain } = this.#line;
    this.#socket.send(
      [
        `${method} ${uri} SIP/2.0`,
        `Via: SIP/2.0/WSS test.invalid;branch=z9hG4bK${branch}`,
        'Max-Forwards: 70',
        `From: <sip:${user}@${domain}>;tag=${this.#tag}`,
        `To: ${to}`,
        `Call-ID: ${callId}`,
        `CSeq: ${sequence} ${method}`,
        `Contact: <sip:${user}@test.invalid;transport=ws>`,
        ...more,
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    );
  }

  #proof(method: string, uri: string, challenge: string): string {
    const field = (name: string): string => new RegExp(`${name}="?([^",]+)`).exec(challenge)?.[1] ?? '';
    const { authUser, password } = this.#line;
    const [cnonce, nc] = [random(), '00000001'];
    const ha1 = md5(`${authUser}:${field('realm')}:${password}`);
    const response = md5(`${ha1}:${field('nonce')}:${nc}:${cnonce}:auth:${md5(`${method}:${uri}`)}`);
    return `Authorization: Digest algorithm=MD5, username="${authUser}", realm="${field('realm')}", nonce="${field('nonce')}", uri="${uri}", response="${response}", qop=auth, cnonce="${cnonce}", nc=${nc}`;
  }

  /** Sends a request, with its proof where that is asked for; answers what comes last. */
  async #transact(method: string, uri: string, to: string): Promise<number> {
    const callId = random();
    const answerTo = async (sequence: number, more: readonly string[]): Promise<Message> => {
      const answer = this.#next((message) => statusOf(message) >= 200 && message.headers.get('call-id') === callId);
      this.#request(method, uri, { to, callId, sequence, more });
      return await answer;
    };
    const first = await answerTo(1, []);
    if (statusOf(first) !== 401) return statusOf(first);
    const proof = this.#proof(method, uri, first.headers.get('www-authenticate') ?? '');
    return statusOf(await answerTo(2, [proof]));
  }

  async #next(is: (message: Message) => boolean): Promise<Message> {
    return await new Promise((resolve) => {
      const hear = (message: Message): void => {
        if (!is(message)) return;
        this.#heard.delete(hear);
        resolve(message);
      };
      this.#heard.add(hear);
    });
  }

  async register(): Promise<number> {
    const { user, domain } = this.#line;
    return await this.#transact('REGISTER', `sip:${domain}`, `<sip:${user}@${domain}>`);
  }

  /** Calls a number of ours. */
  dial(callNo: string, sdp: string): TestDialog {
    const uri = `sip:${callNo}@${this.#line.domain}`;
    const callId = random();
    const statuses: number[] = [];
    let [sequence, branch, to, body] = [1, random(), `<${uri}>`, ''];
    let settle: (status: number) => void = () => undefined;
    let leave: () => void = () => undefined;
    const final = new Promise<number>((resolve) => (settle = resolve));
    const gone = new Promise<void>((resolve) => (leave = resolve));
    const invite = (more: readonly string[] = []): void =>
      this.#request('INVITE', uri, { to: `<${uri}>`, callId, sequence, branch, body: sdp, more });
    this.#heard.add((message) => {
      if (message.headers.get('call-id') !== callId) return;
      const status = statusOf(message);
      if (message.start.startsWith('BYE ')) {
        const kept = ['via', 'from', 'to', 'call-id', 'cseq'].map((name) => `${name}: ${message.headers.get(name)}`);
        this.#socket.send(['SIP/2.0 200 OK', ...kept, 'Content-Length: 0', '', ''].join('\r\n'));
        return leave();
      }
      if (!message.headers.get('cseq')?.endsWith('INVITE')) return;
      if (status === 401) {
        this.#request('ACK', uri, { to: message.headers.get('to') ?? to, callId, sequence, branch });
        [sequence, branch] = [2, random()];
        return invite([this.#proof('INVITE', uri, message.headers.get('www-authenticate') ?? '')]);
      }
      statuses.push(status);
      if (status < 200) return;
      to = message.headers.get('to') ?? to;
      body = message.body;
      this.#request('ACK', uri, { to, callId, sequence, branch: status < 300 ? random() : branch });
      settle(status);
    });
    invite();
    return {
      statuses,
      final,
      gone,
      answer: () => body,
      cancel: () => this.#request('CANCEL', uri, { to: `<${uri}>`, callId, sequence, branch }),
      bye: () => this.#request('BYE', uri, { to, callId, sequence: sequence + 1 }),
    };
  }

  /** The next call that comes in: by which number of ours, with what the browser can answer. */
  async rung(): Promise<{
    readonly callNo: string;
    readonly text: string;
    answer(status: number, sdp?: string): void;
  }> {
    const invite = await this.#next(({ start }) => start.startsWith('INVITE '));
    const from = invite.headers.get('from') ?? '';
    const text = [...invite.headers.values(), invite.start, invite.body].join('\n');
    return {
      callNo: /sip:([^@]+)@/.exec(from)?.[1] ?? '',
      text,
      answer: (status, sdp = '') => {
        const kept = ['via', 'from', 'call-id', 'cseq'].map((name) => `${name}: ${invite.headers.get(name)}`);
        this.#socket.send(
          [
            `SIP/2.0 ${status} Answer`,
            ...kept,
            `To: ${invite.headers.get('to')};tag=${this.#tag}`,
            `Contact: <sip:${this.#line.user}@test.invalid;transport=ws>`,
            `Content-Length: ${Buffer.byteLength(sdp)}`,
            '',
            sdp,
          ].join('\r\n'),
        );
      },
    };
  }
}
