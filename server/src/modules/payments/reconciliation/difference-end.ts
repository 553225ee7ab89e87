import type { reconciliation } from '@kituo/sdk/contracts';

type Difference = Pick<reconciliation.Difference, 'diffType' | 'flowNo' | 'attemptNo' | 'statementCents' | 'ourCents'>;

/**
 * What ends a difference: the fee or the receipt of the statement is booked, or the payment that we hold is reversed or
 * adjusted, or what was paid twice or too much is claimed back. Null where nothing here does: a payout ends by the channel's own
 * word alone. Pure.
 */
export function endOf({
  diffType,
  flowNo,
  attemptNo,
  statementCents,
  ourCents,
}: Difference): 'bookFee' | 'record' | 'reverse' | 'adjust' | 'claim' | null {
  if (diffType === 'CHANNEL_FEE') return statementCents !== null && ourCents === null ? 'bookFee' : null;
  if (diffType === 'MISSING_HERE') return statementCents !== null && statementCents > 0 ? 'record' : null;
  if (diffType === 'PAID_TWICE') return 'claim';
  if (diffType === 'MISSING_THERE') return flowNo === null ? null : 'reverse';
  if (diffType !== 'AMOUNT' || statementCents === null) return null;
  if (flowNo !== null) return 'adjust';
  // A payout of which more left than was ordered; where less did, the channel has to say what became of the rest.
  return attemptNo !== null && ourCents !== null && -statementCents > -ourCents ? 'claim' : null;
}
