import { randomInt } from 'node:crypto';
import type { ReplyOf, auth } from '@kituo/sdk/contracts';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../http/app-error.ts';
import { newSecret, secretHash } from '../access/index.ts';

const WIDTH = 320;
const HEIGHT = 160;
const PIECE = 48;
/** Pixels either side of the notch that count as hit: a steady hand and one step of an arrow key. */
const TOLERANCE = 6;
export const SLIDER_SECONDS = 120;

/** The outline of the piece, from its upper left corner: a square with a knob on its right side. */
const outline = `M2 10H17a7 7 0 0 1 14 0H36V22a7 7 0 0 1 0 14V46H2z`;

function asDataAddress(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

function hills(hue: number): string {
  const shapes: string[] = [];
  for (let index = 0; index < 9; index += 1) {
    const fill = `hsl(${(hue + randomInt(60)) % 360} ${randomInt(30, 60)}% ${randomInt(45, 75)}%)`;
    shapes.push(
      index % 2 === 0
        ? `<circle cx="${randomInt(WIDTH)}" cy="${randomInt(HEIGHT)}" r="${randomInt(14, 46)}" fill="${fill}" opacity=".7"/>`
        : `<path d="M${randomInt(-40, 200)} ${HEIGHT}q${randomInt(60, 110)} -${randomInt(60, 190)} ${randomInt(130, 230)} 0z" fill="${fill}" opacity=".7"/>`,
    );
  }
  return shapes.join('');
}

/** The picture with its notch, and the piece cut out of the same picture. */
function draw(left: number, top: number): { background: string; piece: string } {
  const hue = randomInt(360);
  const scene = `<rect width="${WIDTH}" height="${HEIGHT}" fill="hsl(${hue} 35% 80%)"/>${hills(hue)}`;
  const notch = `<path transform="translate(${left} ${top})" d="${outline}" fill="#111418" fill-opacity=".55" stroke="#fff" stroke-width="1.5"/>`;
  const svg = (width: number, height: number, inner: string, box = ''): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"${box}>${inner}</svg>`;
  const clip = `<clipPath id="p"><path d="${outline}"/></clipPath>`;
  const cut = `${clip}<g clip-path="url(#p)"><g transform="translate(${-left} ${-top})">${scene}</g></g><path d="${outline}" fill="none" stroke="#fff" stroke-width="2"/>`;
  return {
    background: asDataAddress(svg(WIDTH, HEIGHT, scene + notch)),
    piece: asDataAddress(svg(PIECE, PIECE, cut)),
  };
}

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
  const pictures = draw(left, top);
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
    .where('expiresAt', '>', new Date())
    .returning('notchLeft')
    .executeTakeFirst();
  if (!dealt) throw new AppError('SLIDER_EXPIRED');
  if (Math.abs(dealt.notchLeft - left) > TOLERANCE) throw new AppError('SLIDER_MISSED');
  return issueTicket(db);
}

/** A ticket that one sign-in may spend. */
export async function issueTicket(db: Database): Promise<string> {
  const ticket = newSecret();
  await db
    .insertInto('sliderCheck')
    .values({
      // A row of its own, so that the puzzle's id is spent.
      sliderId: newSecret(),
      notchLeft: 0,
      ticketHash: secretHash(ticket),
      expiresAt: new Date(Date.now() + SLIDER_SECONDS * 1000),
    })
    .execute();
  return ticket;
}

/** Spends a ticket, whatever becomes of the sign-in. Throws SLIDER_REQUIRED, SLIDER_EXPIRED. */
export async function spendTicket(db: Database, ticket: string | undefined): Promise<void> {
  if (ticket === undefined || ticket === '') throw new AppError('SLIDER_REQUIRED');
  const spent = await db
    .deleteFrom('sliderCheck')
    .where('ticketHash', '=', secretHash(ticket))
    .where('expiresAt', '>', new Date())
    .executeTakeFirst();
  if (spent.numDeletedRows === 0n) throw new AppError('SLIDER_EXPIRED');
}
