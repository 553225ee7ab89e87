import { callTime } from './call-desk.ts';
import { reported } from './callbacks.ts';
import type { Desk } from './desk.ts';

const PAYMENT = {
  TransactionType: 'Pay Bill',
  BusinessShortCode: '400200',
  OrgAccountBalance: '',
  ThirdPartyTransID: '',
} as const;

/** Messages of M-Pesa that had no effect: one that cannot be read, one that differs from what is booked, two closed. */
export async function refusedMessages({ does, now }: Desk): Promise<void> {
  const stamp = (at: Date) => at.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  await does(async (tx) => {
    const rows = [
      ['M0001', 'SKQ4T81XPB', '2500.00', 'R0000', '254712000381', 'REFUSED', 'No amount that can be booked', 2],
      ['M0002', 'SKR7M02LDC', '1200.00', 'MKOPO', '254723004916', 'HELD', 'The amount differs from the one booked', 3],
      ['M0001', 'SKL2P90QWA', '800.00', 'TEST', '254734009127', 'SET_ASIDE', 'No amount that can be booked', 9],
      ['M0003', 'SKH1C44ZRT', '50.00', '0', '254745001830', 'SET_ASIDE', 'The account is not ours', 17],
    ] as const;
    for (const [place, [merchantNo, paymentCode, amount, account, phone, status, fault, days]] of rows.entries()) {
      const at = callTime(now, days, place);
      await reported(tx, {
        topic: 'mpesa/c2b/confirmation',
        body: {
          ...PAYMENT,
          TransID: paymentCode,
          TransTime: stamp(new Date(at.getTime() + 3 * 3_600_000)),
          // As it came: a number that nobody can read.
          TransAmount: fault.startsWith('No amount') ? `KES ${amount}` : amount,
          BillRefNumber: account,
          MSISDN: phone,
          FirstName: 'JANE',
        },
        at,
        callbackStatus: status,
        fault,
        merchantNo,
        paymentCode,
        amountCents: Math.round(Number(amount) * 100),
      });
    }
  });
}
