import type { ParsedRequestOf, ReplyOf, orderDetail } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { correctCustomer } from '../../parties/customers/index.ts';
import { nameOfPlace } from '../../parties/addresses/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { lockOrder } from '../../lending/orders/index.ts';
import { evidenceOf, type PersonEvidence } from './evidence.ts';
import { findDetails, type OrderRecord } from './find-order.ts';
import { hidden } from './masked.ts';

type Request = ParsedRequestOf<typeof orderDetail.update>;

/**
 * Corrects what an application says, by the reviewer who has it. The payout account stays: where the money
 * goes is changed with a decision, and by two people. A new phone or ID number runs the checks of an
 * application again.
 */
export async function correctEntry(request: Request, call: CommandCall): Promise<ReplyOf<typeof orderDetail.update>> {
  const { tx, caller } = call;
  const { orderNo, version, reason } = request;
  const order = await findDetails(tx, caller, orderNo);
  const locked = await lockOrder(tx, orderNo);
  if (locked.orderStatus !== 'PENDING_REVIEW' || locked.auditorUserNo !== caller.userNo) {
    throw new AppError('ORDER_NOT_YOURS');
  }
  if (locked.version !== version) throw new AppError('STALE');
  const person = (await evidenceOf(tx, orderNo, 'PERSON')).content;
  const changes = changesOf(request, order, person);
  if (changes.length === 0) return { orderNo, version, changed: [] };
  await writeCustomer(tx, request, order);
  await writePerson(tx, request, orderNo, person);
  await tx
    .updateTable('loanOrder')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('orderNo', '=', orderNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'orderDetail.update',
    subjectType: 'order',
    subjectNo: orderNo,
    before: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
    after: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    reason,
  });
  return { orderNo, version: version + 1, changed: changes.map(({ field }) => field) };
}

interface Change {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What differs from what stands, as the log keeps it: numbers of people masked. */
function changesOf(request: Request, order: OrderRecord, person: PersonEvidence | null): Change[] {
  const same = (value: unknown) => value;
  const rows: [string, unknown, unknown, (value: string) => unknown][] = [
    ['phone', order.phone, request.phone, hidden.phone],
    ['idCardNo', order.idCardNo, request.idCardNo, hidden.idCard],
    ['email', person?.email ?? null, request.email, hidden.email],
    ['employerName', order.employer, request.employerName, same],
    ['incomeCents', order.monthlyIncomeCents, request.incomeCents, same],
    ['addressCode', person?.addressCode ?? null, request.addressCode, same],
    ['addressLine', person?.addressLine ?? null, request.addressLine, hidden.address],
  ];
  const logged = (value: unknown, mask: (text: string) => unknown) => (typeof value === 'string' ? mask(value) : value);
  return rows.flatMap(([field, before, after, mask]) =>
    after === undefined || after === before ? [] : { field, before: logged(before, mask), after: logged(after, mask) },
  );
}

async function writeCustomer(tx: Tx, request: Request, order: OrderRecord): Promise<void> {
  const { phone, idCardNo, employerName, incomeCents, addressCode } = request;
  if (addressCode !== undefined && nameOfPlace(addressCode) === null) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['addressCode'] });
  }
  const county = addressCode === undefined ? undefined : nameOfPlace(addressCode.slice(0, 3));
  await correctCustomer(tx, order, {
    phone,
    idCardNo,
    employer: employerName,
    monthlyIncomeCents: incomeCents,
    county: county ?? undefined,
  });
}

const NOBODY: PersonEvidence = {
  firstName: '',
  middleName: null,
  lastName: '',
  email: null,
  whatsApp: null,
  socialIds: [],
  education: null,
  maritalStatus: null,
  childrenCount: null,
  addressCode: null,
  addressLine: null,
  employer: null,
  incomeCents: null,
  appName: null,
  appVersion: null,
};

async function writePerson(tx: Tx, request: Request, orderNo: string, person: PersonEvidence | null): Promise<void> {
  const { email, addressCode, addressLine, employerName, incomeCents } = request;
  const content = JSON.stringify({
    ...(person ?? NOBODY),
    ...(email !== undefined && { email }),
    ...(addressCode !== undefined && { addressCode }),
    ...(addressLine !== undefined && { addressLine }),
    ...(employerName !== undefined && { employer: employerName }),
    ...(incomeCents !== undefined && { incomeCents }),
  });
  const deliveredAt = new Date();
  await tx
    .insertInto('orderEvidence')
    .values({ orderNo, topic: 'PERSON', deliveredAt, content })
    .onConflict((conflict) => conflict.columns(['orderNo', 'topic']).doUpdateSet({ content, deliveredAt }))
    .execute();
}
