import { createHash } from 'node:crypto';
import { addDays, businessDateOf } from '../../modules/platform/policy/index.ts';
import { oursOf, takeInStatement } from '../../modules/payments/reconciliation/index.ts';
import type { Desk } from './desk.ts';

const ACCOUNTS = ['BANK.MPESA_PAYBILL', 'BANK.MPESA_FLOAT'] as const;
/** Days back with a statement; the older ones are closed. */
const DAYS = 6;
const CLOSED_FROM = 4;

/** A week of statements: yesterday's with each kind of difference, the day before balanced, older ones closed. */
export async function reconciliations(desk: Desk): Promise<void> {
  const today = businessDateOf(desk.now);
  for (const accountId of ACCOUNTS) {
    const known = await desk.db
      .selectFrom('moneyAccount')
      .select('accountCode')
      .where('accountCode', '=', accountId)
      .executeTakeFirst();
    if (!known) continue;
    for (let back = DAYS; back >= 1; back -= 1) await day(desk, accountId, addDays(today, -back), back);
  }
}

async function day(desk: Desk, accountId: string, businessDate: string, back: number): Promise<void> {
  await desk.does(async (tx) => {
    const ours = await oursOf(tx, { runId: '', accountCode: accountId, businessDate });
    const booked = ours
      .filter(({ isFinal }) => isFinal)
      .map(({ serial, kind, amountCents, happenedAt }) => ({
        serial,
        kind,
        amountCents,
        happenedAt,
        details: 'Pay Bill',
      }));
    const lines = back === 1 ? differing(desk, booked, new Date(`${businessDate}T09:30:00+03:00`)) : booked;
    const fileName = `${accountId.slice(5)}_${businessDate}.csv`;
    const fileMd5 = createHash('md5').update(fileName).digest('hex');
    const file = { accountId, businessDate, fileName, fileMd5, lines };
    const { runId, diffCount } = await takeInStatement(tx, file, { userNo: desk.maker, scope: 'all' });
    if (back < CLOSED_FROM || diffCount > 0) return;
    const closed = { reconStatus: 'CLOSED' as const, closedBy: desk.checker };
    await tx.updateTable('reconDay').set(closed).where('runId', '=', runId).execute();
  });
}

type Line = Parameters<typeof takeInStatement>[1]['lines'][number];

/** One line that we have not, one of ours left out, one of another amount, one listed again at another time, a fee. */
function differing(desk: Desk, booked: readonly Line[], at: Date): Line[] {
  const [, ...told] = booked;
  const lines = told.map((line, index) => (index === 0 ? { ...line, amountCents: line.amountCents + 5_000 } : line));
  const serial = desk.serial();
  const again = told.at(-1);
  return [
    ...lines,
    ...(again && told.length > 1 ? [{ ...again, happenedAt: new Date(again.happenedAt.getTime() - 60_000) }] : []),
    { serial, kind: 'IN', amountCents: 250_000, happenedAt: at, details: 'Pay Bill from 2547******41' },
    { serial, kind: 'FEE', amountCents: 2_300, happenedAt: at, details: 'Pay Bill charge' },
  ];
}
