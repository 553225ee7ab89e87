import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/api-error.ts';
import { newIdempotencyKey } from '../../api/idempotency.ts';
import type { Endpoint, ReplyOf, RequestOf } from '../../contracts/endpoint.ts';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import { hasText } from '../../i18n/texts.ts';
import type { TextValues, Translate } from '../../i18n/texts.ts';
import { track } from '../../tracking/tracking.ts';
import { useKitText, usePluginText } from '../platform.ts';
import { acceptingWords } from './accept-words.ts';
import { allows, useAccess } from './access.ts';
import { announce, announceWaiting } from './undo.ts';
import type { Undo, WaitingIn } from './undo.ts';
import { useReopening } from './use-reopening.ts';

/** The part of a list that an action refreshes. */
export interface Refreshable<Subject> {
  refresh(): void;
  /** Without it everything is read again. */
  readonly refreshRow?: (subject: Subject) => Promise<void>;
}

export interface ActionOptions<E extends Endpoint, Subject, Values> {
  /**
   * The action's name in `allowedActions`, and in texts: `action.<name>.label` (the button),
   * `.title` (the dialog), `.done` (the toast). Where the reply says that an approver has to agree, the
   * toast says so: in the plugin's words (`.done_waits`) if it has some, else in the kit's.
   */
  readonly name: string;
  /** Whose texts those are; the plugin's unless given. */
  readonly words?: Translate;
  /** Its `access` also says who sees the button. */
  readonly endpoint: E;
  readonly request: (subject: Subject, values: Values) => RequestOf<E>;
  /** What is read again afterwards: just the row where it can, else everything. */
  readonly list?: Refreshable<Subject>;
  readonly undo?: Undo<Subject, ReplyOf<E>>;
  /** Where an approver has to agree: the family the request waits in. The toast then offers to take it back. */
  readonly waitsIn?: WaitingIn;
  /** What fills the texts: names, counts. */
  readonly facts?: (subject: Subject, reply: ReplyOf<E> | null) => TextValues;
  readonly isDangerous?: boolean;
  /** Sent beside the usual headers: what was seen in a preview, so that the command starts from nothing else. */
  readonly headers?: (values: Values) => Readonly<Record<string, string>>;
  /** A file as the body: the request then goes into the address. */
  readonly bytes?: (values: Values) => Blob | null;
  /** True where what follows tells enough and no toast should: the panel of a job. */
  readonly isSilent?: (reply: ReplyOf<E>) => boolean;
  readonly onDone?: (reply: ReplyOf<E>, subject: Subject) => void;
}

/** One thing a person can do, from its button to its toast. Parts draw it; they decide nothing. */
export interface Action<Subject, Values = Record<never, never>> {
  readonly name: string;
  readonly label: string;
  readonly isDangerous: boolean;
  /** Whether the person holds the operation's code. */
  readonly isPermitted: boolean;
  /** Permitted, and among what the server allows with this subject now. */
  isAllowed(subject: Subject): boolean;
  /** The contract of its request: forms validate with it. */
  readonly endpoint: Endpoint;
  readonly toRequest: (subject: Subject, values: Values) => unknown;
  /** What it is open for; null while closed. The subject itself may be null: a new thing has none. */
  readonly opened: { readonly subject: Subject } | null;
  /** As `opened`, for look-ups that need a subject. */
  readonly subject: Subject | null;
  /** The key of this opening; every attempt sends it, so that sending twice has one effect. */
  readonly idempotencyKey: string;
  /** Changes with every opening: forms start again. */
  readonly openCount: number;
  readonly isPending: boolean;
  readonly error: ApiError | null;
  textOf(part: string): string;
  /** Sends with an earlier key from now on: what was typed before a reload may have been sent already. */
  reuseKey(idempotencyKey: string): void;
  open(subject: Subject): void;
  close(): void;
  /** Sends. True when it went through; the error is in `error` otherwise. */
  submit(values: Values, handledFields?: readonly string[]): Promise<boolean>;
}

/** Titles that count find their plural form while nothing is open, too. */
const CLOSED = { count: 0 };

/**
 * A command with everything around it: the key minted when it opens and sent with every attempt, the
 * pending state, the server's messages, the toast with Undo, the refreshed row.
 */
