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
 * What bills owe now, once the write-offs are undone, and once their payments are applied again in the order of their days: a
 * write-off that had a waiver or a coupon with the same, as if the waiver were approved again, and every other by the rule,
 * each from its own day, the oldest bill first. For a transaction that is rolled back.
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
  const flows: WhatIf['flows'] = [];
  for (const one of piecesOf(applications, await factsOf(tx, applications))) {
    flows.push(...(await applyAgain(tx, orderNo, one, caller.userNo)));
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

type Undone = Awaited<ReturnType<typeof undoOnCase>>['applications'][number];

/** Write-offs that are applied again together: those of one piece of work with a waiver or a coupon, else a payment's. */
interface Piece {
  readonly uses: readonly { readonly flowNo: string; readonly amountCents: number }[];
  readonly billNo: string | null;
  readonly repayType: Undone['repayType'];
  readonly deductionNo: string | undefined;
  readonly couponNo: string | undefined;
}

interface Facts {
  readonly applicationNo: string;
  readonly billNo: string | null;
  readonly taskNo: string | null;
  readonly repayTime: Date;
}

async function factsOf(db: Queryable, applications: readonly Undone[]): Promise<Facts[]> {
  return await db
    .selectFrom('paymentApplication as a')
    .innerJoin('paymentFlow as f', 'f.flowNo', 'a.flowNo')
    .select(['a.applicationNo', 'a.billNo', 'a.taskNo', 'f.repayTime'])
    .where('a.applicationNo', 'in', [...applications.map(({ applicationNo }) => applicationNo), ''])
    .orderBy('f.repayTime')
    .orderBy('f.flowNo')
    .orderBy('a.applicationNo')
    .execute();
}

/** In the order of their first payment. Pure. */
function piecesOf(applications: readonly Undone[], facts: readonly Facts[]): Piece[] {
  const known = facts.flatMap((fact) => {
    const one = applications.find(({ applicationNo }) => applicationNo === fact.applicationNo);
    return one ? [{ ...fact, ...one }] : [];
  });
  const lowered = new Set(
    known.flatMap((one) =>
      one.deductionNos.length + one.couponNos.length > 0 ? [one.taskNo ?? one.applicationNo] : [],
    ),
  );
  const groups = Map.groupBy(known, ({ taskNo, applicationNo, flowNo }) => {
    const work = taskNo ?? applicationNo;
    return lowered.has(work) ? work : flowNo;
  });
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const uses = [...Map.groupBy(group, ({ flowNo }) => flowNo)].map(([flowNo, parts]) => ({
      flowNo,
      amountCents: parts.reduce((sum, { appliedCents, surplusCents }) => sum + appliedCents + surplusCents, 0),
    }));
    const [deductionNo] = group.flatMap(({ deductionNos }) => deductionNos);
    const [couponNo] = group.flatMap(({ couponNos }) => couponNos);
    return [{ uses, billNo: first.billNo, repayType: first.repayType, deductionNo, couponNo }];
  });
}

/** With its waiver and coupon where it had any; by the rule where it had none, or where they are refused now. */
async function applyAgain(tx: Tx, orderNo: string, piece: Piece, makerUserNo: string): Promise<WhatIf['flows']> {
  const common = { orderNo, acknowledged: payment.confirmation.options, makerUserNo };
  const { uses, billNo, repayType, deductionNo, couponNo } = piece;
  const key = uses.map(({ flowNo }) => flowNo).join('+');
  let loweringRefused: string | null = null;
  if (deductionNo !== undefined || couponNo !== undefined) {
    let lowered = { waivedCents: 0, couponCents: 0 };
    loweringRefused = await trial(tx, async () => {
      const waiver = deductionNo === undefined ? null : await approveAgain(tx, deductionNo);
      const { applicationNos } = await applyByHand(tx, {
        ...common,
        billNo,
        repayType,
        uses,
        ...(waiver && { deductionNo: waiver.deductionNo }),
        ...(couponNo !== undefined && { couponNo }),
        idempotencyKey: `what-if/${key}`,
      });
      lowered = { waivedCents: waiver?.totalCents ?? 0, couponCents: await couponOf(tx, applicationNos) };
    });
    if (loweringRefused === null) {
      // Said beside the first of its payments.
      return uses.map((use, index) => ({
        ...use,
        error: null,
        loweringRefused,
        waivedCents: index === 0 ? lowered.waivedCents : 0,
        couponCents: index === 0 ? lowered.couponCents : 0,
      }));
    }
  }
  const flows: WhatIf['flows'] = [];
  for (const use of uses) {
    const error = await trial(tx, async () => {
      const rule = { billNo: null, repayType: 'GENERIC' } as const;
      await applyByHand(tx, { ...common, ...rule, uses: [use], idempotencyKey: `what-if/${use.flowNo}` });
    });
    flows.push({ ...use, error, loweringRefused, waivedCents: 0, couponCents: 0 });
  }
  return flows;
}

/** The same waiver as if somebody approved it once more; nothing of this transaction stays. @throws AppError DEDUCTION_WAITING */
async function approveAgain(tx: Tx, deductionNo: string) {
  const { rows } = await sql<{ deductionNo: string; totalCents: number }>`
    insert into deduction (merchant_no, order_no, bill_no, amounts, total_cents, requested_cents, expected_pay_cents, remark,
      reason, applicant_user_no, decided_by, decided_at, lapses_at, deduction_status)
    select merchant_no, order_no, bill_no, amounts, total_cents, requested_cents, expected_pay_cents, remark,
      reason, applicant_user_no, decided_by, now(), now() + interval '1 day', 'APPROVED'
    from deduction where deduction_no = ${deductionNo} on conflict do nothing
    returning deduction_no, total_cents`.execute(tx);
  const [waiver] = rows;
  if (!waiver) throw new AppError('DEDUCTION_WAITING');
  return waiver;
}

/** What a coupon took off with these write-offs. */
async function couponOf(db: Queryable, applicationNos: readonly string[]): Promise<number> {
  const { cents } = await db
    .selectFrom('couponUse')
    .select(sql<number>`coalesce(sum(used_cents), 0)::bigint`.as('cents'))
    .where('applicationNo', 'in', [...applicationNos, ''])
    .executeTakeFirstOrThrow();
  return cents;
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
