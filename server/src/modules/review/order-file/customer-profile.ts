import type { customerProfile, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { maskedBank } from './details.ts';
import { evidenceIn, readEvidence } from './evidence.ts';
import { visibilityOf } from '../../staff/roles/index.ts';
import { hidden, nameFor } from './masked.ts';

type Profile = ReplyOf<typeof customerProfile.one>;
const NOTHING: Profile = {
  orderNo: null,
  applyTime: null,
  person: null,
  contacts: null,
  bank: null,
  bvn: null,
  device: null,
  places: [],
  apps: null,
};
const TOPICS = ['PERSON', 'CONTACTS', 'BANK', 'BVN', 'DEVICE', 'LOCATION', 'APPS'] as const;

/**
 * What the newest application that the caller sees told of a customer.
 * @throws AppError CUSTOMER_NOT_FOUND, ORDER_DETAILS_HIDDEN
 */
export async function profileOf({ customerNo }: { readonly customerNo: string }, call: Call): Promise<Profile> {
  const { db, caller } = call;
  const customer = await db
    .selectFrom('customer')
    .select('merchantNo')
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!customer || !seesMerchant(caller.scope, customer.merchantNo)) throw new AppError('CUSTOMER_NOT_FOUND');
  const { hidesDetails, hidesAddressBook } = await visibilityOf(db, caller);
  if (hidesDetails) throw new AppError('ORDER_DETAILS_HIDDEN');
  const order = await db
    .selectFrom('loanOrder')
    .select(['loanOrder.orderNo', 'loanOrder.applyTime'])
    .where('loanOrder.customerNo', '=', customerNo)
    .where(ordersWithin(caller.scope))
    .orderBy('loanOrder.applyTime', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!order) return NOTHING;
  const rows = await readEvidence(db, order.orderNo, TOPICS);
  const person = evidenceIn(rows, 'PERSON').content;
  const contacts = evidenceIn(rows, 'CONTACTS').content ?? [];
  const bank = evidenceIn(rows, 'BANK').content;
  const bvn = evidenceIn(rows, 'BVN').content;
  const device = evidenceIn(rows, 'DEVICE').content;
  const apps = evidenceIn(rows, 'APPS').content;
  const installed = (category: string) => apps?.filter((app) => app.category === category).length ?? 0;
  return {
    orderNo: order.orderNo,
    applyTime: order.applyTime.toISOString(),
    person: person && {
      firstName: nameFor(caller, person.firstName),
      middleName: nameFor(caller, person.middleName),
      lastName: nameFor(caller, person.lastName),
      email: hidden.email(person.email),
      whatsApp: person.whatsApp === null ? null : hidden.phone(person.whatsApp),
      socialIds: person.socialIds.map(hidden.number),
      education: person.education,
      maritalStatus: person.maritalStatus,
      childrenCount: person.childrenCount,
      addressLine: hidden.address(person.addressLine),
    },
    contacts: hidesAddressBook
      ? null
      : contacts.map(({ name, relation, phone, isGuarantor }, index) => ({
          contactId: `${order.orderNo}_${index + 1}`,
          name: nameFor(caller, name),
          relation,
          phone: hidden.contact(phone),
          isGuarantor,
        })),
    bank: bank && maskedBank(bank, call),
    bvn,
    device,
    places: (evidenceIn(rows, 'LOCATION').content ?? []).map(({ placeKind, address, city }) => ({
      placeKind,
      address: hidden.location(address),
      city,
    })),
    apps: apps && { installed: apps.length, lending: installed('LENDING'), gambling: installed('GAMBLING') },
  };
}
