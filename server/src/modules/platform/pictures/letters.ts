import type { Picture } from './png.ts';

const COLUMNS = 5;
const ROWS = 7;
/** Letters five dots wide, seven rows from the top, a byte a row. */
const DOTS: Readonly<Record<string, string>> = {
  A: '0e11111f111111',
  B: '1e11111e11111e',
  C: '0e11101010110e',
  D: '1e11111111111e',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  G: '0e11101713110e',
  H: '1111111f111111',
  I: '0e04040404040e',
  J: '0702020202120c',
  K: '11121418141211',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11191915131311',
  O: '0e11111111110e',
  P: '1e11111e101010',
  Q: '0e11111115120d',
  R: '1e11111e141211',
  S: '0f10100e01011e',
  T: '1f040404040404',
  U: '1111111111110e',
  V: '11111111110a04',
  W: '1111111515150a',
  X: '11110a040a1111',
  Y: '11110a04040404',
  Z: '1f01020408101f',
  '0': '0e11131519110e',
  '1': '040c040404040e',
  '2': '0e11010204081f',
  '3': '1e01010e01011e',
  '4': '02060a121f0202',
  '5': '1f101e0101110e',
  '6': '0608101e11110e',
  '7': '1f010204080808',
  '8': '0e11110e11110e',
  '9': '0e11110f01020c',
  '-': '0000001f000000',
  '.': '00000000000c0c',
  ':': '000c0c000c0c00',
  "'": '04040000000000',
  '/': '01020204080810',
};

/** The text as these letters write it: capitals, without marks; what has no letter is a space. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’‘`]/g, "'").toUpperCase();
}

/** Width of a text in pixels, its letters `size` pixels a dot. */
export function widthOf(text: string, size: number): number {
  return plain(text).length * (COLUMNS + 1) * size;
}

/** Calls `dot` for each pixel that a text covers, from its upper left corner. */
export function writeText(text: string, size: number, dot: (x: number, y: number) => void): void {
  for (const [place, letter] of [...plain(text)].entries()) {
    const rows = (DOTS[letter]?.match(/../g) ?? []).map((row) => Number.parseInt(row, 16));
    for (let y = 0; y < ROWS * size; y += 1) {
      for (let x = 0; x < COLUMNS * size; x += 1) {
        const row = rows[Math.floor(y / size)] ?? 0;
        const isInk = (row >> (COLUMNS - 1 - Math.floor(x / size))) & 1;
        if (isInk === 1) dot(place * (COLUMNS + 1) * size + x, y);
      }
    }
  }
}

/** Blends a colour into one pixel; outside the picture nothing happens. */
export function blend(
  { width, height, pixels }: Picture,
  x: number,
  y: number,
  [red, green, blue]: readonly [number, number, number],
  opacity: number,
): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const at = (y * width + x) * 3;
  for (const [channel, value] of [red, green, blue].entries()) {
    const was = pixels[at + channel] ?? 0;
    pixels[at + channel] = Math.round(was + (value - was) * opacity);
  }
}
