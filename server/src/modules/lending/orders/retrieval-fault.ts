import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { orderMachine } from '../../../state-machine/machines/order.machine.ts';
import type { LoanOrder, OrderCommand } from './loan-order.ts';

type Status = LoanOrder['orderStatus'];

/** The states a retrieval can lead to, each with its command of the order's machine. */
export const COMMAND_TO = {
  TO_ALLOCATE: 'retrieveToAllocate',
  PENDING_REVIEW: 'retrieveToReview',
  PENDING_DISBURSEMENT: 'retrieveToPendingDisbursement',
  MACHINE_REFUSED: 'retrieveToMachineRefused',
  REFUSED: 'retrieveToRefused',
  DISBURSED: 'retrieveToDisbursed',
} as const satisfies Partial<Record<Status, OrderCommand>>;
export type RetrievalTarget = keyof typeof COMMAND_TO;

/** By the catalogue's name. */
export type RetrievalFault =
  | 'ILLEGAL_TRANSITION'
  | 'RETRIEVAL_ORIGIN'
  | 'RETRIEVAL_POSTED'
  | 'PAYOUT_LIVE'
  | 'RETRIEVAL_UNPAID';

interface Facts {
  readonly orderNo: string;
  /** The state from which it came back to be reviewed; null where it never left. */
  readonly cameFrom: string | null;
  readonly isPayoutLive: boolean;
  readonly isPaid: boolean;
  /** A journal of its payouts or bills stands that nothing mirrors. */
  readonly isPosted: boolean;
}

async function factsOf(db: Queryable, orderNos: readonly string[]): Promise<Map<string, Facts>> {
  const { rows } = await sql<Facts>`
    SELECT wanted.order_no,
      (SELECT from_status FROM order_event e WHERE e.order_no = wanted.order_no
        AND e.to_status IN ('TO_ALLOCATE', 'PENDING_REVIEW')
        AND e.from_status NOT IN ('TO_ALLOCATE', 'PENDING_REVIEW')
        ORDER BY event_id DESC LIMIT 1) AS came_from,
      coalesce(paid.is_live, false) AS is_payout_live,
      coalesce(paid.is_paid, false) AS is_paid,
      EXISTS (SELECT FROM payout_attempt a JOIN journal j
          ON j.cause_type = 'PAYOUT' AND j.cause_no = a.attempt_no
        WHERE a.subject_type = 'LOAN' AND a.subject_no = wanted.order_no AND j.reverses_id IS NULL
          AND NOT EXISTS (SELECT FROM journal_reversal r WHERE r.reverses_id = j.journal_id))
      OR EXISTS (SELECT FROM bill b JOIN posting p ON p.bill_no = b.bill_no
          JOIN journal j ON j.journal_id = p.journal_id AND j.business_date = p.business_date
        WHERE b.order_no = wanted.order_no AND j.reverses_id IS NULL
          AND NOT EXISTS (SELECT FROM journal_reversal r WHERE r.reverses_id = j.journal_id))
        AS is_posted
    FROM unnest(${orderNos}::text[]) AS wanted(order_no)
    LEFT JOIN LATERAL (
      SELECT bool_or(attempt_status IN ('CREATED', 'SENT', 'UNKNOWN')) AS is_live,
        bool_or(attempt_status = 'SUCCESS') AS is_paid
      FROM payout_attempt WHERE subject_type = 'LOAN' AND subject_no = wanted.order_no
    ) paid ON true`.execute(db);
  return new Map(rows.map((row) => [row.orderNo, row]));
}

function faultOf(status: Status, facts: Facts, target: RetrievalTarget): RetrievalFault | null {
  if (!allowedActions(orderMachine, status).includes(COMMAND_TO[target])) {
    return 'ILLEGAL_TRANSITION';
  }
  const isBack = target === 'MACHINE_REFUSED' || target === 'REFUSED';
  if (isBack && facts.cameFrom !== target) return 'RETRIEVAL_ORIGIN';
  if (facts.isPayoutLive) return 'PAYOUT_LIVE';
  if (target === 'DISBURSED') return facts.isPaid ? null : 'RETRIEVAL_UNPAID';
  return facts.isPaid || facts.isPosted ? 'RETRIEVAL_POSTED' : null;
}

/**
 * What speaks against returning each order to a state; null where nothing does. Looks at postings and
 * payouts, so it is asked again with the order locked.
 */
export async function retrievalFaults(
  db: Queryable,
  orders: readonly Pick<LoanOrder, 'orderNo' | 'orderStatus'>[],
  target: RetrievalTarget,
): Promise<ReadonlyMap<string, RetrievalFault | null>> {
  const facts = await factsOf(
    db,
    orders.map(({ orderNo }) => orderNo),
  );
  return new Map(
    orders.map(({ orderNo, orderStatus }) => {
      const known = facts.get(orderNo);
      return [orderNo, known ? faultOf(orderStatus, known, target) : 'ILLEGAL_TRANSITION'];
    }),
  );
}
