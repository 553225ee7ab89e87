import type { auditOrders } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { maskPhone } from '../../platform/masking/index.ts';
import { findOrders } from './find.ts';
import { shownName } from './present.ts';
import { type OrderRecord, readOrders } from './read.ts';
import { sentenceOf, type WantedAnew } from './sentence.ts';

/** What the last decision asked returned orders to give again, by order. */
async function wantedAnew(db: Queryable, records: readonly OrderRecord[]): Promise<ReadonlyMap<string, WantedAnew>> {
  const returned = records.filter(({ orderStatus }) => orderStatus === 'RETURNED');
  if (returned.length === 0) return new Map();
  const rows = await db
    .selectFrom('orderReview')
    .select(['orderNo', 'changeBankCard', 'changePayoutType'])
    .distinctOn('orderNo')
    .where('auditResult', '=', 'REJECT')
    .where(
      'orderNo',
      'in',
      returned.map(({ orderNo }) => orderNo),
    )
    .orderBy('orderNo')
    .orderBy('decidedAt', 'desc')
    .execute();
  return new Map(
    rows.map(({ orderNo, changeBankCard, changePayoutType }) => [
      orderNo,
      { bankCard: changeBankCard ?? false, payoutType: changePayoutType ?? false },
    ]),
  );
}

/** Field by field: what is not named here does not leave the server. */
function abridge(caller: Caller, record: OrderRecord, wanted: WantedAnew | null) {
  return {
    orderNo: record.orderNo,
    merchantName: record.merchantName,
    customerName: shownName(caller, record.customerName),
    phone: maskPhone(record.phone),
    productName: record.productName,
    loanType: record.loanType,
    loanAmountCents: record.appliedCents,
    applyTime: record.applyTime.toISOString(),
    lendingTime: record.lendingTime?.toISOString() ?? null,
    orderStatus: record.orderStatus,
    sentence: sentenceOf(record, wanted),
  };
}

/** These orders as people who do not review may know them. */
export async function readAbridged(
  { db, caller, lang }: Pick<Call, 'db' | 'caller' | 'lang'>,
  orderNos: readonly string[],
): Promise<auditOrders.AbridgedRow[]> {
  const records = await readOrders(db, orderNos, lang);
  const wanted = await wantedAnew(db, records);
  return records.map((record) => abridge(caller, record, wanted.get(record.orderNo) ?? null));
}

/** What may be told to the customer of an order now, and who they are; null where there is no such order. */
export async function toldAbout(db: Queryable, orderNo: string) {
  const [record] = await readOrders(db, [orderNo], 'en');
  if (!record) return null;
  const wanted = await wantedAnew(db, [record]);
  const customer = await db
    .selectFrom('customer')
    .select(['customerNo', 'merchantNo', 'customerName', 'phone', 'speakingLanguage'])
    .where('customerNo', '=', record.customerNo)
    .executeTakeFirstOrThrow();
  return { customer, sentence: sentenceOf(record, wanted.get(orderNo) ?? null) };
}

/** One order with its way so far. Looking is recorded, as on the page of the whole order. */
export async function openAbridged(orderNo: string, call: Call) {
  const { db, caller } = call;
  const keys = { orderNos: [orderNo] };
  const found = await findOrders(db, caller.scope, keys, null, { offset: 0, limit: 1 });
  const [order] = await readAbridged(call, found.orderNos);
  if (!order) throw new AppError('ORDER_NOT_OF_MERCHANTS');
  const events = await db
    .selectFrom('orderEvent')
    .select(['toStatus', 'at'])
    .where('orderNo', '=', order.orderNo)
    .orderBy('eventId')
    .execute();
  await writeAudit(db, call, {
    action: 'auditOrder.abridgmentOpened',
    subjectType: 'order',
    subjectNo: order.orderNo,
  });
  const moves = events.map(({ toStatus, at }) => ({ status: toStatus, at: at.toISOString() }));
  return { order, path: pathOf(order.applyTime, moves), sentence: order.sentence };
}

type Step = Pick<auditOrders.AbridgedRow, 'orderStatus'> & { readonly at: string };
const STATUSES: ReadonlySet<string> = new Set<Step['orderStatus']>([
  'MACHINE_REVIEW',
  'MACHINE_REFUSED',
  'TO_ALLOCATE',
  'PENDING_REVIEW',
  'RETURNED',
  'REFUSED',
  'PENDING_DISBURSEMENT',
  'DISBURSING',
  'DISBURSE_FAILED',
  'DISBURSED',
  'CLOSED',
  'VOIDED',
]);

function isStatus(text: string): text is Step['orderStatus'] {
  return STATUSES.has(text);
}

/** Being assigned and taken back inside the company is nothing that a customer is told. */
function pathOf(applyTime: string, moves: readonly { status: string; at: string }[]): Step[] {
  const path: Step[] = [{ orderStatus: 'MACHINE_REVIEW', at: applyTime }];
  for (const { status, at } of moves) {
    const shown = status === 'TO_ALLOCATE' ? 'PENDING_REVIEW' : status;
    if (isStatus(shown) && path.at(-1)?.orderStatus !== shown) path.push({ orderStatus: shown, at });
  }
  return path;
}
