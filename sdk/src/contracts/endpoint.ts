import type * as z from 'zod/mini';

/**
 * Who may call an endpoint. The server refuses to start when an endpoint names none.
 * - `public`: nobody needs to be signed in (only `noAuth/*`).
 * - `signedIn`: any live session, whatever its permissions.
 * - `page`: holders of at least one of these page paths (any case, as the spec writes them).
 * - `code`: holders of at least one of these operation codes (`area:thing:action`).
 */
export type Access =
  | 'public'
  | 'signedIn'
  | { readonly page: readonly string[] }
  | { readonly code: readonly string[] };

/**
 * What a call does to the data.
 * - `query`: reads; may be repeated by the client.
 * - `command`: changes something; carries an `idempotency-key` header and runs in one transaction.
 * - `signal`: changes something that needs no key (sign-in, tracking, slider, upload of a chunk).
 */
export type EndpointKind = 'query' | 'command' | 'signal';

/** How the reply leaves the server: the `{code, msg, data}` envelope, a file, or an event stream. */
export type ReplyForm = 'json' | 'file' | 'events';

/**
 * One endpoint, defined once: the server implements it, the SDK calls it, OpenAPI describes it.
 * The request is one flat object: what is in braces in `path` goes into the address, the rest
 * into the query (GET) or the JSON body (POST).
 */
export interface Endpoint<
  Request extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Kind extends EndpointKind = EndpointKind,
  Form extends ReplyForm = ReplyForm,
  Grant extends Access = Access,
> {
  /** Unique, `family.action`; metrics, logs and the authorization matrix call the endpoint so. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Below `/api/hc/web/`, unless it begins with a slash. */
  readonly path: string;
  readonly access: Grant;
  readonly kind: Kind;
  readonly replyForm: Form;
  /** True for a command that says beforehand what it would do: see `commandPreview`. */
  readonly preview?: boolean;
  /** Bytes of its body, where it takes longer ones than usual. */
  readonly maxBytes?: number;
  readonly summary: string;
  readonly request: Request;
  /** The schema of `data`. For files and event streams: of what a browser would find in it. */
  readonly reply: Reply;
}

export type RequestOf<E extends Endpoint> = z.input<E['request']>;
export type ParsedRequestOf<E extends Endpoint> = z.output<E['request']>;
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;

export const API_PREFIX = '/api/hc/web/';

/** Says `1` on calls that the console made automatically: they do not put off the session's idle end. */
export const UNATTENDED_HEADER = 'kituo-unattended';

/** A role whose masks a reader wants to see: its number, and after `@` a version of the rules for personal data. */
export const VIEW_AS_HEADER = 'kituo-view-as';

/** Names the isolated plugin, `stores@1.0.0`, that a call is made for: it is cut to what was granted, and answered masked. */
export const PLUGIN_HEADER = 'kituo-plugin';

/** Says `1` on a command that is to be shown and not done. */
export const DRY_RUN_HEADER = 'kituo-dry-run';
/** Says `1` on a command whose sender agreed to texts with words that are warned of (SENSITIVE_WORD_WARNED). */
export const WORDS_HEADER = 'kituo-words';
/** Carries a preview's `seen`: the command is refused where anything it starts from has moved since. */
export const SEEN_HEADER = 'kituo-seen';

/** Defines an endpoint; `replyForm` is `json` unless said otherwise. */
export function defineEndpoint<
  Request extends z.ZodMiniType,
  Reply extends z.ZodMiniType,
  const Kind extends EndpointKind,
  const Grant extends Access,
  const Form extends ReplyForm = 'json',
>(
  definition: Omit<Endpoint<Request, Reply, Kind, Form, Grant>, 'replyForm'> & {
    readonly replyForm?: Form;
  },
): Endpoint<Request, Reply, Kind, Form, Grant> {
  return { replyForm: 'json' as Form, ...definition };
}

/** The whole path of an endpoint on the server, its parameters still in braces. */
export function fullPath(endpoint: Pick<Endpoint, 'path'>): string {
  return endpoint.path.startsWith('/') ? endpoint.path : API_PREFIX + endpoint.path;
}
