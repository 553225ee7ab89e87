import type { Endpoint, ReplyOf, RequestOf } from '../../contracts/endpoint.ts';
import { allowedAs } from '../action/on-row.ts';
import { useAction } from '../action/use-action.ts';
import type { Action, Refreshable } from '../action/use-action.ts';
import { useKitText } from '../platform.ts';
import type { RowAction } from '../table/row-actions.tsx';
import type { Decidable, DecisionNote } from './decidable.ts';
import { lateDecisions } from './late-decisions.ts';

/** A command about a request, with the note of who decides. */
export interface Decision<Row, Note> {
  readonly endpoint: Endpoint;
  readonly request: (row: Row, note: Note) => unknown;
}

/**
 * Pairs a decision with its request.
 *
 * @example decision(codeChanges.reject, ({ changeNo }: ChangeRow, reason: string) => ({ changeNo, reason }))
 */
export function decision<E extends Endpoint, Row, Note>(
  endpoint: E,
  request: (row: Row, note: Note) => RequestOf<E>,
): Decision<Row, Note> {
  return { endpoint, request };
}

export interface DecisionOptions<Row> {
  readonly list: Refreshable<Row>;
  /** What is decided on: stands in titles and toasts. */
  readonly nameOf: (row: Row) => string;
  /** Its note is undefined where none was written. */
  readonly approve: Decision<Row, string | undefined>;
  readonly reject: Decision<Row, string>;
  readonly withdraw?: Decision<Row, string | undefined>;
  /** What an approval brought: a one-time password, a job. */
  readonly onApproved?: (reply: unknown, row: Row) => void;
}

/** What can be done with requests that await approval. `DecisionDialogs` draws it. */
export interface Decisions<Row> {
  readonly approve: Action<Row, DecisionNote>;
  readonly reject: Action<Row, DecisionNote>;
  readonly withdraw: Action<Row> | null;
  readonly nameOf: (row: Row) => string;
  /** Review for who may decide, withdraw for who requested it. */
  readonly rowActions: readonly RowAction<Row>[];
}

/**
 * Approve, reject and withdraw what awaits approval. A row offers "Review" alone: the decision falls in
 * the dialog that shows what changes, who requested it and why. What a row allows is `approve`, `reject`, `withdraw`.
 *
 * @example
 * const decisions = useDecisions({ list, nameOf, approve: decision(…), reject: decision(…), withdraw: decision(…) });
 * <ListScreen of={screen} title={…} rowActions={decisions.rowActions}>
 *   <DecisionDialogs decisions={decisions}>{(row) => <Diff before={row.before} after={row.after} />}</DecisionDialogs>
 * </ListScreen>
 */
export function useDecisions<Row extends Decidable>(options: DecisionOptions<Row>): Decisions<Row> {
  const { list, nameOf, onApproved } = options;
  const words = useKitText();
  const facts = (row: Row) => ({ name: nameOf(row) });
  const shared = { list, facts, words };
  const written = ({ reason }: DecisionNote) => (reason.trim() === '' ? undefined : reason);
  const approve = useAction<Endpoint, Row, DecisionNote>({
    ...shared,
    name: 'approve',
    endpoint: options.approve.endpoint,
    request: (row, note) => options.approve.request(row, written(note)),
    ...(onApproved && { onDone: (reply: ReplyOf<Endpoint>, row: Row) => onApproved(reply, row) }),
  });
  const reject = useAction<Endpoint, Row, DecisionNote>({
    ...shared,
    name: 'reject',
    endpoint: options.reject.endpoint,
    request: (row, note) => options.reject.request(row, note.reason),
    isDangerous: true,
  });
  const taken = options.withdraw;
  const withdraw = useAction<Endpoint, Row>({
    ...shared,
    name: 'withdraw',
    endpoint: (taken ?? options.reject).endpoint,
    request: (row) => taken?.request(row, undefined),
  });
  const own = { approve: allowedAs(approve, 'approve'), reject: allowedAs(reject, 'reject') };
  const review: RowAction<Row> = {
    name: 'review',
    label: words('decide.review'),
    isDangerous: false,
    isAllowed: (row) => own.approve.isAllowed(row) || own.reject.isAllowed(row),
    open: (row) => {
      lateDecisions.warm();
      approve.open(row);
      reject.open(row);
    },
  };
  const takeBack = taken === undefined ? null : allowedAs(withdraw, 'withdraw');
  return { ...own, withdraw: takeBack, nameOf, rowActions: takeBack === null ? [review] : [review, takeBack] };
}
