import { type caseRollback, payment, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { applyByHand } from '../payments/index.ts';
import type { System } from '../waivers/index.ts';
import { undoOnCase } from './rollbacks.ts';

type WhatIf = ReplyOf<typeof caseRollback.byOrder.whatIf>;
type Bill = Pick<WhatIf['bills'][number], 'billNo' | 'termNo' | 'nowCents'> & { readonly status: string };

/**
 * What bills owe now, once the write-offs are undone, and once their payments are applied again by the rule: each from
 * its own day, the oldest bill first, with no waiver and no coupon. For a transaction that is rolled back.
 * @throws AppError as `undoOnCase`
 */
export async function whatIf(
  system: System,
  { kind, ...form }: ParsedRequestOf<typeof caseRollback.byOrder.whatIf>,
  call: CommandContext,
): Promise<WhatIf> {
  const { tx, caller } = call;
  const { orderNo } = form;
  const now = await billsOf(tx, orderNo);
  const command = kind === 'FULL' ? 'FULL_ROLLBACK' : 'SETTLE_ROLLBACK';
  const { applications } = await undoOnCase(system, { ...form, reason: 'What if' }, command, call);
  const undone = await billsOf(tx, orderNo);
  const amounts = new Map<string, number>();
  for (const { flowNo, appliedCents, surplusCents } of applications) {
    amounts.set(flowNo, (amounts.get(flowNo) ?? 0) + appliedCents + surplusCents);
  }
  const flows: WhatIf['flows'] = [];
  for (const flowNo of await byTime(tx, [...amounts.keys()])) {
    const amountCents = amounts.get(flowNo) ?? 0;
    const error = await trial(tx, async () => {
      await applyByHand(tx, {
        orderNo,
        billNo: null,
        repayType: 'GENERIC',
        uses: [{ flowNo, amountCents }],
        acknowledged: payment.confirmation.options,
        makerUserNo: caller.userNo,
        idempotencyKey: `what-if/${flowNo}`,
      });
    });
    flows.push({ flowNo, amountCents, error });
  }
  const again = await billsOf(tx, orderNo);
  const at = (bills: readonly Bill[], billNo: string) => bills.find((bill) => bill.billNo === billNo);
  return {
    flows,
    bills: undone.map(({ billNo, termNo, nowCents, status }) => ({
      billNo,
      termNo,
      nowCents: at(now, billNo)?.nowCents ?? 0,
      undoneCents: nowCents,
      againCents: at(again, billNo)?.nowCents ?? 0,
      isSettledNow: at(now, billNo)?.status === 'SETTLED',
      isSettledUndone: status === 'SETTLED',
      isSettledAgain: at(again, billNo)?.status === 'SETTLED',
    })),
  };
}

/** What was refused leaves nothing behind; null where it went through. */
async function trial(tx: Tx, run: () => Promise<void>): Promise<string | null> {
  await sql`savepoint what_if`.execute(tx);
  try {
    await run();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint what_if`.execute(tx);
    return error.error;
  }
}

async function byTime(db: Queryable, flowNos: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('paymentFlow')
    .select('flowNo')
    .where('flowNo', 'in', [...flowNos, ''])
    .orderBy('repayTime')
    .orderBy('flowNo')
    .execute();
  return rows.map(({ flowNo }) => flowNo);
}

async function billsOf(db: Queryable, orderNo: string): Promise<Bill[]> {
  return await db
    .selectFrom('bill as b')
    .innerJoin('billBalance as bb', 'bb.billNo', 'b.billNo')
    .select(['b.billNo', 'b.termNo', 'b.billStatus as status', 'bb.outstandingCents as nowCents'])
    .where('b.orderNo', '=', orderNo)
    .where('b.billStatus', '<>', 'VOID')
    .orderBy('b.dueDate')
    .orderBy('b.billNo')
    .execute();
}
