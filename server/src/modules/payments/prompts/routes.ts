import { type ParsedRequestOf, paymentPrompt, type ReplyOf } from '@kituo/sdk/contracts';
import { type Call, type CommandCall, implement } from '../../../http/implement.ts';
import type { CaseReach } from '../../collections/collections/index.ts';
import { maskPhone } from '../../platform/masking/index.ts';
import { reachOrder } from '../payments/index.ts';
import { requestPayment } from './ask.ts';
import { workedCase } from './worked-case.ts';

async function ofCase(
  { caseId, billNo = null, amountCents }: ParsedRequestOf<typeof paymentPrompt.createOfCase>,
  caseScope: CaseReach['caseScope'],
  call: CommandCall,
) {
  const { orderNo, billNos } = await workedCase(caseId, caseScope, call);
  const request = { orderNo, billNo, amountCents, billNos, caseNo: caseId };
  return await requestPayment({ ...request, purpose: 'COLLECTION' }, call);
}

const SHOWN = 50;

async function ofOrder(
  { orderNo }: ParsedRequestOf<typeof paymentPrompt.ofOrder>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof paymentPrompt.ofOrder>> {
  await reachOrder(db, caller.scope, orderNo);
  const rows = await db
    .selectFrom('paymentPrompt as p')
    .leftJoin('appUser as u', 'u.userNo', 'p.madeBy')
    .select(['p.promptNo', 'p.orderNo', 'p.billNo', 'p.caseNo as caseId', 'p.linkNo', 'p.amountCents', 'p.phone'])
    .select(['p.promptStatus', 'p.resultCode', 'p.resultText', 'p.paymentCode'])
    .select(['u.realName as madeByName', 'p.createdAt', 'p.sentAt', 'p.finishedAt'])
    .where('p.orderNo', '=', orderNo)
    .orderBy('p.promptNo', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map(({ phone, createdAt, sentAt, finishedAt, ...row }) => ({
    ...row,
    phone: maskPhone(phone),
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  }));
}

export const routes = [
  implement(paymentPrompt.create, async ({ orderNo, billNo = null, amountCents }, call) => {
    await reachOrder(call.tx, call.caller.scope, orderNo);
    const request = { orderNo, billNo, amountCents, billNos: null, caseNo: null };
    return await requestPayment({ ...request, purpose: 'SERVICE' }, call);
  }),
  implement(paymentPrompt.createOfCase, (form, call) => ofCase(form, 'ORDER', call)),
  implement(paymentPrompt.createOfStageCase, (form, call) => ofCase(form, 'BILL', call)),
  implement(paymentPrompt.ofOrder, ofOrder),
];
