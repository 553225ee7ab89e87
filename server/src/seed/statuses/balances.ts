import { bookedBalances } from '../../modules/platform/ledger/index.ts';
import { addDays, businessDateOf } from '../../modules/platform/policy/index.ts';
import type { Desk } from './desk.ts';

/** Days back with a balance. */
const DAYS = 30;
/** Yesterday the first account is stated short by this, and was corrected from a slip of the pen. */
const SHORT_CENTS = 450_00;

/** A month of balances as the channels and banks stated them: equal to the books but for yesterday's first. */
export async function balances(desk: Desk): Promise<void> {
  const today = businessDateOf(desk.now);
  const accounts = await desk.db
    .selectFrom('moneyAccount')
    .select(['accountCode', 'paymentCompany'])
    .orderBy('accountCode')
    .execute();
  for (const [place, { accountCode, paymentCompany }] of accounts.entries()) {
    await desk.does(async (tx) => {
      const isMpesa = paymentCompany === 'MPESA';
      const at = (entryDate: string) => new Date(`${entryDate}T23:50:00+03:00`);
      const told = { accountCode, source: isMpesa ? ('CHANNEL' as const) : ('MANUAL' as const) };
      for (let back = DAYS; back >= 1; back -= 1) {
        const entryDate = addDays(today, -back);
        const booked = (await bookedBalances(tx, [accountCode], entryDate)).get(accountCode) ?? 0;
        const isShort = place === 0 && back === 1;
        const entry = { ...told, entryDate, enteredBy: desk.maker, enteredAt: at(entryDate) };
        const { entryNo } = await tx
          .insertInto('balanceEntry')
          .values({
            ...entry,
            balanceCents: isShort ? booked * 10 : booked,
            ...(isShort && { remark: 'Typed by hand' }),
          })
          .returning('entryNo')
          .executeTakeFirstOrThrow();
        if (!isShort) continue;
        const corrected = { balanceCents: booked - SHORT_CENTS, replacesNo: entryNo, checkerUserNo: desk.checker };
        await tx
          .insertInto('balanceEntry')
          .values({ ...entry, ...corrected, source: 'MANUAL', reason: 'A digit too many' })
          .execute();
      }
      const lowWaterCents = place === 0 ? 900_000_000_00 : 100_000_00;
      await tx
        .insertInto('balanceMark')
        .values({ accountCode, lowWaterCents })
        .onConflict((by) => by.doNothing())
        .execute();
    });
  }
}
