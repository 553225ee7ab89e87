import type { reconciliation } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import type { BankAccount } from '../../platform/ledger/index.ts';
import { bookFee } from '../channel-fees/index.ts';
import { receiveFlow } from '../payments/index.ts';
import { lockDay, rematch } from './days.ts';

/** What a day is about: an account of M-Pesa or of a bank, whose payouts repeat our number. */
interface Kept {
  readonly accountCode: BankAccount;
  readonly channel: 'MPESA' | 'BANK';
}
const PAID_OUT = ['LOAN', 'REFUND', 'TRANSFER', 'WITHDRAWAL'] as const;

let app: TestApp;
let merchantNo: string;
let makerUserNo: string;
let checkerUserNo: string;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  ({ merchantNo } = await app.database.db
    .selectFrom('merchant')
    .select('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
  const names = { accountCode: 'BANK.COOP', accountKind: 'ASSET', nameEn: 'Co-op', nameZh: 'Co-op' } as const;
  await app.database.db.insertInto('account').values(names).execute();
  makerUserNo = (await addPerson(app.database, 'days.maker')).userNo;
  checkerUserNo = (await addPerson(app.database, 'days.checker')).userNo;
});
afterAll(async () => await app[Symbol.asyncDispose]());

let seed = 23;
const dice = (sides: number) => (seed = (seed * 48_271) % 2_147_483_647) % sides;

type Type = reconciliation.ReconDiffType;
interface Line {
  readonly serial: string;
  readonly kind: 'IN' | 'OUT' | 'FEE';
  readonly amountCents: number;
  /** Our number of a payout, as a bank repeats it. */
  readonly ownReference?: string;
}

/** No two movements of a test have one amount, so that none is taken for another. */
let amounts = 0;
const amount = () => 10_000 + 7 * (amounts += 1);

/** A payment that came in, and a line as the channel has it. */
async function received(serial: string, at: Date, { accountCode, channel }: Kept): Promise<Line> {
  const amountCents = amount();
  const paid = { merchantNo, paymentChannel: channel, paymentCode: serial, account: accountCode, amountCents };
  await app.database.db.transaction().execute((tx) => receiveFlow(tx, { ...paid, repayTime: at }));
  return { serial, kind: 'IN', amountCents };
}

/** A loan, refund, transfer or withdrawal that left; without a serial its end is in doubt. */
async function paidOut(no: string, at: Date, serial: string | null, { accountCode, channel }: Kept): Promise<Line> {
  const amountCents = amount();
  const { attemptNo } = await app.database.db
    .insertInto('payoutAttempt')
    .values({
      merchantNo,
      subjectType: PAID_OUT[dice(PAID_OUT.length)] ?? 'REFUND',
      subjectNo: `SUBJECT-${no}`,
      attemptCount: 1,
      payoutChannel: channel,
      accountCode,
      amountCents,
      attemptStatus: serial === null ? 'UNKNOWN' : 'SUCCESS',
      channelReference: serial,
      createdAt: at,
      sentAt: at,
      finishedAt: serial === null ? null : at,
    })
    .returning('attemptNo')
    .executeTakeFirstOrThrow();
  const told = { serial: serial ?? `TOLD-${no}`, kind: 'OUT', amountCents } as const;
  return channel === 'BANK' && serial !== null ? { ...told, ownReference: attemptNo } : told;
}

async function charged(serial: string, chargedOn: string, { accountCode }: Kept): Promise<Line> {
  const amountCents = amount();
  const fee = { merchantNo, accountId: accountCode, statementCode: serial, chargedOn, amountCents };
  const who = { makerUserNo, userNo: checkerUserNo, scope: 'all', at: new Date() } as const;
  await app.database.db.transaction().execute((tx) => bookFee(tx, fee, who));
  return { serial, kind: 'FEE', amountCents };
}

const MISSING_THERE: Readonly<Record<Line['kind'], Type>> = {
  IN: 'MISSING_THERE',
  OUT: 'PAYOUT_MISSING',
  FEE: 'CHANNEL_FEE',
};

