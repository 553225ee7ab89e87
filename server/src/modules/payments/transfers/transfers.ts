import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { advance } from '../../../state-machine/index.ts';
import type { BankAccount } from '../../platform/ledger/index.ts';
import { flowMachine, lockFlow, moveOfFlow, type PaymentFlow } from '../payments/index.ts';
import { createAttempt } from '../../lending/payouts/index.ts';
import { cashTransferMachine } from './cash-transfer.machine.ts';
import { bankOf, type CashTransfer, lockTransfer, setTransfer } from './store.ts';

/** What M-Pesa pays to a phone at once. */
const PHONE_CAP_CENTS = 250_000_00;
/** Returns leave from where payouts leave. */
const FLOAT: BankAccount = 'BANK.MPESA_FLOAT';

interface Asked {
  readonly amountCents: number;
  readonly purpose: string;
  readonly voucherIds: readonly string[];
  readonly applicantUserNo: string;
  readonly scope: DataScope;
}

export interface OwnTransfer extends Asked {
  readonly merchantNo: string;
  readonly sourceAccountCode: string;
  readonly targetAccountCode: string;
}

/**
 * Asks for money to move from one of our accounts to another; nothing is posted yet.
 * @throws AppError SAME_ACCOUNT, ACCOUNT_UNKNOWN, SOURCE_SHORT, WHOLE_SHILLINGS, REFERENCE_UNKNOWN
 */
