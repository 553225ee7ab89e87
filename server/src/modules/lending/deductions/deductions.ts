import { type Selectable, sql, type Updateable } from 'kysely';
import * as z from 'zod/mini';
import type { Database, Tx } from '../../../db/database.ts';
import type { DeductionTable } from '../../../db/engine-schema.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import { advance } from '../../../state-machine/index.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { type Amounts, type BillBalance, COMPONENTS, totalOf } from '../../platform/ledger/index.ts';
import { businessDateOf, lapseOfBusinessDate } from '../../platform/policy/index.ts';
import { deductionMachine } from '../../../state-machine/machines/deduction.machine.ts';
import { refusalOfChecker, refusalOfWaiver } from './limits.ts';

export type Deduction = Omit<Selectable<DeductionTable>, 'amounts'> & { readonly waived: Amounts };

const cents = z.int().check(z.minimum(0));
const storedAmounts = z.object({
  LATE_FEE: cents,
  LIQUIDATED_DAMAGES: cents,
  EXTENSION_SERVICE_FEE: cents,
  MANAGEMENT_FEE: cents,
  SERVICE_FEE: cents,
  EXCISE: cents,
  INTEREST: cents,
  PRINCIPAL: cents,
});

export interface NewDeduction {
  readonly bill: { readonly billNo: string; readonly orderNo: string; readonly merchantNo: string };
  /** The bill's, under lock. */
  readonly balance: BillBalance;
  readonly waived: Amounts;
  readonly reason: string;
  readonly remark?: string | undefined;
  readonly expectedPayCents?: number | undefined;
  readonly applicantUserNo: string;
  /** Of the applicant's role; null waives nothing. */
  readonly roleCapCents: number | null;
  /** The strategy that the request is within; null or absent: a person decides without one. */
  readonly strategy?: { readonly ruleId: string; readonly versionNo: number } | null | undefined;
}

/**
 * Asks for a waiver; one a bill at a time waits.
 * @throws AppError of `refusalOfWaiver`; DEDUCTION_WAITING
 */
export async function applyForDeduction(tx: Tx, request: NewDeduction): Promise<string> {
  const { bill, balance, waived, reason, applicantUserNo, roleCapCents } = request;
  const refusal = refusalOfWaiver(waived, balance.outstanding, roleCapCents);
  if (refusal) throw new AppError(refusal);
  const made = await tx
    .insertInto('deduction')
    .values({
      ...bill,
      amounts: JSON.stringify(waived),
      totalCents: totalOf(waived),
      requestedCents: totalOf(waived),
      expectedPayCents: request.expectedPayCents ?? null,
      reason,
      remark: request.remark ?? null,
      applicantUserNo,
      strategyRuleId: request.strategy?.ruleId ?? null,
      strategyVersionNo: request.strategy?.versionNo ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('deductionNo')
    .executeTakeFirst();
  if (!made) throw new AppError('DEDUCTION_WAITING');
  return made.deductionNo;
}

/**
 * Agrees to a waiver, for today, or not.
 * @throws AppError MAKER_IS_CHECKER, ILLEGAL_TRANSITION, DEDUCTION_NOT_FOUND, `refusalOfWaiver`'s
 */
export async function decideDeduction(
  tx: Tx,
  deductionNo: string,
  decision: {
    readonly isApproved: boolean;
    readonly userNo: string;
    readonly reason?: string | undefined;
    /** What is agreed to, where that is less than what was requested. */
    readonly lowered?: Amounts | undefined;
    readonly roleCapCents: number | null;
    readonly balance: BillBalance;
    readonly at?: Date;
  },
): Promise<void> {
  const { isApproved, userNo, reason, roleCapCents, balance, at = new Date() } = decision;
  const deduction = await lockDeduction(tx, deductionNo);
  const { waived: asked } = deduction;
  const waived = decision.lowered ?? asked;
  if (COMPONENTS.some((component) => waived[component] > asked[component])) {
    throw new AppError('DEDUCTION_ABOVE_COMPONENT');
  }
  const refusal =
    refusalOfChecker(deduction.applicantUserNo, userNo) ??
    (isApproved ? refusalOfWaiver(waived, balance.outstanding, roleCapCents) : null);
  if (refusal) throw new AppError(refusal);
  const command = isApproved ? 'approve' : 'reject';
  await set(tx, deductionNo, {
    deductionStatus: advance(deductionMachine, deduction.deductionStatus, command),
    decidedBy: userNo,
    decidedAt: at,
    decisionReason: reason ?? null,
    ...(isApproved && {
      amounts: JSON.stringify(waived),
      totalCents: totalOf(waived),
      lapsesAt: lapseOfBusinessDate(businessDateOf(at)),
    }),
  });
}

/** @throws AppError DEDUCTION_NOT_FOUND */
export async function lockDeduction(tx: Tx, deductionNo: string): Promise<Deduction> {
  const row = await lockOne(tx, tx.selectFrom('deduction').selectAll().where('deductionNo', '=', deductionNo), {
    missing: 'DEDUCTION_NOT_FOUND',
    subject: `deduction ${deductionNo}`,
    state: ({ deductionStatus }) => deductionStatus,
  });
  const { amounts, ...rest } = row;
  return { ...rest, waived: storedAmounts.parse(amounts) };
}

/** APPROVED → APPLIED by the write-off that used it. @throws AppError ILLEGAL_TRANSITION */
export async function markDeductionApplied(tx: Tx, deduction: Deduction, applicationNo: string): Promise<void> {
  const deductionStatus = advance(deductionMachine, deduction.deductionStatus, 'apply');
  await set(tx, deduction.deductionNo, { deductionStatus, applicationNo });
}

/** APPLIED → REVERSED, with the write-offs that used them. Nothing where they used none. */
export async function reverseDeductionsOf(tx: Tx, applicationNos: readonly string[]): Promise<void> {
  await tx
    .updateTable('deduction')
    .set({ deductionStatus: 'REVERSED' })
    .where(sql<boolean>`application_no = any(${[...applicationNos]}::text[])`)
    .where('deductionStatus', '=', 'APPLIED')
    .execute();
}

/** What was promised for a day that is over. @returns how many expired. */
export async function expireDeductions(db: Database, now: Date): Promise<number> {
  const [before, deductionStatus] = ['APPROVED', advance(deductionMachine, 'APPROVED', 'lapse')] as const;
  return await db.transaction().execute(async (tx) => {
    const lapsed = await tx
      .updateTable('deduction')
      .set({ deductionStatus })
      .where('deductionStatus', '=', before)
      .where('lapsesAt', '<', sql<Date>`${now}`)
      .returning(['deductionNo', 'merchantNo'])
      .execute();
    const moved = { before: { deductionStatus: before }, after: { deductionStatus } };
    const about = { topic: 'deduction.lapse', subjectType: 'deduction', ...moved };
    await publishEvent(
      tx,
      lapsed.map(({ deductionNo: subjectNo, merchantNo }) => ({ ...about, subjectNo, merchantNo })),
    );
    return lapsed.length;
  });
}

async function set(tx: Tx, deductionNo: string, change: Updateable<DeductionTable>): Promise<void> {
  await tx.updateTable('deduction').set(change).where('deductionNo', '=', deductionNo).execute();
}
