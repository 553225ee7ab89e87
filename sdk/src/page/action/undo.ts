import { call } from '../../api/call.ts';
import type { ChangeFamilyEndpoints } from '../../contracts/platform/change.contract.ts';
import type { Endpoint, RequestOf } from '../../contracts/endpoint.ts';
import type { Translate } from '../../i18n/texts.ts';
import type { PluginScope } from '../../scope/scope.ts';

/** How long an Undo is offered, in milliseconds. */
const UNDO_MS = 10_000;

/** The opposite of an action: what Undo in its success toast runs. */
export interface Undo<Subject, Reply> {
  readonly endpoint: Endpoint;
  readonly run: (subject: Subject, reply: Reply) => Promise<unknown>;
  /** How long it is offered, in milliseconds; 10 seconds unless said otherwise. */
  readonly forMs?: number;
}

/** Pairs an opposite command with the request that undoes. */
export function undoWith<Subject, Reply, E extends Endpoint>(
  endpoint: E,
  request: (subject: Subject, reply: Reply) => RequestOf<E>,
): Undo<Subject, Reply> {
  return { endpoint, run: (subject, reply) => call(endpoint, request(subject, reply)) };
}

/** The family of changes where what a command asks for waits: `change.changeFamilies.user`. */
export type WaitingIn = Pick<ChangeFamilyEndpoints, 'withdraw'>;

/** Says that something was requested, and offers whoever asked to take it back. */
export function announceWaiting(
  console: { readonly scope: PluginScope; readonly kit: Translate },
  text: string,
  then: {
    readonly changeNo: string;
    readonly waitsIn: WaitingIn | undefined;
    readonly refresh: () => void;
  },
): void {
  const { changeNo, waitsIn, refresh } = then;
  const { kit } = console;
  announce(console, text, {
    undo: waitsIn && (() => call(waitsIn.withdraw, { changeNo })),
    words: { offer: kit('takeBack'), done: kit('takenBack') },
    refresh,
  });
}

/** Says that a command went through, with Undo where it can be undone. */
export function announce(
  console: { readonly scope: PluginScope; readonly kit: Translate },
  text: string,
  then: {
    /** Resolves to `'FOLLOWED'` where something else tells what came of it. */
    readonly undo: (() => Promise<unknown>) | undefined;
    readonly forMs?: number | undefined;
    /** What the button says and what the toast afterwards; Undo and Undone unless said otherwise. */
    readonly words?: { readonly offer: string; readonly done: string };
    readonly refresh: () => void;
  },
): void {
  const { scope, kit } = console;
  const { undo, words = { offer: kit('undo'), done: kit('undone') } } = then;
  if (undo === undefined) {
    scope.toast.success(text);
    return;
  }
  let isSpent = false;
  scope.toast.success(text, {
    durationMs: then.forMs ?? UNDO_MS,
    action: {
      text: words.offer,
      onClick: () => {
        if (isSpent) return;
        isSpent = true;
        // A refusal has been shown by `call`; what stands is read again either way.
        void undo()
          .then(
            (outcome) => {
              if (outcome !== 'FOLLOWED') scope.toast.info(words.done);
            },
            () => undefined,
          )
          .finally(then.refresh);
      },
    },
  });
}
