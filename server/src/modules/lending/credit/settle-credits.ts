import type { Database, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { advance } from '../../../state-machine/index.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { creditMachine } from '../../parties/customers/index.ts';

const A_TURN = 500;

/**
 * Gives a customer a limit, which is granted from its moment on. Nobody has two: one that is over makes room.
 * @throws AppError CREDIT_LIVE, AMOUNT_INVALID, CUSTOMER_NOT_FOUND
 */
export async function openCredit(
  tx: Tx,
  line: {
    readonly customerNo: string;
    readonly creditType: 'PRE_APPROVAL' | 'REVOLVING';
    readonly limitCents: number;
    readonly grantedAt: Date;
    readonly expiresAt: Date | null;
  },
): Promise<void> {
  const { customerNo, limitCents } = line;
  if (!Number.isSafeInteger(limitCents) || limitCents <= 0) throw new AppError('AMOUNT_INVALID');
  const customer = await tx
    .selectFrom('customer')
    .select('customerNo')
    .where('customerNo', '=', customerNo)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!customer) throw new AppError('CUSTOMER_NOT_FOUND');
  const earlier = await tx
    .selectFrom('customerCredit')
    .select(['creditStatus', 'grantedAt', 'expiresAt'])
    .where('customerNo', '=', customerNo)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // The moments decide: one that is over makes room before the sweep has written it down.
  const now = new Date();
  const isLive = earlier && statusAt(earlier.creditStatus, earlier.grantedAt, earlier.expiresAt, now) !== 'EXPIRED';
  if (isLive) throw new AppError('CREDIT_LIVE');
  await tx.deleteFrom('customerCredit').where('customerNo', '=', customerNo).execute();
  await tx
    .insertInto('customerCredit')
    .values({ ...line, creditStatus: 'GRANTING' })
    .execute();
}

/**
 * Limits and temporary raises whose moment has come are granted, those whose days are over (23:59 EAT) expire.
 * What they allow follows the moments alone; this writes it down. @returns how many moved.
 */
export async function settleCredits(db: Database, now: Date): Promise<number> {
  return (await settleLines(db, now)) + (await settleRaises(db, now));
}

async function settleLines(db: Database, now: Date): Promise<number> {
  const due = await db
    .selectFrom('customerCredit')
    .select('customerNo')
    .where((eb) =>
      eb.or([
        eb.and([eb('creditStatus', '=', 'GRANTING'), eb('grantedAt', '<=', now)]),
        eb.and([eb('creditStatus', '=', 'GRANTED'), eb('expiresAt', '<=', now)]),
      ]),
    )
    .orderBy('customerNo')
    .limit(A_TURN)
    .execute();
  let moved = 0;
  for (const { customerNo } of due) {
    moved += await db.transaction().execute(async (tx) => {
      const line = await tx
        .selectFrom('customerCredit')
        .innerJoin('customer', 'customer.customerNo', 'customerCredit.customerNo')
        .select(['creditStatus', 'grantedAt', 'expiresAt', 'merchantNo'])
        .where('customerCredit.customerNo', '=', customerNo)
        .forUpdate('customerCredit')
        .executeTakeFirst();
      const creditStatus = line && statusAt(line.creditStatus, line.grantedAt, line.expiresAt, now);
      if (!line || creditStatus === line.creditStatus || creditStatus === undefined) return 0;
      await tx.updateTable('customerCredit').set({ creditStatus }).where('customerNo', '=', customerNo).execute();
      await publishEvent(tx, {
        topic: creditStatus === 'EXPIRED' ? 'credit.expire' : 'credit.grant',
        subjectType: 'customer',
        subjectNo: customerNo,
        merchantNo: line.merchantNo,
        before: { creditStatus: line.creditStatus },
        after: { creditStatus },
      });
      return 1;
    });
  }
  return moved;
}

async function settleRaises(db: Database, now: Date): Promise<number> {
  const due = await db
    .selectFrom('temporaryCredit')
    .select('creditNo')
    .where((eb) =>
      eb.or([
        eb.and([eb('creditStatus', '=', 'GRANTING'), eb('effectiveAt', '<=', now)]),
        eb.and([eb('creditStatus', '<>', 'EXPIRED'), eb('expiresAt', '<=', now)]),
      ]),
    )
    .orderBy('creditNo')
    .limit(A_TURN)
    .execute();
  let moved = 0;
  for (const { creditNo } of due) {
    moved += await db.transaction().execute(async (tx) => {
      const raise = await tx
        .selectFrom('temporaryCredit')
        .selectAll()
        .where('creditNo', '=', creditNo)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!raise) return 0;
      const { creditStatus: before, effectiveAt, expiresAt, merchantNo } = raise;
      const creditStatus = statusAt(before, effectiveAt, expiresAt, now);
      if (creditStatus === before) return 0;
      await tx
        .updateTable('temporaryCredit')
        .set((eb) => ({ creditStatus, version: eb('version', '+', 1) }))
        .where('creditNo', '=', creditNo)
        .execute();
      await publishEvent(tx, {
        topic: creditStatus === 'EXPIRED' ? 'temporaryCredit.expire' : 'temporaryCredit.grant',
        subjectType: 'temporaryCredit',
        subjectNo: creditNo,
        merchantNo,
        before: { creditStatus: before },
        after: { creditStatus },
      });
      return 1;
    });
  }
  return moved;
}

type CreditStatus = 'GRANTING' | 'GRANTED' | 'EXPIRED';

/** Where the machine stands at a moment: a turn that comes late goes all the way. Pure. */
export function statusAt(status: CreditStatus, from: Date, until: Date | null, now: Date): CreditStatus {
  let reached = status;
  if (reached === 'GRANTING' && from <= now) reached = advance(creditMachine, reached, 'grant');
  const isOver = until !== null && until <= now;
  return reached === 'GRANTED' && isOver ? advance(creditMachine, reached, 'expire') : reached;
}
