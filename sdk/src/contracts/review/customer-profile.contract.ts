import * as z from 'zod/mini';
import { CARD_PAGES } from '../collections/customer-manage.contract.ts';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo } from '../list.ts';
import { bvnFacts, verification } from './order-evidence.ts';

const textOrNull = z.nullable(z.string());

export const one = defineEndpoint({
  name: 'customerProfile.one',
  method: 'GET',
  path: 'customerServiceCenter/customer/{customerNo}/profile',
  access: { page: [...CARD_PAGES] },
  kind: 'query',
  summary:
    'What a customer’s newest application told of them, masked: person, contacts, bank, device, places, apps. CUSTOMER_NOT_FOUND, ORDER_DETAILS_HIDDEN',
  request: z.object({ customerNo: businessNo }),
  reply: z.object({
    /** Null where nothing was applied for yet; all else is null then. */
    orderNo: textOrNull,
    applyTime: textOrNull,
    person: z.nullable(
      z.object({
        firstName: z.string(),
        middleName: textOrNull,
        lastName: z.string(),
        /** Masked, like the one below. */
        email: textOrNull,
        whatsApp: textOrNull,
        socialIds: z.array(z.string()),
        /** EDUCATION_TYPE */
        education: textOrNull,
        /** MARITAL_STATUS_TYPE */
        maritalStatus: textOrNull,
        childrenCount: z.nullable(z.number()),
        addressLine: textOrNull,
      }),
    ),
    /** Null where the caller’s roles hide address books. */
    contacts: z.nullable(
      z.array(
        z.object({
          contactId: z.string(),
          name: z.string(),
          relation: z.string(),
          phone: z.string(),
          isGuarantor: z.boolean(),
        }),
      ),
    ),
    bank: z.nullable(
      z.object({
        bankName: z.string(),
        accountName: z.string(),
        /** Masked. */
        bankCardNo: z.string(),
        verification,
      }),
    ),
    bvn: z.nullable(z.pick(bvnFacts, { hasResult: true, enrollmentBank: true, registrationDate: true })),
    device: z.nullable(z.object({ os: z.string(), model: z.string(), appVersion: z.string() })),
    places: z.array(
      z.object({ placeKind: z.enum(['APPLICATION', 'HOME', 'EMPLOYER']), address: z.string(), city: z.string() }),
    ),
    apps: z.nullable(z.object({ installed: z.number(), lending: z.number(), gambling: z.number() })),
  }),
});
