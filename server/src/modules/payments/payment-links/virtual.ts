import type { ParsedRequestOf, paymentLink, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { lockOrder } from '../../lending/orders/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { checkDigitOf, isServed, reachOrder } from '../payments/index.ts';
import { workedCase } from '../prompts/index.ts';

type Issued = ReplyOf<typeof paymentLink.virtualCreate>;

/** @throws AppError ORDER_NOT_FOUND, and as `issueNumber` */
export async function createNumber(
  { orderNo }: ParsedRequestOf<typeof paymentLink.virtualCreate>,
  call: CommandCall,
): Promise<Issued> {
  await reachOrder(call.tx, call.caller.scope, orderNo);
  return await issueNumber(orderNo, call);
}

/** @throws AppError CASE_NOT_FOUND, CASE_NOT_YOURS, and as `issueNumber` */
export async function createNumberOfCase(
  { caseId }: ParsedRequestOf<typeof paymentLink.virtualCreateOfCase>,
  caseScope: 'ORDER' | 'BILL',
  call: CommandCall,
): Promise<Issued> {
  const { orderNo } = await workedCase(caseId, caseScope, call);
  return await issueNumber(orderNo, call);
}

/**
 * Issues an order's number, the next of its merchant's range. Its account is locked: two who ask at once get two.
 * @throws AppError ILLEGAL_TRANSITION, VIRTUAL_ACCOUNT_EXISTS, VIRTUAL_NO_RANGE, VIRTUAL_RANGE_FULL
 */
async function issueNumber(orderNo: string, call: CommandCall): Promise<Issued> {
  const { tx, caller } = call;
  const { merchantNo, orderStatus } = await lockOrder(tx, orderNo);
  if (orderStatus !== 'DISBURSED') {
    const facts = { subject: 'order', state: orderStatus, command: 'virtualAccount' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  const issued = await readNumber(tx, orderNo);
  if (issued) throw new AppError('VIRTUAL_ACCOUNT_EXISTS', { facts: { virtualNo: issued.virtualNo } });
  const account = await lockRange(tx, merchantNo);
  const virtualNo = await nextOf(tx, account);
  const { accountId, accountName, shortCode } = account;
  await tx
    .insertInto('virtualAccount')
    .values({ virtualNo, orderNo, merchantNo, accountId, madeBy: caller.userNo })
    .execute();
  noteMade(tx, `virtualAccount ${virtualNo}`);
  await writeAudit(tx, call, {
    action: 'virtualAccount.create',
    subjectType: 'virtualAccount',
    subjectNo: virtualNo,
    merchantNo,
    after: { orderNo, accountId },
  });
  return { orderNo, virtualNo, accountName, shortCode };
}

/** The enabled account of virtual numbers that serves a merchant; its own goes before one of all. */
async function lockRange(tx: Tx, merchantNo: string) {
  const accounts = await tx
    .selectFrom('repayAccount')
    .select(['accountId', 'merchantNos', 'rangeFrom', 'rangeTo', 'accountName', 'shortCode'])
    .where('codeRule', '=', 'VIRTUAL')
    .where('enabled', '=', true)
    .where('rangeFrom', 'is not', null)
    .orderBy('accountId')
    .execute();
  const serving = accounts.filter((account) => isServed(account, merchantNo));
  const chosen = serving.find(({ merchantNos }) => merchantNos.length > 0) ?? serving[0];
  if (!chosen) throw new AppError('VIRTUAL_NO_RANGE');
  const { rangeFrom, rangeTo } = await tx
    .selectFrom('repayAccount')
    .select(['rangeFrom', 'rangeTo'])
    .where('accountId', '=', chosen.accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (rangeFrom === null || rangeTo === null) throw new AppError('VIRTUAL_NO_RANGE');
  return { ...chosen, rangeFrom, rangeTo };
}

/** After the highest that was issued of the range, by whichever account. @throws AppError VIRTUAL_RANGE_FULL */
async function nextOf(
  tx: Tx,
  { rangeFrom: from, rangeTo: to }: { readonly rangeFrom: string; readonly rangeTo: string },
): Promise<string> {
  const last = await tx
    .selectFrom('virtualAccount')
    .select('virtualNo')
    .where('virtualNo', '>=', `${from}0`)
    .where('virtualNo', '<=', `${to}9`)
    .where(sql<boolean>`length(virtual_no) = ${from.length + 1}`)
    .orderBy('virtualNo', 'desc')
    .limit(1)
    .executeTakeFirst();
  const body = last ? String(Number(last.virtualNo.slice(0, -1)) + 1).padStart(from.length, '0') : from;
  if (body.length > from.length || body > to) throw new AppError('VIRTUAL_RANGE_FULL', { facts: { from, to } });
  return body + checkDigitOf(body);
}

async function readNumber(db: Queryable, orderNo: string): Promise<Issued | null> {
  const found = await db
    .selectFrom('virtualAccount as v')
    .innerJoin('repayAccount as r', 'r.accountId', 'v.accountId')
    .select(['v.orderNo', 'v.virtualNo', 'r.accountName', 'r.shortCode'])
    .where('v.orderNo', '=', orderNo)
    .executeTakeFirst();
  return found ?? null;
}

/** @throws AppError ORDER_NOT_FOUND */
export async function numberOfOrder(
  { orderNo }: ParsedRequestOf<typeof paymentLink.virtualOfOrder>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof paymentLink.virtualOfOrder>> {
  await reachOrder(db, caller.scope, orderNo);
  return { number: await readNumber(db, orderNo) };
}
