import type { Call } from '../../../http/implement.ts';
import { businessDateOf } from '../policy/index.ts';
import { lockDay } from './budget.ts';

/** In the log; nobody chooses it for a reveal. */
const LISTEN = 'LISTEN';
const KIND = 'recording';
/** What the log calls a recording that was played. */
const RECORDING_TITLE = { en: 'Recording of a call', zh: '通话录音' } as const;

/** What a line of the log is about, in the reader's language. */
export const titleOf = (kind: string, { services, lang }: Pick<Call, 'services' | 'lang'>): string =>
  kind === KIND ? RECORDING_TITLE[lang] : (services.reveals.get(kind)?.title[lang] ?? kind);

/**
 * A recording was played: a line of the log of reveals. A voice says more of a customer than a number does; it takes
 * nothing of the day's budget, as whoever inspects listens all day.
 *
 * @param subjectNo what it was played for: an inspection
 */
export async function recordListening(subjectNo: string, call: Call): Promise<void> {
  const { caller } = call;
  const eatDay = businessDateOf(new Date());
  await call.db.transaction().execute(async (tx) => {
    // Two players at once are one line that was shown and one that was repeated.
    await lockDay(tx, caller.userNo, eatDay);
    const heard = await tx
      .selectFrom('revealLog')
      .select('revealId')
      .where('userNo', '=', caller.userNo)
      .where('eatDay', '=', eatDay)
      .where('kind', '=', KIND)
      .where('subjectNo', '=', subjectNo)
      .executeTakeFirst();
    await tx
      .insertInto('revealLog')
      .values({
        eatDay,
        userNo: caller.userNo,
        sessionId: caller.sessionId,
        requestId: call.requestId,
        address: call.address,
        kind: KIND,
        field: KIND,
        subjectNo,
        purpose: LISTEN,
        note: null,
        outcome: heard ? 'REPEATED' : 'SHOWN',
      })
      .execute();
  });
}
