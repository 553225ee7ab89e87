import type { intake, ParsedRequestOf } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import type { EvidenceTopic } from '../../../db/order-file-schema.ts';

type Answers = ParsedRequestOf<typeof intake.evidence>['evidence'];
type TraitKind = 'DEVICE' | 'FACE' | 'CONTACT_PHONE';

/** What an answer has in common with other orders: a device, a face, a contact's number. */
function traitsOf({ DEVICE, FACE, CONTACTS }: Answers): ReadonlyMap<TraitKind, readonly string[]> {
  const traits = new Map<TraitKind, readonly string[]>();
  if (DEVICE) traits.set('DEVICE', [DEVICE.imei]);
  if (FACE) traits.set('FACE', [FACE.faceKey]);
  if (CONTACTS) traits.set('CONTACT_PHONE', [...new Set(CONTACTS.map(({ phone }) => phone))]);
  return traits;
}

/**
 * Keeps what was delivered of an order, the newest answer of each topic; what no answer came for is known to be asked
 * for, and takes no earlier answer away.
 */
export async function keepEvidence(tx: Tx, orderNo: string, answers: Answers, at: Date) {
  // The keys of the request are the topics.
  const topics = Object.keys(answers) as (EvidenceTopic & keyof Answers)[];
  const delivered = topics.filter((topic) => answers[topic] !== null).toSorted();
  const awaited = topics.filter((topic) => answers[topic] === null).toSorted();
  for (const topic of delivered) {
    const held = { deliveredAt: at, content: JSON.stringify(answers[topic]) };
    await tx
      .insertInto('orderEvidence')
      .values({ orderNo, topic, askedAt: at, ...held })
      .onConflict((conflict) => conflict.columns(['orderNo', 'topic']).doUpdateSet(held))
      .execute();
  }
  if (awaited.length > 0) {
    await tx
      .insertInto('orderEvidence')
      .values(awaited.map((topic) => ({ orderNo, topic, askedAt: at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  for (const [traitKind, values] of traitsOf(answers)) {
    await tx.deleteFrom('orderTrait').where('orderNo', '=', orderNo).where('traitKind', '=', traitKind).execute();
    if (values.length === 0) continue;
    const rows = values.map((traitValue) => ({ traitKind, traitValue, orderNo }));
    await tx.insertInto('orderTrait').values(rows).execute();
  }
  return { delivered, awaited };
}
