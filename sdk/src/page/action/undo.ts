import { call } from '../../api/call.ts';
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

/** Says that a command went through, with Undo where it can be undone. */
export function announce(
  console: { readonly scope: PluginScope; readonly kit: Translate },
  text: string,
  then: {
    /** Resolves to `'FOLLOWED'` where something else tells what came of it. */
    readonly undo: (() => Promise<unknown>) | undefined;
    readonly forMs?: number | undefined;
    readonly refresh: () => void;
  },
): void {
  const { scope, kit } = console;
  const { undo } = then;
  if (undo === undefined) {
    scope.toast.success(text);
    return;
  }
  let isSpent = false;
  scope.toast.success(text, {
    durationMs: then.forMs ?? UNDO_MS,
    action: {
      text: kit('undo'),
      onClick: () => {
        if (isSpent) return;
        isSpent = true;
        // A refusal has been shown by `call`; what stands is read again either way.
        void undo()
          .then(
            (outcome) => {
              if (outcome !== 'FOLLOWED') scope.toast.info(kit('undone'));
            },
            () => undefined,
          )
          .finally(then.refresh);
      },
    },
  });
}
