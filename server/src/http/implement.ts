import type { Endpoint, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Tx } from '../db/database.ts';
import type { MasksInForce } from '../ground/masks-in-force.ts';
import type { Services } from '../services.ts';

/** The person and session behind a call, read from the database for that very call. */
export interface Caller {
  readonly userNo: string;
  readonly userName: string;
  readonly realName: string;
  readonly sessionId: string;
  /** Operation codes held. */
  readonly codes: ReadonlySet<string>;
  /** Lower-cased page paths held. */
  readonly pages: ReadonlySet<string>;
  /** Whose data the caller may touch; `all` for head-office roles. */
  readonly scope: DataScope;
  /** True where values leave the server masked. */
  readonly isMasked: boolean;
  /** Fields that the data rules of the call's page mask, besides. */
  readonly maskedFields: ReadonlySet<string>;
  /** Kinds of values that keep less than usual where they are masked. */
  readonly masks: MasksInForce;
  readonly roleNos: readonly string[];
  /** Counts changes of anybody's rights: what these were read at. A key for caches. */
  readonly rightsEpoch: number;
  readonly mustUpdatePassword: boolean;
  /** The isolated plugin that the call is made for; absent where a person makes it. */
  readonly plugin?: string;
}

/** Rows that meet all that is named here; nothing named: every row. */
export interface RowAlternative {
  readonly merchantNos?: readonly string[];
  readonly deptNos?: readonly string[];
  readonly userNo?: string;
}

/**
 * Data scope: which merchants' rows a caller may see and change, in this call. Enforced in every
 * repository query. Where data rules hold for the call's page, `rows` says it all: a row must meet at
 * least one alternative of each list.
 */
export type DataScope =
  | 'all'
  | {
      readonly merchantNos: readonly string[];
      readonly rows?: readonly (readonly RowAlternative[])[];
    };

/** What every handler gets. */
export interface CallBasics {
  readonly services: Services;
  readonly db: Database;
  readonly requestId: string;
  readonly log: FastifyRequest['log'];
  /** The language for texts made on the server: `en` or `zh` (`ke` counts as `en`). */
  readonly lang: 'en' | 'zh';
  /** The client's network address. */
  readonly address: string;
  readonly userAgent: string;
  /** Of a command that somebody sends: whether they agreed to words that are warned of. Absent in jobs, where nobody is asked. */
  readonly words?: 'ASK' | 'ACCEPTED';
  readonly raw: { readonly request: FastifyRequest; readonly reply: FastifyReply };
}

/** A call of a signed-in person. */
export interface Call extends CallBasics {
  readonly caller: Caller;
}

/**
 * A command: runs inside `tx`, which commits together with its idempotency record when the handler
 * returns, and rolls back when it throws.
 */
export interface CommandCall extends Call {
  readonly tx: Tx;
  /** Runs after the commit, in order: notices to open browsers, mail. Not run on a rollback. */
  afterCommit(task: () => void | Promise<void>): void;
  /** The secret leaves in this reply alone: the stored one, which repeats are answered with, has null. */
  answerOnce(secret: string): void;
}

/** A command wherever it comes from: a call, or an item of a job. */
export type CommandContext = Omit<CommandCall, 'raw' | 'userAgent'>;

/** A file as a reply; `content` is streamed. */
export interface FileReply {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: NodeJS.ReadableStream | Buffer | string;
}

type CallOf<E extends Endpoint> = E['kind'] extends 'command'
  ? CommandCall
  : E['access'] extends 'public'
    ? CallBasics
    : Call;

export type Handler<E extends Endpoint> = (
  request: ParsedRequestOf<E>,
  call: CallOf<E>,
) => Promise<E['replyForm'] extends 'json' ? ReplyOf<E> : FileReply | void>;

/** An endpoint with its handler: what `registerRoutes` mounts. */
export interface Implementation {
  readonly endpoint: Endpoint;
  readonly handle: (request: never, call: never) => Promise<unknown>;
}

/** Pairs an endpoint with its handler. Each module exports a list of these as `routes`. */
export function implement<E extends Endpoint>(endpoint: E, handle: Handler<E>): Implementation {
  return { endpoint, handle };
}
