import type { nineFour } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import type { Segment } from '../quality/index.ts';

type Heard = nineFour.HeardMoment;

/** What a customer says in English or Swahili, the gravest first. That they paid is looked up; it disputes nothing. */
const HEARD: readonly (readonly [Heard, RegExp])[] = [
  [
    'DEATH',
    /\b(?:passed away|has died|died (?:last|this|in|on)|is (?:dead|deceased)|amefariki|alifariki|amekufa|marehemu)\b/i,
  ],
  [
    'DISPUTE',
    /\b(?:not my (?:loan|debt)|never (?:took|borrowed|applied|got)|(?:do not|don['’]t|did not|didn['’]t) (?:owe|borrow|take)|i dispute|wrong (?:amount|balance)|sijakopa|sikukopa|sidaiwi|si(?:o)? (?:deni|mkopo) (?:langu|wangu))\b/i,
  ],
  ['PROMISE', /\b(?:(?:i|we) (?:will|can|shall) pay|(?:i|we)['’]ll pay|nitalipa|tutalipa)\b/i],
];

/** What of a call a person should hear: the customer promised, disputed the debt, or the borrower is dead. Pure. */
export function heardIn({ speaker, said }: Pick<Segment, 'speaker' | 'said'>): Heard | null {
  if (speaker !== 'CUSTOMER') return null;
  return HEARD.find(([, words]) => words.test(said))?.[0] ?? null;
}

/** A dispute or a death that a robot heard shuts every channel to the borrower, until a person decides. */
export async function stopOnHeard(tx: Tx, attemptId: number, segments: readonly Segment[]): Promise<void> {
  const heard = new Set(segments.map(heardIn));
  const blockKind = heard.has('DEATH') ? 'DEATH' : heard.has('DISPUTE') ? 'DISPUTE' : null;
  if (blockKind === null) return;
  const attempt = await tx
    .selectFrom('contactAttempt as a')
    .leftJoin('collectionCase as c', 'c.caseNo', 'a.caseNo')
    .select((eb) => [
      'a.phone',
      eb.fn.coalesce('a.merchantNo', 'c.merchantNo').as('merchantNo'),
      eb.fn.coalesce('a.customerNo', 'c.customerNo').as('customerNo'),
    ])
    .where('a.attemptId', '=', attemptId)
    .executeTakeFirst();
  if (!attempt) return;
  const { phone, customerNo, merchantNo } = attempt;
  await tx
    .insertInto('contactBlock')
    .values({
      ...(customerNo === null ? { phone } : { customerNo }),
      merchantNo,
      blockKind,
      note: `Heard in robot call ${attemptId}`,
      setBy: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
