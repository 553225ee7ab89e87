import { createHash } from 'node:crypto';
import { addDays, businessDateOf } from '../../modules/platform/policy/index.ts';
import { claimBack, clearClaim, oursOf, takeInStatement } from '../../modules/payments/reconciliation/index.ts';
import type { Tx } from '../../db/database.ts';
import { receiveFlow } from '../../modules/payments/payments/index.ts';
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
    const told: Line[] = back === 1 ? differing(desk, booked, new Date(`${businessDate}T09:30:00+03:00`)) : booked;
    const share = accountId === 'BANK.MPESA_FLOAT' ? CLAIMED[back] : undefined;
    const twice = share === undefined ? undefined : ours.find((one) => one.isFinal && one.attemptNo !== null);
    const lines = twice ? withSecond(told, twice, desk.serial()) : told;
    const fileName = `${accountId.slice(5)}_${businessDate}.csv`;
    const fileMd5 = createHash('md5').update(fileName).digest('hex');
    const file = { accountId, businessDate, fileName, fileMd5, lines };
    const taken = await takeInStatement(tx, file, { userNo: desk.maker, scope: 'all' });
    const { runId } = taken;
    const diffCount = twice ? await claimed(desk, tx, runId, share ?? 0) : taken.diffCount;
    if (back < CLOSED_FROM || diffCount > 0) return;
    const closed = { reconStatus: 'CLOSED' as const, closedBy: desk.checker };
    await tx.updateTable('reconDay').set(closed).where('runId', '=', runId).execute();
  });
}

/** A payout that the statement has twice, both times under our number. */
function withSecond(told: readonly Line[], paid: OurEntry, serial: string): Line[] {
  const { kind, amountCents, happenedAt, attemptNo: ownReference } = paid;
  const isIt = (line: Line) => line.serial === paid.serial && line.kind === kind;
  const lines = told.map((line) => (isIt(line) ? { ...line, ownReference } : line));
  return [...lines, { serial, kind, amountCents, happenedAt, details: 'Paid twice', ownReference }];
}

/** Days back on which the float paid a payout twice → the share of it that its payee paid back. */
const CLAIMED: Readonly<Record<number, number>> = { 3: 0, 4: 0.5, 5: 1 };

/** The claim on a payee, and what was paid back of it. @returns the differences that are left */
async function claimed(desk: Desk, tx: Tx, runId: string, share: number): Promise<number> {
  const people = { makerUserNo: desk.maker, checkerUserNo: desk.checker };
  const found = await tx
    .selectFrom('reconDifference')
    .select('diffId')
    .where('runId', '=', runId)
    .where('diffType', '=', 'PAID_TWICE')
    .executeTakeFirst();
  if (found) {
    const { claimNo, amountCents, merchantNo } = await claimBack(tx, found.diffId, 'all', people);
    const paidCents = Math.floor((amountCents * share) / 100) * 100;
    if (paidCents > 0) {
      const { flowNo } = await receiveFlow(tx, {
        merchantNo,
        paymentChannel: 'MPESA',
        paymentCode: desk.serial(),
        account: 'BANK.MPESA_PAYBILL',
        amountCents: paidCents,
        repayTime: desk.now,
      });
      await clearClaim(tx, { claimNo, flowNo }, 'all', people);
    }
  }
  const day = tx.selectFrom('reconDay').select('diffCount').where('runId', '=', runId);
  return (await day.executeTakeFirstOrThrow()).diffCount;
}

type Line = Parameters<typeof takeInStatement>[1]['lines'][number];
type OurEntry = Awaited<ReturnType<typeof oursOf>>[number];

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
