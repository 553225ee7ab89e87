import type { ReplyOf, auth } from '@kituo/sdk/contracts';
import type { Database } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { newSecret } from '../../platform/access/index.ts';
import { drawLetters, LETTERS_HEIGHT, randomLetters } from './letters-picture.ts';
import { issueTicket, noSlider, SLIDER_SECONDS, spendTicket } from './slider.ts';

/** The picture check: letters to read, after the slider, where a person wants it or an account was tried often. */

export async function dealLetters(db: Database): Promise<ReplyOf<typeof auth.slider>> {
  const letters = randomLetters();
  const sliderId = newSecret();
  const expiresAt = new Date(Date.now() + SLIDER_SECONDS * 1000);
  await db.insertInto('sliderCheck').values({ sliderId, notchLeft: 0, letters, expiresAt }).execute();
  return {
    ...noSlider,
    required: true,
    sliderId,
    background: drawLetters(letters),
    height: LETTERS_HEIGHT,
    expiresInSeconds: SLIDER_SECONDS,
  };
}

/** One try a picture, in letters of either case. Answers a ticket. Throws PICTURE_EXPIRED, PICTURE_WRONG. */
export async function judgeLetters(db: Database, sliderId: string, typed: string): Promise<string> {
  const dealt = await db
    .deleteFrom('sliderCheck')
    .where('sliderId', '=', sliderId)
    .where('ticketHash', 'is', null)
    .where('letters', 'is not', null)
    .where('expiresAt', '>', new Date())
    .returning('letters')
    .executeTakeFirst();
  if (!dealt) throw new AppError('PICTURE_EXPIRED');
  if (dealt.letters !== typed.replace(/\s/g, '').toUpperCase()) throw new AppError('PICTURE_WRONG');
  return issueTicket(db, 'letters');
}

/**
 * Spends the tickets of a sign-in. An account that was tried often needs both: which one is missing is
 * told before the other is spent. Throws PICTURE_REQUIRED and what `spendTicket` throws.
 */
export async function spendChecks(
  db: Database,
  tickets: {
    readonly sliderTicket?: string | undefined;
    readonly pictureTicket?: string | undefined;
  },
  isPictureDue: boolean,
): Promise<void> {
  const { sliderTicket, pictureTicket } = tickets;
  if (isPictureDue && pictureTicket === undefined && sliderTicket !== undefined) {
    throw new AppError('PICTURE_REQUIRED');
  }
  await spendTicket(db, sliderTicket, 'slide');
  if (pictureTicket !== undefined) await spendTicket(db, pictureTicket, 'letters');
}
