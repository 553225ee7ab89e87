import { orderFile } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import type { EvidenceTopic } from '../../../db/order-file-schema.ts';

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
export type PersonEvidence = z.output<typeof personEvidence>;

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
  BANK: orderFile.bankCard,
  CONTACTS: z.array(z.omit(orderFile.contactRow, { ...noId, sameNumberOrders: true })),
  CLOSE_CONTACTS: z.array(z.omit(orderFile.closeContactRow, noId)),
  OPERATOR: orderFile.operatorFacts,
  APPS: z.array(orderFile.appRow),
  LOCATION: z.array(z.omit(orderFile.placeRow, { distanceMetres: true })),
  DEVICE: orderFile.deviceFacts,
  BVN: orderFile.bvnFacts,
  FACE: faceEvidence,
} as const satisfies Record<EvidenceTopic, z.ZodMiniType>;

export type EvidenceOf<Topic extends EvidenceTopic> = z.output<(typeof EVIDENCE)[Topic]>;

/** A provider's answer: `content` null where it has not come. */
export interface Delivered<Content> {
  readonly askedAt: string | null;
  readonly deliveredAt: string | null;
  readonly content: Content | null;
}

interface EvidenceRow {
  readonly topic: EvidenceTopic;
  readonly askedAt: Date;
  readonly deliveredAt: Date | null;
  readonly content: unknown;
}

/** The rows of some topics of one order, in one query. */
export async function readEvidence(
  db: Queryable,
  orderNo: string,
  topics: readonly EvidenceTopic[],
): Promise<readonly EvidenceRow[]> {
  return await db
    .selectFrom('orderEvidence')
    .select(['topic', 'askedAt', 'deliveredAt', 'content'])
    .where('orderNo', '=', orderNo)
    .where('topic', 'in', topics)
    .execute();
}

/** One topic of what was read. */
export function evidenceIn<Topic extends EvidenceTopic>(
  rows: readonly EvidenceRow[],
  topic: Topic,
): Delivered<EvidenceOf<Topic>> {
  const row = rows.find((each) => each.topic === topic);
  const form: z.ZodMiniType<unknown> = EVIDENCE[topic];
  const content = row?.content == null ? null : form.parse(row.content);
  return {
    askedAt: row?.askedAt.toISOString() ?? null,
    deliveredAt: row?.deliveredAt?.toISOString() ?? null,
    // The form is the topic's own; the compiler does not follow a table by its key.
    content: content as EvidenceOf<Topic> | null,
  };
}

/** One topic of one order. */
export async function evidenceOf<Topic extends EvidenceTopic>(
  db: Queryable,
  orderNo: string,
  topic: Topic,
): Promise<Delivered<EvidenceOf<Topic>>> {
  return evidenceIn(await readEvidence(db, orderNo, [topic]), topic);
}
