import type { inCallRecord, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call, DataScope } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { admitPhones } from '../../../lists/index.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { maskName } from '../../platform/masking/index.ts';
import { inCalls } from './list.ts';
import { LISTEN, recordingOf } from './listen.ts';

/** Orders and calls that are shown of a caller. */
const SHOWN = 5;

/** Hotlines that answer and agents who record, of the caller's merchants. */
export async function readChoices({ db, caller, services }: Call): Promise<ReplyOf<typeof inCallRecord.choices>> {
  const merchantNos = merchantsSeen(caller.scope);
  let hotlines = db
    .selectFrom('hotline as h')
    .innerJoin('merchant as m', 'm.merchantNo', 'h.merchantNo')
    .select(['h.contactValue as value', 'm.merchantName'])
    .where('h.contactType', '=', 'PHONE')
    .where('h.isEnabled', '=', true);
  let agents = db
    .selectFrom('appUser as u')
    .innerJoin('userMerchant as m', 'm.userNo', 'u.userNo')
    .innerJoin('userRole as r', 'r.userNo', 'u.userNo')
    .innerJoin('roleCode as c', 'c.roleNo', 'r.roleNo')
    .select(['u.userNo as value', 'u.realName as label'])
    .distinct()
    .where('u.userStatus', '=', 'NORMAL')
    .where('c.code', '=', 'customerService:callRecord:save');
  if (merchantNos) {
    hotlines = hotlines.where('h.merchantNo', 'in', [...merchantNos, '']);
    agents = agents.where('m.merchantNo', 'in', [...merchantNos, '']);
  }
  const found = await hotlines.orderBy('h.contactValue').execute();
  return {
    hotlines: found.map(({ value, merchantName }) => ({ value, label: `${value} · ${merchantName}` })),
    agents: await agents.orderBy('u.realName').execute(),
    hasTelephone: Boolean(services.engine.gateways.telephony),
  };
}

/** The newest customer with a number among one's merchants; undefined where nobody has it. */
export async function customerWith(db: Queryable, phone: string, scope: DataScope) {
  const merchantNos = merchantsSeen(scope);
  let query = db.selectFrom('customer').select(['customerNo', 'customerName', 'merchantNo']).where('phone', '=', phone);
  if (merchantNos) query = query.where('merchantNo', 'in', [...merchantNos, '']);
  return await query.orderBy('customerNo', 'desc').executeTakeFirst();
}

/** Whose number it is, counted as a search where numbers are hidden. @throws AppError REVEAL_BUDGET */
export async function admitCaller(phone: string, reading: Pick<Call, 'db' | 'caller' | 'services'>) {
  const customer = await customerWith(reading.db, phone, reading.caller.scope);
  const found = customer ? [customer.customerNo] : [];
  await admitPhones('inCallRecord.checkPhone', { phones: [phone], found }, reading);
  return customer;
}

/** Whose number it is, what they owe us to know, and when they called before. */
export async function checkCaller(
  { phone }: ParsedRequestOf<typeof inCallRecord.checkPhone>,
  call: Call,
): Promise<ReplyOf<typeof inCallRecord.checkPhone>> {
  const { db, caller } = call;
  const customer = await admitCaller(phone, call);
  const isHidden = caller.isMasked || caller.maskedFields.has('customerName');
  const calls =
    customer === undefined
      ? []
      : await db
          .selectFrom('inCallRecord')
          .select(['recordNo', 'callAt', 'reasonType'])
          .where('phone', '=', phone)
          .where('merchantNo', '=', customer.merchantNo)
          .orderBy('callAt', 'desc')
          .limit(SHOWN)
          .execute();
  const orders =
    customer === undefined
      ? []
      : await db
          .selectFrom('loanOrder')
          .select(['orderNo', 'orderStatus'])
          .where('customerNo', '=', customer.customerNo)
          .orderBy('applyTime', 'desc')
          .limit(SHOWN)
          .execute();
  return {
    customerNo: customer?.customerNo ?? null,
    customerName: customer === undefined ? null : isHidden ? maskName(customer.customerName) : customer.customerName,
    orders,
    calls: calls.map((one) => ({ ...one, callAt: one.callAt.toISOString() })),
  };
}

/** @throws AppError NOT_FOUND */
export async function readInCall(
  { recordNo }: { readonly recordNo: string },
  call: Call,
): Promise<ReplyOf<typeof inCallRecord.one>> {
  const { db } = call;
  const row = await inCalls.one(recordNo, call);
  const { phone } = await inCalls.stored(recordNo, call);
  const bill =
    row.customerNo === null
      ? undefined
      : await db
          .selectFrom('bill as b')
          .innerJoin('billBalance as n', 'n.billNo', 'b.billNo')
          .select(['b.billNo', 'b.dueDate', 'n.outstandingCents'])
          .where('b.customerNo', '=', row.customerNo)
          .where('n.outstandingCents', '>', 0)
          .orderBy('b.dueDate')
          .limit(1)
          .executeTakeFirst();
  const calls = await db
    .selectFrom('inCallRecord')
    .select(['recordNo', 'callAt', 'content'])
    .where('phone', '=', phone)
    .where('merchantNo', '=', row.merchantNo)
    .where(sql<boolean>`record_no <> ${recordNo}`)
    .orderBy('callAt', 'desc')
    .limit(SHOWN)
    .execute();
  return {
    row,
    bill: bill ?? null,
    calls: calls.map((one) => ({ ...one, callAt: one.callAt.toISOString() })),
    hasRecording: call.caller.codes.has(LISTEN) && (await recordingOf(recordNo, call)) !== null,
    history: await readHistory(db, 'inCallRecord', recordNo),
  };
}
