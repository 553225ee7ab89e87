/** What the other side may ask for, by name. Throwing answers the asker with the error. */
export type Methods = Readonly<Record<string, (args: readonly unknown[], signal: AbortSignal) => unknown>>;

/** The other side of a channel. */
export interface Remote {
  /** Functions among the arguments are called here when the other side calls them; nothing comes back of it. */
  call(method: string, args: readonly unknown[], signal?: AbortSignal): Promise<unknown>;
  /** Says something without waiting for an answer. */
  tell(method: string, ...args: readonly unknown[]): void;
  close(): void;
}

/** How a channel is kept. */
export interface RpcOptions {
  /** Asked before a message is read; false leaves it unread. */
  readonly admits?: () => boolean;
  /** Asked of a message that was read; false leaves it without effect. */
  readonly bears?: (message: unknown) => boolean;
  /** What the other side asks or tells, under way at once: more calls are refused, more is not heeded. Unlimited where absent. */
  readonly maxCalls?: number;
}

/** An error of the other side; `code` is the one it carried, if any. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly code: string | null;

  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

type Message =
  | readonly ['call', number, string, readonly unknown[]]
  | readonly ['tell', string, readonly unknown[]]
  | readonly ['run', number, readonly unknown[]]
  | readonly ['reply', number, unknown]
  | readonly ['fault', number, string, string | null]
  | readonly ['abort', number];

/** Callbacks that the other side may still run; the oldest gives way. */
const MAX_CALLBACKS = 500;
const DEEPEST = 4;
const MARK = '__kituoCallback';

function isMessage(value: unknown): value is Message {
  return Array.isArray(value) && typeof value[0] === 'string';
}

function codeOf(cause: unknown): string | null {
  const isCoded = typeof cause === 'object' && cause !== null && 'code' in cause;
  return isCoded && typeof cause.code === 'string' ? cause.code : null;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Replaces what `change` knows, in lists and plain objects; anything else is left as it is. */
function mapped(value: unknown, change: (part: unknown) => unknown, depth = 0): unknown {
  const changed = change(value);
  if (changed !== value || depth === DEEPEST) return changed;
  if (Array.isArray(value)) return value.map((part) => mapped(part, change, depth + 1));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapped(part, change, depth + 1)]));
}

class Channel implements Remote {
  readonly #port: MessagePort;
  readonly #methods: Methods;
  readonly #options: RpcOptions;
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (cause: Error) => void }>();
  readonly #underWay = new Map<number, AbortController>();
  readonly #callbacks = new Map<number, (...args: readonly unknown[]) => void>();
  #last = 0;
  #running = 0;

  constructor(port: MessagePort, methods: Methods, options: RpcOptions) {
    this.#port = port;
    this.#methods = methods;
    this.#options = options;
    port.onmessage = (event) => {
      // Reading `data` costs by its size, and what is done with it by what is in it: each is asked about before.
      if (options.admits?.() === false) return;
      const message: unknown = event.data;
      if (options.bears?.(message) !== false) this.#take(message);
    };
  }

  call(method: string, args: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
    const id = (this.#last += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      signal?.addEventListener('abort', () => this.#abort(id), { once: true });
      this.#post(['call', id, method, this.#outgoing(args)]);
    });
  }

  tell(method: string, ...args: readonly unknown[]): void {
    this.#post(['tell', method, this.#outgoing(args)]);
  }

  close(): void {
    this.#port.close();
    for (const each of this.#underWay.values()) each.abort();
    for (const { reject } of this.#waiting.values()) reject(new RemoteError('closed', 'CLOSED'));
    this.#waiting.clear();
  }

  #abort(id: number): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    this.#post(['abort', id]);
    waiting.reject(new RemoteError('cancelled', 'ERR_CANCELED'));
  }

  #post(message: Message): void {
    this.#port.postMessage(message);
  }

  #outgoing(args: readonly unknown[]): readonly unknown[] {
    return args.map((arg) =>
      mapped(arg, (part) => {
        if (typeof part !== 'function') return part;
        const id = (this.#last += 1);
        this.#callbacks.set(id, (...given) => {
          part(...given);
        });
        const [oldest] = this.#callbacks.keys();
        if (this.#callbacks.size > MAX_CALLBACKS && oldest !== undefined) this.#callbacks.delete(oldest);
        return { [MARK]: id };
      }),
    );
  }

  #incoming(args: unknown): readonly unknown[] {
    if (!Array.isArray(args)) return [];
    return args.map((arg: unknown) =>
      mapped(arg, (part) => {
        const id = isPlain(part) ? part[MARK] : undefined;
        if (typeof id !== 'number') return part;
        return (...given: readonly unknown[]) => this.#post(['run', id, given]);
      }),
    );
  }

  #take(message: unknown): void {
    if (!isMessage(message)) return;
    switch (message[0]) {
      case 'call':
        return void this.#answer(message[1], message[2], message[3]);
      case 'tell':
        // Nobody waits for it, so nobody could be told what went wrong.
        return void this.#counted(message[1], message[2], new AbortController().signal).catch(() => undefined);
      case 'run':
        return this.#callbacks.get(message[1])?.(...this.#incoming(message[2]));
      case 'abort':
        return this.#underWay.get(message[1])?.abort();
      case 'reply':
        return this.#settle(message[1])?.resolve(message[2]);
      case 'fault':
        return this.#settle(message[1])?.reject(
          new RemoteError(String(message[2]), typeof message[3] === 'string' ? message[3] : null),
        );
    }
  }

  #settle(id: number) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  async #run(method: string, args: unknown, signal: AbortSignal): Promise<unknown> {
    if (!Object.hasOwn(this.#methods, method)) throw new RemoteError(`no ${method}`, 'UNKNOWN');
    return await this.#methods[method]?.(this.#incoming(args), signal);
  }

  /**
   * Calls and what is told share one count, which the other side has no hand in: two calls under one number are two.
   * @throws RemoteError BUSY past the last
   */
  async #counted(method: string, args: unknown, signal: AbortSignal): Promise<unknown> {
    if (this.#running >= (this.#options.maxCalls ?? Infinity)) throw new RemoteError('too many calls at once', 'BUSY');
    this.#running += 1;
    try {
      return await this.#run(method, args, signal);
    } finally {
      this.#running -= 1;
    }
  }

  async #answer(id: number, method: string, args: unknown): Promise<void> {
    const aborter = new AbortController();
    try {
      if (!this.#underWay.has(id)) this.#underWay.set(id, aborter);
      this.#post(['reply', id, await this.#counted(method, args, aborter.signal)]);
    } catch (cause) {
      const text = cause instanceof Error ? cause.message : String(cause);
      this.#post(['fault', id, text, codeOf(cause)]);
    } finally {
      if (this.#underWay.get(id) === aborter) this.#underWay.delete(id);
    }
  }
}

/** Opens this side of a channel; calls that come in wait until it is open. */
export function connect(port: MessagePort, methods: Methods, options: RpcOptions = {}): Remote {
  return new Channel(port, methods, options);
}
