import type { refund, ReplyOf } from '@kituo/sdk/contracts';
import type { Refund } from './refunds.ts';

type State = ReplyOf<typeof refund.submit>;

/** The machine's one state as the three that staff speak of: the payout's, the decision's, the check's. */
export function wordsOf(row: Pick<Refund, 'refundNo' | 'refundStatus' | 'verifyStatus'>): State {
  const { refundNo, refundStatus, verifyStatus } = row;
  return {
    refundNo,
    refundStatus: PAYOUT[refundStatus],
    auditStatus: AUDIT[refundStatus],
    verifyStatus,
  };
}

const PAYOUT = {
  PENDING: 'CREATED',
  APPROVED: 'CREATED',
  REJECTED: 'CREATED',
  IN_PROGRESS: 'IN_PROGRESS',
  SUCCESS: 'SUCCESS',
  FAILURE: 'FAILURE',
} as const satisfies Record<Refund['refundStatus'], State['refundStatus']>;

const AUDIT = {
  PENDING: 'PENDING',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
  IN_PROGRESS: 'APPROVED',
  SUCCESS: 'APPROVED',
  FAILURE: 'APPROVED',
} as const satisfies Record<Refund['refundStatus'], State['auditStatus']>;

/** The same of a state as it is stored, for files. @throws TypeError a state that the machine does not know */
const wordIn =
  <Word extends string>(words: Record<string, Word>) =>
  (state: string): Word => {
    const word = words[state];
    if (word === undefined) throw new TypeError(`${state} is no state of a refund`);
    return word;
  };
export const auditOf = wordIn(AUDIT);
export const payoutOf = wordIn(PAYOUT);

/** The machine's states behind the words of a filter. */
export function statesOf(words: {
  readonly refundStatus?: State['refundStatus'] | undefined;
  readonly auditStatus?: State['auditStatus'] | undefined;
}): Refund['refundStatus'][] {
  const all: readonly Refund['refundStatus'][] = [
    'PENDING',
    'APPROVED',
    'REJECTED',
    'IN_PROGRESS',
    'SUCCESS',
    'FAILURE',
  ];
  return all.filter(
    (state) =>
      (words.refundStatus === undefined || PAYOUT[state] === words.refundStatus) &&
      (words.auditStatus === undefined || AUDIT[state] === words.auditStatus),
  );
}

/** Two names of one person, whatever the case and the order of their words; channels leave some out. */
export function isSameName(one: string, other: string): boolean {
  const words = (name: string) =>
    new Set(
      name
        .toUpperCase()
        .split(/[^\p{L}]+/u)
        .filter(Boolean),
    );
  const [left, right] = [words(one), words(other)];
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared > 0 && shared >= Math.min(2, left.size, right.size);
}
