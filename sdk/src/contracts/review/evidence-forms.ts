import * as z from 'zod/mini';
import { appRow, bankCard, bvnFacts, closeContactRow, contactRow, deviceFacts } from './order-evidence.ts';
import { operatorFacts, placeRow } from './order-evidence.ts';

const textOrNull = z.nullable(z.string());
const noId = { contactId: true } as const;

/** What the customer's application said of them, beside what stands with the customer. */
export const personEvidence = z.object({
  firstName: z.string(),
  middleName: textOrNull,
  lastName: z.string(),
  email: textOrNull,
  whatsApp: textOrNull,
  socialIds: z.array(z.string()),
  education: textOrNull,
  maritalStatus: textOrNull,
  childrenCount: z.nullable(z.number()),
  addressCode: textOrNull,
  addressLine: textOrNull,
  /** As applied with; the customer's own are the present ones. */
  employer: textOrNull,
  incomeCents: z.nullable(z.number()),
  appName: textOrNull,
  appVersion: textOrNull,
});

const faceEvidence = z.object({
  /** The provider's key of the face; the same on every order that shows it. */
  faceKey: z.string(),
  /** Selfie against the ID's picture, 0 to 100. */
  score: z.number(),
  liveness: z.enum(['PASSED', 'FAILED']),
});

/** The form of each topic's content, in full: it is masked when it is presented. */
export const EVIDENCE = {
  PERSON: personEvidence,
  BANK: bankCard,
  CONTACTS: z.array(z.omit(contactRow, { ...noId, isBlocked: true, sameNumberOrders: true })),
  CLOSE_CONTACTS: z.array(z.omit(closeContactRow, noId)),
  OPERATOR: operatorFacts,
  APPS: z.array(appRow),
  LOCATION: z.array(placeRow),
  DEVICE: deviceFacts,
  BVN: bvnFacts,
  FACE: faceEvidence,
} as const;
