import { randomInt } from 'node:crypto';
import type { ReplyOf, auth } from '@kituo/sdk/contracts';
import type { Database } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { newSecret, secretHash } from '../../platform/access/index.ts';
import { drawPuzzle, HEIGHT, PIECE, WIDTH } from './slider-picture.ts';

/** Pixels either side of the notch that count as hit: a steady hand and one step of an arrow key. */
const TOLERANCE = 6;
export const SLIDER_SECONDS = 120;

export async function dealSlider(db: Database): Promise<ReplyOf<typeof auth.slider>> {
  const left = randomInt(80, WIDTH - PIECE - 8);
  const top = randomInt(8, HEIGHT - PIECE - 8);
  const sliderId = newSecret();
  await db
    .insertInto('sliderCheck')
    .values({
      sliderId,
      notchLeft: left,
      expiresAt: new Date(Date.now() + SLIDER_SECONDS * 1000),
    })
    .execute();
  const pictures = drawPuzzle(left, top);
  return {
    required: true,
    sliderId,
    ...pictures,
    pieceTop: top,
    width: WIDTH,
    height: HEIGHT,
    expiresInSeconds: SLIDER_SECONDS,
  };
}

/** What `auth.slider` answers where the check is switched off. */
export const noSlider: ReplyOf<typeof auth.slider> = {
  required: false,
  sliderId: '',
  background: '',
  piece: '',
  pieceTop: 0,
  width: WIDTH,
  height: HEIGHT,
  expiresInSeconds: 0,
};

/** One try a puzzle: a miss spends it. Answers a ticket. Throws SLIDER_EXPIRED, SLIDER_MISSED. */
export async function judgeSlide(db: Database, sliderId: string, left: number): Promise<string> {
  const dealt = await db
    .deleteFrom('sliderCheck')
    .where('sliderId', '=', sliderId)
    .where('ticketHash', 'is', null)
    .where('answer', 'is', null)
    .where('letters', 'is', null)
    .where('expiresAt', '>', new Date())
    .returning('notchLeft')
    .executeTakeFirst();
  if (!dealt) throw new AppError('SLIDER_EXPIRED');
  if (Math.abs(dealt.notchLeft - left) > TOLERANCE) throw new AppError('SLIDER_MISSED');
  return issueTicket(db, 'slide');
}

/** The checks at sign-in. A question stands in for either of the others. */
export type SliderKind = 'slide' | 'question' | 'letters';

/** A ticket that one sign-in may spend. */
export async function issueTicket(db: Database, passed: SliderKind): Promise<string> {
  const ticket = newSecret();
  await db
    .insertInto('sliderCheck')
    .values({
      // A row of its own, so that the puzzle's id is spent.
      sliderId: newSecret(),
      notchLeft: 0,
      ticketHash: secretHash(ticket),
      passed,
      expiresAt: new Date(Date.now() + SLIDER_SECONDS * 1000),
    })
    .execute();
  return ticket;
}

/**
 * Spends a ticket of a check, whatever becomes of the sign-in. Throws SLIDER_REQUIRED, SLIDER_EXPIRED, or
 * PICTURE_EXPIRED.
 */
export async function spendTicket(db: Database, ticket: string | undefined, check: 'slide' | 'letters'): Promise<void> {
  if (ticket === undefined || ticket === '') throw new AppError('SLIDER_REQUIRED');
  const spent = await db
    .deleteFrom('sliderCheck')
    .where('ticketHash', '=', secretHash(ticket))
    .where('passed', 'in', [check, 'question'])
    .where('expiresAt', '>', new Date())
    .executeTakeFirst();
  if (spent.numDeletedRows > 0n) return;
  throw new AppError(check === 'slide' ? 'SLIDER_EXPIRED' : 'PICTURE_EXPIRED');
}
