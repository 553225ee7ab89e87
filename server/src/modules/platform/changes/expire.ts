import { randomUUID } from 'node:crypto';
import type { Database } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';
import { advance } from '../../../state-machine/index.ts';
import { writeAudit } from '../audit/index.ts';
import { makerCheckerRequestMachine } from '../policy/index.ts';
import { publishChange, type Told } from './announce.ts';

/** Nobody's call: the clock did it. */
const clock = () => ({ requestId: `expiry-${randomUUID()}`, address: '' });

/**
 * Ends what nobody decided in time and tells those concerned; answers how many. Run now and then;
 * several processes may do it at once.
 */
export async function expireChanges(
  db: Database,
  { events, changes }: Pick<Services, 'events' | 'changes'>,
): Promise<number> {
  const expired = await db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('changeRequest')
      .select(['changeNo', 'changeState', 'kind', 'makerUserNo'])
      .where('changeState', '=', 'PENDING')
      .where('lapsesAt', '<=', new Date())
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    const done: (Told & { readonly kind: string })[] = [];
    for (const { changeNo, kind, makerUserNo, changeState: before } of due) {
      const changeState = advance(makerCheckerRequestMachine, before, 'lapse');
      await tx
        .updateTable('changeRequest')
        .set({ changeState, decidedAt: new Date(), payload: null })
        .where('changeNo', '=', changeNo)
        .execute();
      await writeAudit(tx, clock(), {
        action: `${kind}.lapse`,
        subjectType: 'change',
        subjectNo: changeNo,
        before: { changeState: before, makerUserNo },
        after: { changeState },
      });
      await changes.get(kind)?.ended?.(tx, { changeNo, userNo: null, reason: null });
      done.push({ changeNo, kind, makerUserNo, changeState });
    }
    return done;
  });
  for (const each of expired) await publishChange(db, events, each, changes.get(each.kind));
  return expired.length;
}
