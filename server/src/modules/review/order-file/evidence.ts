import { intake } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import type { EvidenceTopic } from '../../../db/order-file-schema.ts';

export type PersonEvidence = z.output<typeof intake.personEvidence>;

export type EvidenceOf<Topic extends EvidenceTopic> = z.output<(typeof intake.EVIDENCE)[Topic]>;

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
  const form: z.ZodMiniType<unknown> = intake.EVIDENCE[topic];
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