export async function askOwnTransfer(tx: Tx, asked: OwnTransfer): Promise<string> {
  const { scope, merchantNo, sourceAccountCode, targetAccountCode, voucherIds, ...rest } = asked;
  if (!seesMerchant(scope, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  if (sourceAccountCode === targetAccountCode) throw new AppError('SAME_ACCOUNT', { fields: ['targetAccountId'] });
  const names = await bankNames(tx, [sourceAccountCode, targetAccountCode]);
  if (!names.has(sourceAccountCode)) throw new AppError('ACCOUNT_UNKNOWN', { fields: ['sourceAccountId'] });
  const payeeName = names.get(targetAccountCode);
  if (payeeName === undefined) throw new AppError('ACCOUNT_UNKNOWN', { fields: ['targetAccountId'] });
  refuseCents(asked.amountCents);
  await refuseShortSource(tx, { merchantNo, sourceAccountCode, amountCents: asked.amountCents });
  const { transferNo } = await tx
    .insertInto('cashTransfer')
    .values({
      ...rest,
      merchantNo,
      transferType: 'OWN_ACCOUNT',
      sourceAccountCode,
      targetAccountCode,
      payeeName,
      voucherIds: [...voucherIds],
    })
    .returning('transferNo')
    .executeTakeFirstOrThrow();
  noteMade(tx, `transfer ${transferNo}`);
  return transferNo;
}

/**
 * Asks for an unmatched payment, or what is left of it, to go back to its payer. Held from write-off from now on.
 * @throws AppError SERIAL_NOT_FOUND, FLOW_MATCHED, ABOVE_WRITABLE, PAYER_UNKNOWN, CHANNEL_CAP, WHOLE_SHILLINGS
 */
export async function askReturn(
  tx: Tx,
  { scope, flowNo, voucherIds, ...asked }: Asked & { readonly flowNo: string },
): Promise<string> {
  const flow = await lockFlow(tx, flowNo);
  if (!seesMerchant(scope, flow.merchantNo)) throw new AppError('SERIAL_NOT_FOUND', { fields: ['flowNo'] });
  refuseMatched(flow);
  const { amountCents } = asked;
  refuseCents(amountCents);
  if (amountCents > flow.writableCents) {
    const facts = { writableCents: flow.writableCents };
    throw new AppError('ABOVE_WRITABLE', { fields: ['amountCents'], facts });
  }
  if (amountCents > PHONE_CAP_CENTS) {
    const facts = { cap: PHONE_CAP_CENTS / 100, parts: Math.ceil(amountCents / PHONE_CAP_CENTS) };
    throw new AppError('CHANNEL_CAP', { fields: ['amountCents'], facts });
  }
  if (flow.payerPhone === null) throw new AppError('PAYER_UNKNOWN', { fields: ['flowNo'] });
  const { transferNo } = await tx
    .insertInto('cashTransfer')
    .values({
      ...asked,
      merchantNo: flow.merchantNo,
      transferType: 'RETURN_TO_PAYER',
      sourceAccountCode: FLOAT,
      flowNo,
      payeePhone: flow.payerPhone,
      payeeName: flow.payerName ?? '',
      voucherIds: [...voucherIds],
    })
    .returning('transferNo')
    .executeTakeFirstOrThrow();
  await moveOfFlow(tx, flow, { heldCents: amountCents });
  noteMade(tx, `transfer ${transferNo}`);
  return transferNo;
}

/** A payment is named by its number or the channel's. What is neither is looked for by its number, and not found. */
export async function flowNoOf(db: Queryable, typed: string): Promise<string> {
  const found = await db
    .selectFrom('paymentFlow')
    .select('flowNo')
    .where((eb) => eb('flowNo', '=', typed).or('paymentCode', '=', typed))
    .limit(1)
    .executeTakeFirst();
  return found?.flowNo ?? typed;
}

/** Money that found an order stays there; its remainder may go back. */
function refuseMatched(flow: PaymentFlow): void {
  const isOpen = ['RECEIVED', 'UNMATCHED'].includes(flow.flowStatus) && flow.orderNo === null;
  if (!isOpen && flow.flowStatus !== 'PART_APPLIED') throw new AppError('FLOW_MATCHED', { fields: ['flowNo'] });
}

function refuseCents(amountCents: number): void {
  if (amountCents % 100 !== 0) throw new AppError('WHOLE_SHILLINGS', { fields: ['amountCents'] });
}

async function bankNames(db: Queryable, codes: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('account')
    .select(['accountCode', 'nameEn'])
    .where('accountCode', 'in', [...codes])
    .where('accountCode', 'like', 'BANK.%')
    .execute();
  return new Map(rows.map(({ accountCode, nameEn }) => [accountCode, nameEn]));
}

interface Source {
  readonly merchantNo: string;
  readonly sourceAccountCode: string;
}

/** What the books say the account has, less what approved transfers are about to take. Cents. */
export async function availableOn(
  db: Queryable,
  { merchantNo, sourceAccountCode }: Source,
  exceptTransferNo: string | null = null,
): Promise<number> {
  const { rows } = await sql<{ available: number }>`
    select (coalesce((select sum(amount_cents) from bank_sum
        where account_code = ${sourceAccountCode} and merchant_no = ${merchantNo}), 0)
      - coalesce((select sum(amount_cents) from cash_transfer
        where source_account_code = ${sourceAccountCode} and merchant_no = ${merchantNo}
          and transfer_type = 'OWN_ACCOUNT' and transfer_status in ('APPROVED', 'RELEASING')
          and transfer_no is distinct from ${exceptTransferNo}), 0))::bigint as available`.execute(db);
  return rows[0]?.available ?? 0;
}

async function refuseShortSource(
  tx: Tx,
  request: Source & { readonly amountCents: number },
  exceptTransferNo: string | null = null,
): Promise<void> {
  // Two releases of one account must not both find the same money.
  const key = `cash ${request.merchantNo} ${request.sourceAccountCode}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  const available = await availableOn(tx, request, exceptTransferNo);
  if (request.amountCents > available) {
    const facts = { available: (Math.max(0, available) / 100).toFixed(2) };
    throw new AppError('SOURCE_SHORT', { fields: ['amountCents'], facts });
  }
}

/** The applicant takes back what nobody decided yet. @throws AppError TRANSFER_NOT_FOUND, ILLEGAL_TRANSITION */
export async function giveUpTransfer(
  tx: Tx,
  transferNo: string,
  who: { readonly userNo: string; readonly scope: DataScope },
): Promise<CashTransfer> {
  const transfer = await lockTransfer(tx, transferNo, who.scope);
  if (transfer.applicantUserNo !== who.userNo) throw new AppError('TRANSFER_NOT_FOUND');
  const transferStatus = advance(cashTransferMachine, transfer.transferStatus, 'giveUp');
  await setTransfer(tx, transferNo, { transferStatus });
  await releaseHold(tx, transfer);
  return { ...transfer, transferStatus };
}

/** Another person agrees, or not. @throws AppError MAKER_IS_CHECKER, ILLEGAL_TRANSITION, SOURCE_SHORT */
export async function decideTransfer(
  tx: Tx,
  transferNo: string,
  decision: {
    readonly isApproved: boolean;
    readonly userNo: string;
    readonly scope: DataScope;
    readonly auditRemark: string | null;
    readonly at: Date;
  },
): Promise<CashTransfer> {
  const { isApproved, userNo, scope, auditRemark, at } = decision;
  const transfer = await lockTransfer(tx, transferNo, scope);
  if (transfer.applicantUserNo === userNo) throw new AppError('MAKER_IS_CHECKER');
  const command = isApproved ? 'approve' : 'reject';
  const transferStatus = advance(cashTransferMachine, transfer.transferStatus, command);
  if (isApproved && transfer.transferType === 'OWN_ACCOUNT') {
    await refuseShortSource(tx, transfer, transferNo);
  }
  await setTransfer(tx, transferNo, {
    transferStatus,
    auditorUserNo: userNo,
    auditRemark,
    auditTime: at,
  });
  if (!isApproved) await releaseHold(tx, transfer);
  return { ...transfer, transferStatus };
}

/** What was held is writable again; a flow whose rest was applied meanwhile is no longer used up. */
async function releaseHold(tx: Tx, { flowNo, amountCents }: CashTransfer): Promise<void> {
  if (flowNo === null) return;
  const flow = await lockFlow(tx, flowNo);
  const { flowStatus } = flow;
  const isUsedUp = flowStatus === 'APPLIED';
  await moveOfFlow(tx, flow, {
    heldCents: -amountCents,
    ...(isUsedUp && { flowStatus: advance(flowMachine, flowStatus, 'rollBackPart') }),
  });
}

/**
 * Begins to move the money of an approved (or failed) transfer. Sent after the commit, like every payout.
 * @returns the attempt's number.
 * @throws AppError MAKER_IS_CHECKER, ILLEGAL_TRANSITION, SOURCE_SHORT, PAYOUT_LIVE
 */
export async function releaseTransfer(
  tx: Tx,
  transferNo: string,
  who: { readonly userNo: string; readonly scope: DataScope; readonly at: Date },
): Promise<{ readonly transfer: CashTransfer; readonly attemptNo: string }> {
  const transfer = await lockTransfer(tx, transferNo, who.scope);
  if (transfer.applicantUserNo === who.userNo) throw new AppError('MAKER_IS_CHECKER');
  const command = transfer.transferStatus === 'FAILED' ? 'releaseAgain' : 'release';
  const transferStatus = advance(cashTransferMachine, transfer.transferStatus, command);
  const isOwn = transfer.transferType === 'OWN_ACCOUNT';
  if (isOwn) await refuseShortSource(tx, transfer, transferNo);
  const { userNo: releaserUserNo, at: releaseTime } = who;
  await setTransfer(tx, transferNo, { transferStatus, releaserUserNo, releaseTime });
  const attemptNo = await createAttempt(tx, {
    subjectType: 'TRANSFER',
    subjectNo: transferNo,
    merchantNo: transfer.merchantNo,
    payoutChannel: 'MPESA',
    account: bankOf(transfer.sourceAccountCode),
    amountCents: transfer.amountCents,
    payeePhone: transfer.payeePhone,
    payeeName: transfer.targetAccountCode ?? transfer.payeeName,
    makerUserNo: transfer.applicantUserNo,
    checkerUserNo: releaserUserNo,
  });
  return { transfer: { ...transfer, transferStatus }, attemptNo };
}
