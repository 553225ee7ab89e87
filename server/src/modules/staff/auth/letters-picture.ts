import { randomInt } from 'node:crypto';
import { palette, png, scene, WIDTH } from './slider-picture.ts';

export const LETTERS_HEIGHT = 96;
const LETTERS = 5;
const COLUMNS = 5;
const ROWS = 7;
/** Pixels from a letter's middle that none of its ink lies beyond. */
const REACH = 44;
/** So that dots which touch at a corner run into one another. */
const INK_FROM = 0.36;

/** Letters and digits that no two people read differently: five dots wide, seven rows from the top. */
const DOTS: Readonly<Record<string, string>> = {
  A: '0e11111f111111',
  C: '0e11101010110e',
  D: '1e11111111111e',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  H: '1111111f111111',
  K: '11121418141211',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11191915131311',
  P: '1e11111e101010',
  R: '1e11111e141211',
  T: '1f040404040404',
  U: '1111111111110e',
  W: '1111111515150a',
  X: '11110a040a1111',
  Y: '11110a04040404',
  '3': '1e01010e01011e',
  '4': '02060a121f0202',
  '6': '0608101e11110e',
  '7': '1f010204080808',
  '9': '0e11110f01020c',
};

export function randomLetters(): string {
  const all = Object.keys(DOTS);
  return Array.from({ length: LETTERS }, () => all[randomInt(all.length)] ?? 'A').join('');
}

/** How dark a dot drawing is at a place between its dots: 0 to 1. */
function inkAt(rows: readonly number[], u: number, v: number): number {
  const dot = (x: number, y: number): number => (x >= 0 && x < COLUMNS ? ((rows[y] ?? 0) >> (COLUMNS - 1 - x)) & 1 : 0);
  const [x, y] = [Math.floor(u - 0.5), Math.floor(v - 0.5)];
  const [right, down] = [u - 0.5 - x, v - 0.5 - y];
  const above = dot(x, y) * (1 - right) + dot(x + 1, y) * right;
  const below = dot(x, y + 1) * (1 - right) + dot(x + 1, y + 1) * right;
  return above * (1 - down) + below * down;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** A letter turned, slanted and swung around its middle: which ink a pixel of the picture gets of it. */
function writer(letter: string, middle: Place): (pixel: Place) => number {
  const rows = (DOTS[letter]?.match(/../g) ?? []).map((row) => Number.parseInt(row, 16));
  const angle = (randomInt(-16, 17) * Math.PI) / 180;
  const slant = randomInt(-20, 21) / 100;
  const size = randomInt(72, 86) / 10;
  const swing = randomInt(628) / 100;
  return ({ x, y }) => {
    if (Math.abs(x - middle.x) > REACH) return 0;
    const [dx, dy] = [x - middle.x + 2.4 * Math.sin(y / 11 + swing), y - middle.y];
    const across = dx * Math.cos(angle) + dy * Math.sin(angle) + slant * dy;
    const down = dy * Math.cos(angle) - dx * Math.sin(angle);
    return inkAt(rows, across / size + COLUMNS / 2, down / size + ROWS / 2);
  };
}

/** A picture of the letters as a `data:` address: dark on a pale scene, with lines drawn through. */
export function drawLetters(letters: string): string {
  const shades = scene().subarray(0, WIDTH * LETTERS_HEIGHT);
  // The scene keeps to the pale half of the ramp, the ink to its dark end.
  for (const [place, shade] of shades.entries()) shades[place] = 15 + shade / 2.4;
  const step = WIDTH / (LETTERS + 0.6);
  const writers = [...letters].map((letter, index) =>
    writer(letter, {
      x: step * (index + 0.8) + randomInt(-5, 6),
      y: LETTERS_HEIGHT / 2 + randomInt(-8, 9),
    }),
  );
  const lines = Array.from({ length: 3 }, () => ({
    height: randomInt(18, LETTERS_HEIGHT - 18),
    bow: randomInt(6, 16),
    swing: randomInt(628) / 100,
  }));
  for (let y = 0; y < LETTERS_HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const isInk = writers.some((inkOf) => inkOf({ x, y }) > INK_FROM);
      const isLine = lines.some(
        ({ height, bow, swing }) => Math.abs(y - height - bow * Math.sin(x / 34 + swing)) < 0.9,
      );
      if (isInk || isLine) shades[y * WIDTH + x] = randomInt(5);
    }
  }
  return png(WIDTH, LETTERS_HEIGHT, shades, palette());
}
