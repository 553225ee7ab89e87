import type { orderFile } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { type Delivered, evidenceOf, type EvidenceOf } from './evidence.ts';
import { findAddressBook, findDetails, type OrderRecord } from './find-order.ts';
import { hidden, nameFor } from './masked.ts';
import { sharing, traitsOf } from './people.ts';

interface Asked {
  readonly orderNo: string;
}

type Contact = EvidenceOf<'CONTACTS'>[number];
const idOf = (orderNo: string, index: number) => `${orderNo}_${index + 1}`;

/** Those of some numbers that are on the contact blacklist, whatever channel it shuts. */
async function blockedOf(db: Queryable, contacts: readonly Contact[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('contactBlock')
    .select('phone')
    .where('phone', 'in', ['', ...contacts.map(({ phone }) => phone)])
    .where('liftedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', new Date())]))
    .execute();
  return new Set(rows.flatMap(({ phone }) => phone ?? []));
}

function maskedContact(contact: Contact, contactId: string, blocked: ReadonlySet<string>, { caller }: Call) {
  return {
    ...contact,
    contactId,
    isBlocked: blocked.has(contact.phone),
    name: nameFor(caller, contact.name),
    phone: hidden.contact(contact.phone),
  };
}

/** Emergency contacts, each with the other orders that name the same number. */
export async function contactsOf({ orderNo }: Asked, call: Call) {
  const order = await findAddressBook(call.db, call.caller, orderNo);
  const { content, ...asked } = await evidenceOf(call.db, orderNo, 'CONTACTS');
  const phones = (content ?? []).map(({ phone }) => phone);
  const shared = await sharing(call.db, call.caller, order, 'CONTACT_PHONE', phones);
  const blocked = await blockedOf(call.db, content ?? []);
  return {
    ...asked,
    content:
      content?.map((contact, index) => ({
        ...maskedContact(contact, idOf(orderNo, index), blocked, call),
        sameNumberOrders: shared.get(contact.phone) ?? [],
      })) ?? null,
  };
}

export async function emergencyContactsOf({ orderNo }: Asked, call: Call) {
  await findAddressBook(call.db, call.caller, orderNo);
  const { content } = await evidenceOf(call.db, orderNo, 'CONTACTS');
  const blocked = await blockedOf(call.db, content ?? []);
  return (content ?? []).map((contact, index) => maskedContact(contact, idOf(orderNo, index), blocked, call));
}

/** The address book by how often the customer talks to each. */
export async function closeContactsOf({ orderNo }: Asked, call: Call) {
  await findAddressBook(call.db, call.caller, orderNo);
  const { content, ...asked } = await evidenceOf(call.db, orderNo, 'CLOSE_CONTACTS');
  const rows = content
    ?.map((row, index) => ({
      ...row,
      contactId: idOf(orderNo, index),
      name: nameFor(call.caller, row.name),
      phone: hidden.contact(row.phone),
    }))
    .sort((one, other) => other.contactCount - one.contactCount);
  return { ...asked, content: rows ?? null };
}

/** Lending and gambling applications first, then by name. */
export async function appsOf({ orderNo }: Asked, call: Call) {
  await findDetails(call.db, call.caller, orderNo);
  const { content, ...asked } = await evidenceOf(call.db, orderNo, 'APPS');
  const rank = { LENDING: 0, GAMBLING: 1, OTHER: 2 } as const;
  const rows = content?.toSorted(
    (one, other) => rank[one.category] - rank[other.category] || one.appName.localeCompare(other.appName),
  );
  return { ...asked, content: rows ?? null };
}

/** Where they were: to each other, on no map; the place itself is revealed. */
export async function placesOf({ orderNo }: Asked, call: Call) {
  await findDetails(call.db, call.caller, orderNo);
  const { content, ...asked } = await evidenceOf(call.db, orderNo, 'LOCATION');
  const from = content?.find(({ placeKind }) => placeKind === 'APPLICATION');
  const west = Math.min(...(content ?? []).map(({ longitude }) => longitude));
  const south = Math.min(...(content ?? []).map(({ latitude }) => latitude));
  const rows = content?.map(({ longitude, latitude, address, ...place }, index) => ({
    ...place,
    placeId: idOf(orderNo, index),
    address: hidden.location(address),
    eastDegrees: longitude - west,
    northDegrees: latitude - south,
    distanceMetres: from === undefined || content[index] === from ? null : metresBetween(from, { longitude, latitude }),
  }));
  return { ...asked, content: rows ?? null };
}

interface Spot {
  readonly longitude: number;
  readonly latitude: number;
}

const EARTH_METRES = 6_371_000;

/** Along the great circle, in whole metres. */
export function metresBetween(one: Spot, other: Spot): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [north, east] = [radians(other.latitude - one.latitude), radians(other.longitude - one.longitude)];
  const chord =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(east / 2) ** 2;
  return Math.round(2 * EARTH_METRES * Math.asin(Math.sqrt(chord)));
}

export async function deviceOf({ orderNo }: Asked, call: Call) {
  const order: OrderRecord = await findDetails(call.db, call.caller, orderNo);
  const { content, ...asked } = await evidenceOf(call.db, orderNo, 'DEVICE');
  const devices = await traitsOf(call.db, orderNo, 'DEVICE');
  const shared = await sharing(call.db, call.caller, order, 'DEVICE', devices);
  return {
    ...asked,
    content: content && {
      ...content,
      imei: hidden.number(content.imei),
      mac: hidden.number(content.mac),
      sameDeviceOrders: [...shared.values()].flat(),
    },
  };
}

export async function bvnOf({ orderNo }: Asked, call: Call): Promise<Delivered<orderFile.BvnFacts>> {
  await findDetails(call.db, call.caller, orderNo);
  const { content, ...asked } = await evidenceOf(call.db, orderNo, 'BVN');
  return {
    ...asked,
    content: content && {
      ...content,
      firstName: nameFor(call.caller, content.firstName),
      middleName: nameFor(call.caller, content.middleName),
      lastName: nameFor(call.caller, content.lastName),
    },
  };
}
