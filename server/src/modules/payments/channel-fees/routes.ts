import { channelFee, type ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { type Call, implement } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { requestChange } from '../../platform/changes/index.ts';
import { bookFeeKind, reverseFeeKind } from './changes.ts';
import { channelFeeMachine } from './channel-fee.machine.ts';

/** A page of the fees that match. */
async function findFees(request: ParsedRequestOf<typeof channelFee.page>, call: Call) {
  const { filters, sort, page, pageSize } = request;
  const { merchantNo, accountId, statementCode, feeStatus, chargedFrom, chargedTo } = filters;
  const { codes, scope } = call.caller;
  const merchantNos = merchantsSeen(scope);
  let found = call.db
    .selectFrom('channelFee as f')
    .innerJoin('account as a', 'a.accountCode', 'f.accountCode')
    .innerJoin('appUser as m', 'm.userNo', 'f.makerUserNo')
    .leftJoin('appUser as c', 'c.userNo', 'f.checkerUserNo');
  if (merchantNos) found = found.where(sql<boolean>`f.merchant_no = any(${merchantNos})`);
  if (merchantNo) found = found.where('f.merchantNo', '=', merchantNo);
  if (accountId) found = found.where('f.accountCode', '=', accountId);
  if (statementCode) found = found.where('f.statementCode', '=', statementCode);
  if (feeStatus) found = found.where('f.feeStatus', '=', feeStatus);
  if (chargedFrom) found = found.where('f.chargedOn', '>=', chargedFrom);
  if (chargedTo) found = found.where('f.chargedOn', '<=', chargedTo);
  const { field, direction } = sort ?? { field: 'chargedOn', direction: 'desc' };
  const rows = await found
    .select(['f.feeNo', 'f.merchantNo', 'f.accountCode as accountId', 'a.nameEn', 'a.nameZh'])
    .select(['f.statementCode', 'f.chargedOn', 'f.amountCents', 'f.feeStatus', 'f.bookedAt'])
    .select(['m.realName as makerName', 'c.realName as checkerName', 'f.journalId', 'f.version'])
    .orderBy(`f.${field}`, direction)
    .orderBy('f.feeNo', direction)
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute();
  const counted = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirst();
  const mayResolve = codes.has('afterLoan:reconDifference:resolve');
  return {
    rows: rows.map(({ nameEn, nameZh, ...row }) => ({
      ...row,
      accountName: call.lang === 'zh' ? nameZh : nameEn,
      bookedAt: row.bookedAt.toISOString(),
      allowedActions: mayResolve ? [...allowedActions(channelFeeMachine, row.feeStatus)] : [],
    })),
    total: counted?.total ?? 0,
    totalIsExact: true,
  };
}

export const routes = [
  implement(channelFee.page, findFees),
  implement(channelFee.book, async ({ reason, ...fee }, call) => {
    const requested = { ...fee, makerUserNo: call.caller.userNo };
    return { changeNo: await requestChange(bookFeeKind, requested, call, reason) };
  }),
  implement(channelFee.reverse, async ({ reason, feeNo }, call) => {
    const requested = { feeNo, makerUserNo: call.caller.userNo };
    return { changeNo: await requestChange(reverseFeeKind, requested, call, reason) };
  }),
];
