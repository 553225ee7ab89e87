import type { Tx } from '../../db/database.ts';
import { markSent, markUnknown, resolveAttempt } from '../../modules/lending/payouts/index.ts';
import { refundPayout } from '../../modules/payments/refunds/index.ts';
import { transferPayout } from '../../modules/payments/transfers/index.ts';
import { withdrawalPayout } from '../../modules/payments/wallets/index.ts';
import type { Desk } from './desk.ts';

const SUBJECTS = { REFUND: refundPayout, TRANSFER: transferPayout, WITHDRAWAL: withdrawalPayout };
const FAILED = {
  isPaid: false,
  failCode: '2001',
  failReason: 'The initiator information is invalid',
} as const;

/**
 * Sends an attempt and ends it.
 * @param isPaid null: nobody knows yet.
 */
export async function endAttempt(tx: Tx, desk: Desk, attemptNo: string, isPaid: boolean | null): Promise<void> {
  await markSent(tx, SUBJECTS, attemptNo, desk.now);
  if (isPaid === null) return void (await markUnknown(tx, attemptNo));
  const outcome = isPaid ? ({ isPaid, channelReference: desk.serial() } as const) : FAILED;
  await resolveAttempt(tx, SUBJECTS, attemptNo, outcome, desk.now);
}