/** A day of movements and its statement, each line as it is or wrong; and the names that the wrong ones have to get. */
async function liveDay(businessDate: string, isTrue: boolean, kept: Kept) {
  const at = new Date(`${businessDate}T10:00:00+03:00`);
  const lines: Line[] = [];
  const expected: string[] = [];
  const wrong = (type: Type, { serial }: Line) => expected.push(`${type} ${serial}`);
  for (let index = 0; index < 16; index += 1) {
    const no = `${kept.channel}-${businessDate}-${index}`;
    const what = dice(4);
    if (what === 3 && dice(2) === 0) {
      // The statement may know how a payout in doubt ended; a day on which it says nothing of it differs in nothing.
      const line = await paidOut(no, at, null, kept);
      if (isTrue || dice(2) === 0) continue;
      lines.push(line);
      wrong('PAYOUT_STATUS', line);
      continue;
    }
    const ours =
      what === 0
        ? await received(`IN-${no}`, at, kept)
        : what === 1
          ? await charged(`FEE-${no}`, businessDate, kept)
          : await paidOut(no, at, `OUT-${no}`, kept);
    const fate = isTrue ? 9 : dice(10);
    if (fate === 0) {
      wrong(MISSING_THERE[ours.kind], ours);
    } else if (fate === 1) {
      lines.push({ ...ours, amountCents: amount() });
      wrong(ours.kind === 'FEE' ? 'CHANNEL_FEE' : 'AMOUNT', ours);
    } else {
      lines.push(ours);
    }
    if (fate === 3 && ours.ownReference !== undefined) {
      // The bank carried our order out a second time, under a number of its own.
      const again: Line = { ...ours, serial: `AGAIN-${no}` };
      lines.push(again);
      wrong('PAID_TWICE', again);
    }
    if (fate === 2) {
      const kind = (['IN', 'OUT', 'FEE'] as const)[dice(3)] ?? 'IN';
      const alien: Line = { serial: `ALIEN-${no}`, kind, amountCents: amount() };
      lines.push(alien);
      wrong(kind === 'FEE' ? 'CHANNEL_FEE' : 'MISSING_HERE', alien);
    }
  }
  return { lines: lines.toSorted((one, other) => one.amountCents - other.amountCents), expected, at };
}

const KEPT: readonly Kept[] = [
  { accountCode: 'BANK.MPESA_PAYBILL', channel: 'MPESA' },
  { accountCode: 'BANK.COOP', channel: 'BANK' },
];

it.each(KEPT)(
  'random days of payments, payouts, refunds, transfers and fees come to 0, or name each difference: $channel',
  async (kept) => {
    const { db } = app.database;
    const { accountCode, channel } = kept;
    const names = new Set<string>();
    for (let round = 1; round <= 25; round += 1) {
      const businessDate = `2026-02-${String(round).padStart(2, '0')}`;
      const isTrue = round % 5 === 0;
      const { lines, expected, at } = await liveDay(businessDate, isTrue, kept);
      const { runId } = await db
        .insertInto('reconDay')
        .values({ accountCode, businessDate })
        .returning('runId')
        .executeTakeFirstOrThrow();
      const told = lines.map(({ ownReference = null, ...line }) => ({ ...line, ownReference, runId, accountCode }));
      const rows = told.map((line) => ({ ...line, happenedAt: at, details: '' }));
      if (rows.length > 0) await db.insertInto('reconLine').values(rows).execute();
      const done = await db.transaction().execute(async (tx) => await rematch(tx, await lockDay(tx, runId, 'all')));
      const found = await db
        .selectFrom('reconDifference')
        .select(['diffType', 'serial', 'statementCents', 'ourCents'])
        .where('runId', '=', runId)
        .execute();
      expect(found.map(({ diffType, serial }) => `${diffType} ${serial}`).toSorted()).toEqual(expected.toSorted());
      const namedCents = found.reduce((sum, one) => sum + (one.statementCents ?? 0) - (one.ourCents ?? 0), 0);
      expect(namedCents).toBe(done.diffCents);
      if (isTrue) expect(done).toMatchObject({ reconStatus: 'BALANCED', diffCount: 0, diffCents: 0 });
      for (const { diffType } of found) names.add(diffType);
    }
    // The days are no empty ones: every kind that a first matching can find was there.
    expect([...names].toSorted()).toEqual([
      'AMOUNT',
      'CHANNEL_FEE',
      'MISSING_HERE',
      'MISSING_THERE',
      ...(channel === 'BANK' ? ['PAID_TWICE'] : []),
      'PAYOUT_MISSING',
      'PAYOUT_STATUS',
    ]);
  },
);