export function useAction<E extends Endpoint, Subject, Values = Record<never, never>>(
  options: ActionOptions<E, Subject, Values>,
): Action<Subject, Values> {
  const { name, endpoint, request, waitsIn, headers = () => ({}) } = options;
  const ofPlugin = usePluginText();
  const t = options.words ?? ofPlugin;
  const kit = useKitText();
  const scope = usePluginScope();
  const isPermitted = useAccess(endpoint);
  const mayUndo = useAccess(options.undo?.endpoint ?? endpoint);
  const [held, setHeld] = useState<{ subject: Subject; key: string; openCount: number } | null>(null);
  const sending = useSending();
  const openings = useRef(0);

  const refresh = (subject: Subject): void => {
    if (options.list?.refreshRow === undefined) options.list?.refresh();
    else void options.list.refreshRow(subject);
  };
  const succeed = (reply: ReplyOf<E>, subject: Subject): void => {
    setHeld(null);
    track({
      eventType: 'COMMAND',
      pageName: window.location.pathname.split('/').at(-1) ?? '',
      type: endpoint.name,
    });
    refresh(subject);
    const changeNo = waitingChange(reply);
    const again = () => {
      refresh(subject);
    };
    if (options.isSilent?.(reply) !== true) {
      const facts = options.facts?.(subject, reply);
      const done = `action.${name}.done`;
      if (changeNo === null) {
        const undo = mayUndo ? options.undo : undefined;
        announce({ scope, kit }, t(done, facts), {
          undo: undo && (() => undo.run(subject, reply)),
          forMs: undo?.forMs,
          refresh: again,
        });
      } else {
        const said = hasText(scope.name, `${done}_waits`) ? t(done, { ...facts, context: 'waits' }) : kit('asked');
        announceWaiting({ scope, kit }, said, { changeNo, waitsIn, refresh: again });
      }
    }
    options.onDone?.(reply, subject);
  };

  const open = (subject: Subject): void => {
    openings.current += 1;
    sending.forget();
    setHeld({ subject, key: newIdempotencyKey(), openCount: openings.current });
  };
  useReopening(endpoint.name, open);

  return {
    name,
    label: t(`action.${name}.label`),
    isDangerous: options.isDangerous ?? false,
    isPermitted,
    isAllowed: (subject) => isPermitted && allows(subject, name),
    endpoint,
    toRequest: request,
    opened: held,
    subject: held?.subject ?? null,
    idempotencyKey: held?.key ?? '',
    openCount: held?.openCount ?? 0,
    isPending: sending.isPending,
    error: sending.error,
    reuseKey: (key) => {
      setHeld((now) => (now === null ? null : { ...now, key }));
    },
    textOf: (part) => t(`action.${name}.${part}`, held === null ? CLOSED : options.facts?.(held.subject, null)),
    open,
    close: () => {
      if (!sending.isUnderWay()) setHeld(null);
    },
    submit: async (values, handledFields = []) => {
      if (held === null) return false;
      const { subject, key } = held;
      return sending.run(async () => {
        const bytes = options.bytes?.(values) ?? null;
        const sent = (more: Readonly<Record<string, string>>) => ({
          idempotencyKey: key,
          handledFields,
          quiet: true,
          headers: { ...headers(values), ...more },
          ...(bytes && { bytes }),
        });
        const send = async (more: Readonly<Record<string, string>>) =>
          await call(endpoint, request(subject, values), sent(more));
        succeed(await acceptingWords(send, { scope, kit }), subject);
      });
    },
  };
}

/** Commands that an approver has to agree to answer with the number of the change that was requested. */
function waitingChange(reply: unknown): string | null {
  if (typeof reply !== 'object' || reply === null || !('changeNo' in reply)) return null;
  // A decision answers with the request itself, which has its state: nothing waits any more.
  return typeof reply.changeNo === 'string' && !('changeState' in reply) ? reply.changeNo : null;
}

/** One attempt at a time, with its pending state and what the server said. */
function useSending() {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const isSending = useRef(false);
  return {
    isPending,
    error,
    isUnderWay: () => isSending.current,
    forget: () => {
      setError(null);
    },
    /** True when it went through. A second click in the same tick arrives before the button is drawn disabled. */
    run: async (send: () => Promise<void>): Promise<boolean> => {
      if (isSending.current) return false;
      isSending.current = true;
      setPending(true);
      setError(null);
      try {
        await send();
        return true;
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause;
        setError(cause);
        return false;
      } finally {
        isSending.current = false;
        setPending(false);
      }
    },
  };
}
