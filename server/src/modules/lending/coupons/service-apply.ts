import type { ParsedRequestOf, ReplyOf, serviceCoupon } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall, CommandContext } from '../../../http/implement.ts';
import { admitPhones } from '../../../lists/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { refuseUnattached } from '../../platform/files/index.ts';
import { maskName, maskPhone } from '../../platform/masking/index.ts';
import { askedToday, lockAsking, refuseOver } from './grant-limits.ts';
import { applyForCoupons, decideCoupons, issueRest } from './grants.ts';
import { serviceConfigs } from './service-configs.ts';

/** The coupons the caller may ask for, and how many are left today. */
export async function readRemaining(call: Call): Promise<ReplyOf<typeof serviceCoupon.remaining>> {
  const { rows } = await serviceConfigs.page(
    { filters: { configStatus: 'ENABLED' }, page: 1, pageSize: 100, sort: null },
    call,
  );
  return await Promise.all(
    rows.map(async (row) => ({
      ...row,
      left: Math.max(0, row.perDayLimit - (await askedToday(call.db, row.couponTemplateNo, call.caller.userNo))),
    })),
  );
}

/** The customers with the numbers, counted as a search where numbers are hidden. @throws AppError COUPON_CONFIG_NOT_FOUND, REVEAL_BUDGET */
async function admitCustomers(configNo: string, phones: readonly string[], call: Call) {
  const { merchantNo } = await serviceConfigs.one(configNo, call);
  const found = await call.db
    .selectFrom('customer')
    .select(['customerNo', 'customerName', 'phone'])
    .where('merchantNo', '=', merchantNo)
    .where(sql<boolean>`phone = any(${phones})`)
    .orderBy('customerNo')
    .execute();
  const hits = found.map(({ customerNo }) => customerNo);
  await admitPhones('serviceCoupon.checkPhones', { phones: [...new Set(phones)], found: hits }, call);
  return found;
}

/** Whose numbers they are. @throws AppError COUPON_CONFIG_NOT_FOUND, REVEAL_BUDGET */
export async function checkPhones(
  { configNo, phones }: ParsedRequestOf<typeof serviceCoupon.checkPhones>,
  call: Call,
): Promise<ReplyOf<typeof serviceCoupon.checkPhones>> {
  const { caller } = call;
  const found = await admitCustomers(configNo, phones, call);
  const known = new Set(found.map(({ phone }) => phone));
  const hides = caller.isMasked || caller.maskedFields.has('customerName');
  return {
    found: found.map((one) => ({
      customerNo: one.customerNo,
      customerName: hides ? maskName(one.customerName) : one.customerName,
      phone: maskPhone(one.phone),
    })),
    unknown: [...new Set(phones)].filter((phone) => !known.has(phone)).map(maskPhone),
  };
}

/**
 * Applies for coupons. Whose numbers they are counts as a search, as in the form's check, outside of the command: a
 * refusal would else tell which numbers are customers', and take its own record back.
 * @throws AppError REVEAL_BUDGET, FEEDBACK_NOT_FOUND, NOT_FOUND, and what `applyWithinLimits` refuses
 */
export async function submitApplication(
  form: ParsedRequestOf<typeof serviceCoupon.submit>,
  call: CommandCall,
): Promise<{ couponApplicationNo: string }> {
  const { merchantNo } = await serviceConfigs.one(form.configNo, call);
  const ofFeedback = form.feedbackNo === undefined ? null : await phoneOf(form.feedbackNo, merchantNo, call);
  const ofCall = form.recordNo === undefined ? null : await callerOf(form.recordNo, merchantNo, call);
  const known = ofFeedback ?? ofCall;
  if (form.phones.length === 0 && known !== null) {
    return await applyWithinLimits({ ...form, phones: [known] }, call);
  }
  await admitCustomers(form.configNo, form.phones, call);
  return await applyWithinLimits(form, call);
}

