import { customerManage, type ReplyOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { creditOf } from '../../lending/credit/index.ts';
import { applyFrom } from '../../lending/orders/index.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { visibilityOf } from '../../staff/roles/index.ts';
import { customers } from './list.ts';
import { offersAgreedAt } from './opt-in.ts';

/** Orders, coupons and the like that a card shows. */
const SHOWN = 10;
const expiredKinds = z.array(customerManage.dataKind);

/** Whole years; null without a date of birth. */
function ageOf(birthDate: string | null, today: string): number | null {
  if (birthDate === null) return null;
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** @throws AppError CUSTOMER_NOT_FOUND */
export async function readCustomer(
  { customerNo }: { readonly customerNo: string },
  call: Call,
): Promise<ReplyOf<typeof customerManage.one>> {
  const { db } = call;
  const row = await customers.one(customerNo, call);
  const person = await db
    .selectFrom('customer')
    .select(['sex', 'birthDate', 'county', 'employer', 'monthlyIncomeCents', 'payDay', 'speakingLanguage'])
    .select('expiredKinds')
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  const { birthDate, expiredKinds: expired, ...facts } = person;
  const credit = await creditOf(db, customerNo, new Date());
  const orders = await db
    .selectFrom('loanOrder')
    .select(['orderNo', 'orderStatus', 'applyTime'])
    .where('customerNo', '=', customerNo)
    .orderBy('applyTime', 'desc')
    .limit(SHOWN)
    .execute();
  const coupons = await db
    .selectFrom('coupon as c')
    .innerJoin('couponTemplate as t', 't.couponTemplateNo', 'c.couponTemplateNo')
    .select(['c.couponNo', 't.couponContent', 'c.couponStatus'])
    .where('c.customerNo', '=', customerNo)
    .orderBy('c.issuedAt', 'desc')
    .limit(SHOWN)
    .execute();
  const feedback = await db
    .selectFrom('feedback')
    .select(['feedbackNo', 'content', 'feedbackStatus'])
    .where('customerNo', '=', customerNo)
    .orderBy('createdAt', 'desc')
    .limit(SHOWN)
    .execute();
  const calls = await db
    .selectFrom('inCallRecord')
    .select(['recordNo', 'callAt', 'content'])
    .where('customerNo', '=', customerNo)
    .orderBy('callAt', 'desc')
    .limit(SHOWN)
    .execute();
  const blocks = await db
    .selectFrom('contactBlock')
    .select(['blockId', 'blockKind', 'note'])
    .where('customerNo', '=', customerNo)
    .where('liftedAt', 'is', null)
    .execute();
  const { hidesDetails } = await visibilityOf(db, call.caller);
  return {
    row,
    ...facts,
    showsProfile: !hidesDetails,
    age: ageOf(birthDate, businessDateOf(new Date())),
    limit: credit && { ...credit, customerNo, expiresAt: credit.expiresAt?.toISOString() ?? null },
    expiredKinds: expiredKinds.parse(expired),
    orders: orders.map((one) => ({ ...one, applyTime: one.applyTime.toISOString() })),
    coupons,
    feedback,
    calls: calls.map((one) => ({ ...one, callAt: one.callAt.toISOString() })),
    blocks,
    offersAgreedAt: (await offersAgreedAt(db, customerNo))?.toISOString() ?? null,
    history: await readHistory(db, 'customer', customerNo),
  };
}

/** @throws AppError CUSTOMER_NOT_FOUND */
export async function readStanding(
  { customerNo }: { readonly customerNo: string },
  { db, caller }: Call,
): Promise<ReplyOf<typeof customerManage.standing>> {
  const found = await db
    .selectFrom('customer')
    .select(['merchantNo', 'accountStatus', 'expiredKinds', 'sessionsEndedAt'])
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!found || !seesMerchant(caller.scope, found.merchantNo)) throw new AppError('CUSTOMER_NOT_FOUND');
  return {
    accountStatus: found.accountStatus,
    expiredKinds: expiredKinds.parse(found.expiredKinds),
    sessionsEndedAt: found.sessionsEndedAt?.toISOString() ?? null,
    applyFrom: await applyFrom(db, customerNo, new Date()),
  };
}
