import type { ParsedRequestOf, paymentLink, ReplyOf } from '@kituo/sdk/contracts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { addDays, businessDateOf, lapseOfBusinessDate } from '../../platform/policy/index.ts';
import { lockLoan, reachOrder } from '../payments/index.ts';
import { owedOf, refuseAmount, workedCase } from '../prompts/index.ts';
import { linkAccount, throughBill } from './reach.ts';
import { sendLink } from './send.ts';
import { keyIdAt, tokenOf } from './token.ts';

type Form = Omit<ParsedRequestOf<typeof paymentLink.create>, 'orderNo'>;
type Made = ReplyOf<typeof paymentLink.create>;

/** @throws AppError as `makeLink` */
export async function createLink(
  { orderNo, ...form }: ParsedRequestOf<typeof paymentLink.create>,
  call: CommandCall,
): Promise<Made> {
  await reachOrder(call.tx, call.caller.scope, orderNo);
  return await makeLink({ ...form, orderNo, billNos: null, caseNo: null }, call);
}

/** @throws AppError CASE_NOT_FOUND, CASE_NOT_YOURS, and as `makeLink` */
export async function createLinkOfCase(
  { caseId, ...form }: ParsedRequestOf<typeof paymentLink.createOfCase>,
  caseScope: 'ORDER' | 'BILL',
  call: CommandCall,
): Promise<Made> {
  const { orderNo, billNos } = await workedCase(caseId, caseScope, call);
  return await makeLink({ ...form, orderNo, billNos, caseNo: caseId }, call);
}

/** Until 23:59 EAT of today; in the day's last minute, of tomorrow. */
function endOf(at: Date): Date {
  const today = businessDateOf(at);
  const end = lapseOfBusinessDate(today);
  return end > at ? end : lapseOfBusinessDate(addDays(today, 1));
}

/**
 * Makes a link within what the order or the case owes and the receiving account's bounds. Nothing is posted.
 * @throws AppError ILLEGAL_TRANSITION, BILL_NOT_FOUND, LINK_NO_ACCOUNT, LINK_AMOUNT_RANGE, WHOLE_SHILLINGS, CONTACT_…
 */
async function makeLink(
  request: Form & {
    readonly orderNo: string;
    /** The bills that the amount may not exceed; null for all of the order's. */
    readonly billNos: readonly string[] | null;
    readonly caseNo: string | null;
  },
  call: CommandCall,
): Promise<Made> {
  const { tx, caller, services } = call;
  const { orderNo, billNo = null, billNos, caseNo, amountCents, sendSms, language } = request;
  const at = new Date();
  const loan = await lockLoan(tx, orderNo, at);
  const { merchantNo, customerNo, orderStatus } = loan.order;
  if (orderStatus !== 'DISBURSED') {
    const facts = { subject: 'order', state: orderStatus, command: 'link' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  const account = await linkAccount(tx, merchantNo);
  if (!account) throw new AppError('LINK_NO_ACCOUNT');
  refuseAmount(owedOf(throughBill(loan, billNo), { billNo: null, billNos }), amountCents, account);
  const { accountId } = account;
  const link = await tx
    .insertInto('paymentLink')
    .values({
      merchantNo,
      customerNo,
      orderNo,
      billNo,
      caseNo,
      accountId,
      amountCents,
      keyId: keyIdAt(at),
      expiresAt: endOf(at),
      madeBy: caller.userNo,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const { linkNo, linkStatus, expiresAt } = link;
  noteMade(tx, `paymentLink ${linkNo}`);
  await writeAudit(tx, call, {
    action: 'paymentLink.create',
    subjectType: 'paymentLink',
    subjectNo: linkNo,
    merchantNo,
    after: { linkStatus, orderNo, billNo, caseNo, amountCents, accountId, expiresAt: expiresAt.toISOString() },
  });
  const url = `${services.settings.gateways.publicUrl}/pay/${await tokenOf(tx, link)}`;
  const attemptId = sendSms ? await sendLink(link, language, call) : null;
  return { linkNo, url, amountCents, expiresAt: expiresAt.toISOString(), attemptId };
}