/** The number of the customer who gave a feedback to the merchant. @throws AppError FEEDBACK_NOT_FOUND */
async function phoneOf(feedbackNo: string, merchantNo: string, { db }: Pick<Call, 'db'>): Promise<string> {
  const found = await db
    .selectFrom('feedback as f')
    .innerJoin('customer as c', 'c.customerNo', 'f.customerNo')
    .select('c.phone')
    .where('f.feedbackNo', '=', feedbackNo)
    .where('f.merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!found) throw new AppError('FEEDBACK_NOT_FOUND', { fields: ['feedbackNo'] });
  return found.phone;
}

/** The number of the customer who rang the merchant. @throws AppError NOT_FOUND */
async function callerOf(recordNo: string, merchantNo: string, { db }: Pick<Call, 'db'>): Promise<string> {
  const found = await db
    .selectFrom('inCallRecord as r')
    .innerJoin('customer as c', 'c.customerNo', 'r.customerNo')
    .select('c.phone')
    .where('r.recordNo', '=', recordNo)
    .where('c.merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND', { fields: ['recordNo'] });
  return found.phone;
}

/**
 * Applies for coupons within the limits, counted under a lock of the person and the setting.
 * @throws AppError COUPON_CONFIG_NOT_FOUND, COUPON_CONFIG_OFF, COUPON_LIMIT, COUPON_DAY_LIMIT, COUPON_PHONES_UNKNOWN
 */
async function applyWithinLimits(
  form: ParsedRequestOf<typeof serviceCoupon.submit>,
  call: CommandCall,
): Promise<{ couponApplicationNo: string }> {
  const { tx, caller } = call;
  const { configNo, quantity, reason, feedbackNo = null, recordNo = null, voucherIds } = form;
  const { userNo } = caller;
  const { couponTemplateNo } = await serviceConfigs.one(configNo, { ...call, db: tx });
  await lockAsking(tx, couponTemplateNo, userNo);
  const config = await serviceConfigs.one(configNo, { ...call, db: tx });
  if (config.configStatus !== 'ENABLED') throw new AppError('COUPON_CONFIG_OFF', { fields: ['configNo'] });
  const phones = [...new Set(form.phones)];
  const asked = { customers: phones.length, quantity, more: phones.length };
  const used = await askedToday(tx, couponTemplateNo, userNo);
  refuseOver(config, asked, used, { quantity: 'quantity', phones: 'phones' });
  await refuseUnattached(tx, { subjectType: 'serviceVoucher', subjectNo: config.merchantNo }, voucherIds);
  const service = { configNo, quantity, feedbackNo, recordNo, voucherIds: [...voucherIds] };
  const couponApplicationNo = await applyForCoupons(
    tx,
    { couponTemplateNo, phones, reason, service },
    { userNo, scope: caller.scope, at: new Date() },
  );
  await writeAudit(tx, call, {
    action: 'serviceCoupon.submit',
    subjectType: 'couponApplication',
    subjectNo: couponApplicationNo,
    merchantNo: config.merchantNo,
    after: { configNo, quantity, customers: phones.length },
    reason,
  });
  return { couponApplicationNo };
}

/** @throws AppError what `decideCoupons` refuses */
export async function decideApplication(
  { couponApplicationNo, reason }: ParsedRequestOf<typeof serviceCoupon.approve>,
  isApproved: boolean,
  call: CommandContext,
): Promise<ReplyOf<typeof serviceCoupon.approve>> {
  const { tx, caller } = call;
  const { userNo, scope } = caller;
  const decision = { userNo, scope, at: new Date(), isApproved, reason };
  const { application, couponNos } = await decideCoupons(tx, couponApplicationNo, decision);
  const { applicationStatus, merchantNo } = application;
  await writeAudit(tx, call, {
    action: 'serviceCoupon.audit',
    subjectType: 'couponApplication',
    subjectNo: couponApplicationNo,
    merchantNo,
    before: { applicationStatus: 'PENDING' },
    after: { applicationStatus, issued: couponNos.length },
    ...(reason !== undefined && { reason }),
  });
  return { couponApplicationNo, applicationStatus, issued: couponNos.length };
}

/** @throws AppError what `issueRest` refuses */
export async function retryIssue(
  { couponApplicationNo }: ParsedRequestOf<typeof serviceCoupon.retryIssue>,
  call: CommandContext,
): Promise<ReplyOf<typeof serviceCoupon.retryIssue>> {
  const { tx, caller } = call;
  const { userNo, scope } = caller;
  const { application, couponNos } = await issueRest(tx, couponApplicationNo, { userNo, scope, at: new Date() });
  const { applicationStatus, merchantNo } = application;
  await writeAudit(tx, call, {
    action: 'serviceCoupon.retryIssue',
    subjectType: 'couponApplication',
    subjectNo: couponApplicationNo,
    merchantNo,
    after: { issued: couponNos.length },
  });
  return { couponApplicationNo, applicationStatus, issued: couponNos.length };
}
