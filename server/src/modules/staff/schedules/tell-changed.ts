import type { Tx } from '../../../db/database.ts';
import { shownDay, shownTime } from '../../../ground/shown-time.ts';
import { queueMessage, recipientOf } from '../../platform/messages/index.ts';

interface Held {
  readonly userNo: string;
  readonly shiftType: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

const NONE = { en: 'no shift', zh: '无班次' } as const;
const isSame = (one: Held, other: Held): boolean =>
  one.shiftType === other.shiftType &&
  one.startsAt.getTime() === other.startsAt.getTime() &&
  one.endsAt.getTime() === other.endsAt.getTime();

/**
 * Tells the person that a published shift of theirs is another one now; both people where it went from one to the
 * other. The node is Shift changed.
 */
export async function tellChanged(
  tx: Tx,
  { shiftStatus, ...before }: Held & { readonly shiftStatus: string },
  after: Held | null,
): Promise<void> {
  if (shiftStatus !== 'PUBLISHED') return;
  if (after?.userNo === before.userNo) {
    if (!isSame(before, after)) await tell(tx, before.userNo, before, after);
    return;
  }
  await tell(tx, before.userNo, before, null);
  if (after !== null) await tell(tx, after.userNo, null, after);
}

async function tell(tx: Tx, userNo: string, was: Held | null, now: Held | null): Promise<void> {
  const recipient = await recipientOf(tx, userNo);
  const wordsOf = (shift: Held | null): string =>
    shift === null
      ? NONE[recipient.lang]
      : `${shift.shiftType}, ${shownDay(shift.startsAt)}, ${shownTime(shift.startsAt)}–${shownTime(shift.endsAt)}`;
  await queueMessage(tx, 'shift.changed', recipient, { facts: { was: wordsOf(was), now: wordsOf(now) } });
}
