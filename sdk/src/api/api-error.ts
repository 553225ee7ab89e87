import type { FieldMessage } from '../contracts/envelope.ts';

/** `code` of a call that got no reply from the server: network, time-out, cancelled, no token. */
export const CODE_NO_REPLY = -1;

/** What an `ApiError` carries; `status` is 0 where no reply came. */
export interface ApiErrorFacts {
  readonly code: number;
  readonly error: string;
  readonly msg: string;
  readonly fields?: readonly FieldMessage[];
  readonly facts?: Readonly<Record<string, string | number | boolean>>;
  readonly requestId?: string | null;
  readonly status: number;
  readonly cause?: unknown;
}

/**
 * Why a call was rejected. `error` is a name of the error catalogue, or one of
 * `NETWORK`, `TIMEOUT`, `CANCELLED`, `NO_TOKEN`, `BAD_REPLY` where the server did not speak.
 *
 * @example if (cause instanceof ApiError && cause.error === 'STALE') reload();
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The reply's `code`: -10 is "session over", {@link CODE_NO_REPLY} is "no reply". */
  readonly code: number;
  readonly error: string;
  /** The server's message in the caller's language. */
  readonly msg: string;
  /** Messages that belong beside fields. */
  readonly fields: readonly FieldMessage[];
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  /** What to tell support; null where no reply came. */
  readonly requestId: string | null;
  /** The HTTP status; 0 where no reply came. */
  readonly status: number;

  constructor(facts: ApiErrorFacts) {
    super(facts.msg, { cause: facts.cause });
    this.code = facts.code;
    this.error = facts.error;
    this.msg = facts.msg;
    this.fields = facts.fields ?? [];
    this.facts = facts.facts ?? {};
    this.requestId = facts.requestId ?? null;
    this.status = facts.status;
  }

  /** True when the call did not reach the server or its reply was lost: repeating it may help. */
  get isNetwork(): boolean {
    return this.error === 'NETWORK' || this.error === 'TIMEOUT' || this.error === 'BAD_REPLY';
  }

  /** True when the caller itself gave the call up. */
  get isCancelled(): boolean {
    return this.error === 'CANCELLED';
  }

  /** The message about one field, or undefined. */
  messageOf(field: string): string | undefined {
    return this.fields.find((message) => message.field === field)?.msg;
  }
}
