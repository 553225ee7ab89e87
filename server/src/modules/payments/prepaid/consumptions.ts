import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { advance } from '../../../state-machine/index.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { partnerPostings, postJournal, reverse } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { merchantConsumptionMachine } from './merchant-consumption.machine.ts';
import type { Decision } from './recharges.ts';
import { type Consumption, lockConsumption, lockPrepaid, movePrepaid } from './store.ts';

export interface NewConsumption {
  readonly merchantNo: string;
  readonly consumptionType: Consumption['consumptionType'];
  /** What it is for: an order, a query. The same cause is charged once. */
  readonly causeNo: string;
  readonly orderNo?: string;
  readonly quantity: number;
  /** The price of this moment; what is free is no consumption. */
  readonly unitPriceCents: number;
  readonly at: Date;
}

/**
 * Charges a merchant's balance: merchant prepaid / service income.
 * @returns the record's number, or null where this cause was charged before: nothing is written then.
 * @throws AppError PREPAID_SHORT, AMOUNT_INVALID
 */
export async function chargeMerchant(tx: Tx, use: NewConsumption): Promise<string | null> {
  const { merchantNo, consumptionType, causeNo, quantity, unitPriceCents, at } = use;
  const amountCents = quantity * unitPriceCents;
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) throw new AppError('AMOUNT_INVALID');
  const account = await lockPrepaid(tx, merchantNo);
  const known = await tx
    .selectFrom('merchantConsumption')
    .select('recordNo')
    .where('merchantNo', '=', merchantNo)
    .where('consumptionType', '=', consumptionType)
    .where('causeNo', '=', causeNo)
    .executeTakeFirst();
  if (known) return null;
  const balanceAfterCents = await movePrepaid(tx, account, -amountCents);
  const { journalId } = await postJournal(tx, {
    kind: 'MERCHANT_CONSUMPTION',
    businessDate: businessDateOf(at),
    merchantNo,
    cause: { type: 'CONSUMPTION', no: causeNo },
    idempotencyKey: `consumption/${merchantNo}/${consumptionType}/${causeNo}`,
    lines: partnerPostings.merchantConsumption({ amountCents }),
  });
  const { recordNo } = await tx
    .insertInto('merchantConsumption')
    .values({
      merchantNo,
      consumptionType,
      causeNo,
      orderNo: use.orderNo ?? null,
      quantity,
      unitPriceCents,
      amountCents,
      balanceAfterCents,
      consumedAt: at,
      journalId,
    })
    .returning('recordNo')
    .executeTakeFirstOrThrow();
  await publishEvent(tx, {
    topic: 'consumption.charge',
    subjectType: 'consumption',
    subjectNo: recordNo,
    merchantNo,
    after: { consumptionType, causeNo, amountCents, balanceAfterCents },
  });
  return recordNo;
}

/** A charge may be reversed for so long. */
const REVERSIBLE_DAYS = 60;
const DAY_MS = 86_400_000;

/**
 * Asks to take a charge back; another person decides.
 * @throws AppError CONSUMPTION_NOT_FOUND, ILLEGAL_TRANSITION, REVERSAL_TOO_LATE
 */
export async function requestReversal(
  tx: Tx,
  recordNo: string,
  request: {
    readonly reason: string;
    readonly remark: string;
    readonly userNo: string;
    readonly scope: DataScope;
    readonly at: Date;
  },
): Promise<Consumption> {
  const { reason, remark, userNo, scope, at } = request;
  const before = await lockConsumption(tx, recordNo, scope);
  const status = advance(merchantConsumptionMachine, before.consumptionStatus, 'requestReversal');
  if (at.getTime() - before.consumedAt.getTime() > REVERSIBLE_DAYS * DAY_MS) {
    throw new AppError('REVERSAL_TOO_LATE', { facts: { days: REVERSIBLE_DAYS } });
  }
  return await set(tx, before, {
    consumptionStatus: status,
    reverseReason: reason,
    reverseRemark: remark,
    applicantUserNo: userNo,
    auditorUserNo: null,
    auditRemark: null,
  });
}

/**
 * Agrees to a reversal (the mirror of the charge, the balance back) or refuses it: charged as before.
 * @throws AppError CONSUMPTION_NOT_FOUND, MAKER_IS_CHECKER, ILLEGAL_TRANSITION
 */
export async function decideReversal(
  tx: Tx,
  recordNo: string,
  { isApproved, userNo, scope, remark, at }: Decision,
): Promise<Consumption> {
  const before = await lockConsumption(tx, recordNo, scope);
  const { merchantNo, applicantUserNo, amountCents, journalId } = before;
  const command = isApproved ? 'confirmReversal' : 'refuseReversal';
  const status = advance(merchantConsumptionMachine, before.consumptionStatus, command);
  if (applicantUserNo === userNo || applicantUserNo === null) throw new AppError('MAKER_IS_CHECKER');
  if (isApproved) {
    await movePrepaid(tx, await lockPrepaid(tx, merchantNo), amountCents);
    await reverse(tx, journalId, {
      businessDate: businessDateOf(at),
      cause: { type: 'CONSUMPTION', no: recordNo },
      idempotencyKey: `consumption-reversed/${recordNo}`,
      makerUserNo: applicantUserNo,
      checkerUserNo: userNo,
    });
  }
  return await set(tx, before, {
    consumptionStatus: status,
    auditorUserNo: userNo,
    auditRemark: remark,
    ...(isApproved && { reversedAt: at }),
  });
}

async function set(
  tx: Tx,
  before: Consumption,
  change: Partial<
    Pick<
      Consumption,
      | 'consumptionStatus'
      | 'reverseReason'
      | 'reverseRemark'
      | 'applicantUserNo'
      | 'auditorUserNo'
      | 'auditRemark'
      | 'reversedAt'
    >
  >,
): Promise<Consumption> {
  await tx
    .updateTable('merchantConsumption')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('recordNo', '=', before.recordNo)
    .execute();
  return { ...before, ...change };
}
