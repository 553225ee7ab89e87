import * as z from 'zod/mini';
import { orderStatus } from './order-codes.ts';

/** How a name that a provider knows compares with the one that was typed. */
export const nameMatch = z.enum(['MATCH', 'PARTIAL', 'NO_MATCH']);

export const verification = z.enum(['PASSED', 'FAILED', 'PENDING']);

/** What an installed app is for. */
export const appCategory = z.enum(['LENDING', 'GAMBLING', 'OTHER']);

/** What is known of an order's customer: what they gave, what providers answered, what other orders share. */
const textOrNull = z.nullable(z.string());
const numberOrNull = z.nullable(z.number());

/** Another order that shares something with this one: a device, a face, a contact's number. */
export const sameTrait = z.object({
  orderNo: z.string(),
  customerName: z.string(),
  orderStatus,
  applyTime: z.string(),
  /** True for an order of the same customer. */
  isSameCustomer: z.boolean(),
});
export type SameTrait = z.output<typeof sameTrait>;

export const contactRow = z.object({
  /** What a reveal of its phone is asked by: `LO0000000001_1`. */
  contactId: z.string(),
  name: z.string(),
  /** CONTACT_RELATION. */
  relation: z.string(),
  phone: z.string(),
  /** Agreed to stand as guarantor: the only contact that may be called. */
  isGuarantor: z.boolean(),
  /** The number is on the contact blacklist: nobody contacts it. */
  isBlocked: z.boolean(),
  sameNumberOrders: z.array(sameTrait),
});

export const closeContactRow = z.object({
  contactId: z.string(),
  name: z.string(),
  phone: z.string(),
  contactCount: z.number(),
  firstContact: z.string(),
  lastContact: z.string(),
});

export const operatorFacts = z.object({
  /** CARRIER_TYPE. */
  carrier: z.string(),
  simAgeMonths: z.number(),
  /** NAME_MATCH: the registered name against the applicant's. */
  registeredNameMatch: nameMatch,
  monthsOfUse: z.number(),
  /** Of the last 30 days. */
  callsOut: z.number(),
  callsIn: z.number(),
  callMinutes: z.number(),
  smsOut: z.number(),
  smsIn: z.number(),
});

export const appRow = z.object({
  appName: z.string(),
  packageName: z.string(),
  firstInstallTime: z.string(),
  lastUpdateTime: z.string(),
  /** APP_CATEGORY: lending and gambling applications are marked. */
  category: appCategory,
});

export const placeRow = z.object({
  /** APPLICATION, HOME or EMPLOYER. */
  placeKind: z.enum(['APPLICATION', 'HOME', 'EMPLOYER']),
  address: z.string(),
  city: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  locatedAt: z.string(),
});

/** As it is shown: where the places lie to each other. The place itself is revealed by `placeId`. */
export const shownPlace = z.object({
  placeId: z.string(),
  placeKind: placeRow.shape.placeKind,
  /** Masked. */
  address: z.string(),
  city: z.string(),
  /** From the westernmost and the southernmost place. */
  eastDegrees: z.number(),
  northDegrees: z.number(),
  locatedAt: z.string(),
  /** From where the application was made; null for that place itself. */
  distanceMetres: numberOrNull,
});

export const deviceFacts = z.object({
  os: z.string(),
  model: z.string(),
  /** Masked for everybody. */
  imei: z.string(),
  mac: z.string(),
  resolution: z.string(),
  appVersion: z.string(),
});

export const bvnFacts = z.object({
  /** False: the provider answered that it knows nobody. */
  hasResult: z.boolean(),
  bankCode: textOrNull,
  firstName: textOrNull,
  middleName: textOrNull,
  lastName: textOrNull,
  registrationDate: textOrNull,
  enrollmentBank: textOrNull,
  /** By part of the name; null where that part is missing on either side. */
  matches: z.object({
    firstName: z.nullable(nameMatch),
    middleName: z.nullable(nameMatch),
    lastName: z.nullable(nameMatch),
  }),
});

export type BvnFacts = z.output<typeof bvnFacts>;

export const bankCard = z.object({
  /** BANK_NAME_TYPE. */
  bankName: z.string(),
  bankCode: z.string(),
  branch: z.string(),
  accountName: z.string(),
  /** Masked. */
  bankCardNo: z.string(),
  verification,
  verifiedAt: textOrNull,
});

export const earlierOrder = z.object({
  orderNo: z.string(),
  productName: z.string(),
  orderStatus,
  loanAmountCents: z.number(),
  applyTime: z.string(),
  lendingTime: textOrNull,
  /** The worst of its bills, in days; 0 where none was late. */
  worstOverdueDays: z.number(),
  rolloverCount: z.number(),
});
export const borrowing = z.object({
  orders: z.array(earlierOrder),
  totals: z.object({
    orders: z.number(),
    disbursed: z.number(),
    borrowedCents: z.number(),
    worstOverdueDays: z.number(),
    rollovers: z.number(),
  }),
});
