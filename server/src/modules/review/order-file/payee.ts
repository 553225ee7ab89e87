import type { orderFile } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { Caller } from '../../../http/implement.ts';
import type { OrderRecord } from './find-order.ts';
import { hidden, nameFor } from './masked.ts';

/** Where the money of an order goes, and every attempt at paying it, newest first. */
export async function payeeOf(
  db: Queryable,
  caller: Caller,
  order: OrderRecord,
): Promise<orderFile.OrderDetails['payee']> {
  const attempts = await db
    .selectFrom('payoutAttempt as a')
    .leftJoin('appUser as maker', 'maker.userNo', 'a.makerUserNo')
    .leftJoin('appUser as checker', 'checker.userNo', 'a.checkerUserNo')
    .select(['a.attemptNo', 'a.attemptStatus', 'a.amountCents', 'a.payoutChannel', 'a.payeePhone'])
    .select(['a.channelReference', 'a.failCode', 'a.failReason', 'a.createdAt', 'a.finishedAt'])
    .select(['maker.realName as makerName', 'checker.realName as checkerName'])
    .where('a.subjectType', '=', 'LOAN')
    .where('a.subjectNo', '=', order.orderNo)
    .orderBy('a.attemptCount', 'desc')
    .execute();
  return {
    payoutType: order.payoutType,
    payoutSubType: order.payoutSubType,
    accountName: nameFor(caller, order.payeeName),
    phone: hidden.phone(order.payeePhone),
    bankName: order.payeeBankName,
    bankCardNo: hidden.optional(order.payeeAccountNo),
    eWalletAccount: hidden.optional(order.eWalletAccount),
    attempts: attempts.map(({ createdAt, finishedAt, payeePhone, ...attempt }) => ({
      ...attempt,
      payeePhone: payeePhone === null ? null : hidden.phone(payeePhone),
      createdAt: createdAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
    })),
  };
}

/** The account as a confirmation names it, masked: a phone, a bank and its account, or an e-wallet. */
export function accountOf(order: {
  readonly payoutType: 'MOBILE_MONEY' | 'BANK' | 'E_WALLET';
  readonly payeePhone: string;
  readonly payeeBankName: string | null;
  readonly payeeAccountNo: string | null;
  readonly eWalletAccount: string | null;
}): string {
  switch (order.payoutType) {
    case 'MOBILE_MONEY':
      return hidden.phone(order.payeePhone);
    case 'BANK':
      return `${order.payeeBankName ?? ''} ${hidden.optional(order.payeeAccountNo) ?? ''}`.trim();
    case 'E_WALLET':
      return hidden.optional(order.eWalletAccount) ?? '';
  }
}
