import { AppError } from '../../../http/app-error.ts';
import { advance } from '../../../state-machine/index.ts';
import { payoutPostings } from '../../platform/ledger/index.ts';
import { type PayoutSubject, walletWithdrawalMachine } from '../../lending/payouts/index.ts';
import { lockWallet, lockWithdrawal, moveWallet, setWithdrawal } from './store.ts';
import { tellEnd } from './withdrawals.ts';

/**
 * A withdrawal's payout: its amount leaves the wallet, hold and balance, with the sending. A failure posts the
 * mirror and puts it back, held: it waits to be tried again or cancelled.
 */
export const withdrawalPayout: PayoutSubject = {
  async sent(tx, { subjectNo, amountCents }) {
    const { customerNo } = await lockWithdrawal(tx, subjectNo);
    const wallet = await lockWallet(tx, customerNo);
    if (!wallet || wallet.heldCents < amountCents) throw new AppError('WALLET_SHORT');
    await moveWallet(tx, customerNo, { balanceCents: -amountCents, heldCents: -amountCents });
    return payoutPostings.walletWithdrawalSent({ customerNo, amountCents });
  },
  async succeeded(tx, { subjectNo, amountCents }, at) {
    const before = await lockWithdrawal(tx, subjectNo);
    const withdrawStatus = advance(walletWithdrawalMachine, before.withdrawStatus, 'succeed');
    await setWithdrawal(tx, subjectNo, { withdrawStatus, successTime: at });
    await tellEnd(tx, before, withdrawStatus);
    return payoutPostings.payoutSucceeded({ bank: 'BANK.MPESA_FLOAT', amountCents });
  },
  async failed(tx, { subjectNo, amountCents }) {
    const before = await lockWithdrawal(tx, subjectNo);
    const withdrawStatus = advance(walletWithdrawalMachine, before.withdrawStatus, 'fail');
    await setWithdrawal(tx, subjectNo, { withdrawStatus });
    await lockWallet(tx, before.customerNo);
    await moveWallet(tx, before.customerNo, { balanceCents: amountCents, heldCents: amountCents });
    await tellEnd(tx, before, withdrawStatus);
  },
};
