import type { feedback, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { maskName } from '../../platform/masking/index.ts';
import { admitNumber, knownCustomer } from './commands.ts';

const NEWEST = 10;

/** Who may handle feedback of the caller's merchants. */
export async function readHandlers({ db, caller }: Call): Promise<ReplyOf<typeof feedback.people>> {
  const merchantNos = merchantsSeen(caller.scope);
  let query = db
    .selectFrom('appUser as u')
    .innerJoin('userMerchant as m', 'm.userNo', 'u.userNo')
    .innerJoin('userRole as r', 'r.userNo', 'u.userNo')
    .innerJoin('roleCode as c', 'c.roleNo', 'r.roleNo')
    .select(['u.userNo', 'u.realName'])
    .distinct()
    .where('u.userStatus', '=', 'NORMAL')
    .where('c.code', '=', 'customerService:feedback:handle');
  if (merchantNos) query = query.where('m.merchantNo', 'in', [...merchantNos, '']);
  return await query.orderBy('u.realName').execute();
}

/** Whose number it is, or who the customer is. @throws AppError FEEDBACK_PHONE_UNKNOWN, CUSTOMER_NOT_FOUND */
export async function checkPhone(
  { phone, customerNo: known }: ParsedRequestOf<typeof feedback.checkPhone>,
  call: Call,
): Promise<ReplyOf<typeof feedback.checkPhone>> {
  const { db, caller } = call;
  const customer =
    known === undefined ? await admitNumber(phone ?? '', call) : await knownCustomer(db, known, caller.scope);
  if (!customer) throw new AppError('FEEDBACK_PHONE_UNKNOWN', { fields: ['phone'] });
  const { customerNo, merchantNo } = customer;
  const { customerName } = await db
    .selectFrom('customer')
    .select('customerName')
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  const orders = await db
    .selectFrom('loanOrder')
    .select(['orderNo', 'orderStatus', 'applyTime'])
    .where('customerNo', '=', customerNo)
    .orderBy('applyTime', 'desc')
    .limit(NEWEST)
    .execute();
  const openFeedback = await db
    .selectFrom('feedback')
    .select(['feedbackNo', 'category', 'feedbackStatus'])
    .where('customerNo', '=', customerNo)
    .where('feedbackStatus', '<>', 'PROCESSED')
    .orderBy('feedbackNo', 'desc')
    .limit(NEWEST)
    .execute();
  return {
    customerNo,
    merchantNo,
    customerName: caller.isMasked || caller.maskedFields.has('customerName') ? maskName(customerName) : customerName,
    orders: orders.map((order) => ({ ...order, applyTime: order.applyTime.toISOString() })),
    openFeedback,
  };
}
