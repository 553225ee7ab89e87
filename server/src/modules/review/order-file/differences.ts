import type { orderFile } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { Caller } from '../../../http/implement.ts';
import { nameOfPlace } from '../../parties/addresses/index.ts';
import { evidenceOf, type PersonEvidence } from './evidence.ts';
import type { OrderRecord } from './find-order.ts';
import { hidden, nameFor } from './masked.ts';

/** What the customer said otherwise than on the application before; null where there is none to compare. */
export async function differencesOf(
  db: Queryable,
  caller: Caller,
  order: OrderRecord,
): Promise<orderFile.OrderDetails['differences']> {
  const previous = await db
    .selectFrom('loanOrder')
    .innerJoin('orderEvidence', (join) =>
      join
        .onRef('orderEvidence.orderNo', '=', 'loanOrder.orderNo')
        .on('orderEvidence.topic', '=', 'PERSON')
        .on('orderEvidence.content', 'is not', null),
    )
    .select('loanOrder.orderNo')
    .where('loanOrder.customerNo', '=', order.customerNo)
    .where('loanOrder.applyTime', '<', order.applyTime)
    .orderBy('loanOrder.applyTime', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!previous) return null;
  const [before, now] = await Promise.all([
    evidenceOf(db, previous.orderNo, 'PERSON'),
    evidenceOf(db, order.orderNo, 'PERSON'),
  ]);
  if (before.content === null || now.content === null) return null;
  const was = wordsOf(before.content, caller);
  const is = wordsOf(now.content, caller);
  // Compared in full, shown masked: two numbers may look alike once they are.
  const wasPlain = plainOf(before.content);
  const isPlain = plainOf(now.content);
  return {
    previousOrderNo: previous.orderNo,
    fields: COMPARED.filter((field) => wasPlain[field] !== isPlain[field]).map((field) => ({
      field,
      before: was[field],
      now: is[field],
    })),
  };
}

const COMPARED = [
  'firstName',
  'middleName',
  'lastName',
  'email',
  'whatsApp',
  'education',
  'maritalStatus',
  'childrenCount',
  'address',
  'employerName',
  'incomeCents',
] as const;
type Words = Record<(typeof COMPARED)[number], string | null>;

/** The county, and what follows it as `shown` has it. */
function addressIn(
  { addressCode, addressLine }: PersonEvidence,
  shown: (line: string | null) => string | null,
): string | null {
  const place = addressCode === null ? null : nameOfPlace(addressCode);
  return [place, shown(addressLine)].filter((each) => each !== null).join(', ') || null;
}

function plainOf(person: PersonEvidence): Words {
  const text = (value: number | null) => (value === null ? null : String(value));
  return {
    firstName: person.firstName,
    middleName: person.middleName,
    lastName: person.lastName,
    email: person.email,
    whatsApp: person.whatsApp,
    education: person.education,
    maritalStatus: person.maritalStatus,
    childrenCount: text(person.childrenCount),
    address: addressIn(person, (line) => line),
    employerName: person.employer,
    incomeCents: text(person.incomeCents),
  };
}

function wordsOf(person: PersonEvidence, caller: Caller): Words {
  const plain = plainOf(person);
  return {
    ...plain,
    firstName: nameFor(caller, plain.firstName),
    middleName: nameFor(caller, plain.middleName),
    lastName: nameFor(caller, plain.lastName),
    email: hidden.email(plain.email),
    whatsApp: plain.whatsApp === null ? null : hidden.phone(plain.whatsApp),
    address: addressIn(person, hidden.address),
  };
}
