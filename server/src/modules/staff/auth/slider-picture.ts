import { randomInt } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Pixels of the picture, and of the square that holds the piece. */
export const WIDTH = 320;
export const HEIGHT = 160;
export const PIECE = 48;

/** Shades of the ramp, dark to light; the last entry is white, the one after it transparent. */
const SHADES = 28;
const WHITE = SHADES;
const CLEAR = SHADES + 1;
/** Shades that the notch lies below its surroundings; the shadows of the scene are as deep. */
const NOTCH_DEPTH = 8;

/** The piece from its upper left corner: a square with a knob at its top and one at its right. */
function isInPiece(x: number, y: number): boolean {
  if (x >= 2 && x < 36 && y >= 10 && y < 46) return true;
  return Math.hypot(x - 24, y - 10) < 7 || Math.hypot(x - 36, y - 29) < 7;
}

function isOnRim(x: number, y: number): boolean {
  if (!isInPiece(x, y)) return false;
  return ![-1, 0, 1].every((dx) => [-1, 0, 1].every((dy) => isInPiece(x + dx, y + dy)));
}

const ease = (t: number): number => t * t * (3 - 2 * t);

/** Adds hills: random heights at the corners of a coarse grid, smoothly filled in between. */
function addHills(heights: Float32Array, cell: number, weight: number): void {
  const columns = Math.ceil(WIDTH / cell) + 1;
  const corners = Array.from({ length: columns * (Math.ceil(HEIGHT / cell) + 1) }, () => Math.random());
  const eased = Array.from({ length: cell }, (_, step) => ease(step / cell));
  for (let y = 0; y < HEIGHT; y += 1) {
    const above = Math.floor(y / cell) * columns;
    const down = eased[y % cell] ?? 0;
    for (let column = 0; column < columns - 1; column += 1) {
      const heightAt = (corner: number): number => {
        const top = corners[corner] ?? 0;
        return top + ((corners[corner + columns] ?? 0) - top) * down;
      };
      const left = heightAt(above + column);
      const rise = heightAt(above + column + 1) - left;
      const start = y * WIDTH + column * cell;
      const width = Math.min(cell, WIDTH - column * cell);
      for (let step = 0; step < width; step += 1) {
        heights[start + step] = (heights[start + step] ?? 0) + weight * (left + rise * (eased[step] ?? 0));
      }
    }
  }
}

/** Round and square shadows of the notch's depth, so that darkness alone does not give it away. */
function addShadows(shades: Uint8Array): void {
  const darkened = new Set<number>();
  for (let index = 0; index < 7; index += 1) {
    const [left, top, reach] = [randomInt(WIDTH), randomInt(HEIGHT), randomInt(9, 19)];
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) {
        const distance = index % 2 === 0 ? Math.hypot(dx, dy) : Math.abs(dx) + Math.abs(dy);
        const [x, y] = [left + dx, top + dy];
        const isOutside = x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT;
        if (distance < reach && !isOutside) darkened.add(y * WIDTH + x);
      }
    }
  }
  for (const place of darkened) shades[place] = (shades[place] ?? 0) - NOTCH_DEPTH;
}

/** The scene without a notch: one shade a pixel, its shadows no darker than the ramp reaches. */
export function scene(): Uint8Array {
  const heights = new Float32Array(WIDTH * HEIGHT);
  addHills(heights, 64, 0.65);
  addHills(heights, 20, 0.35);
  const shades = new Uint8Array(WIDTH * HEIGHT);
  for (const [place, height] of heights.entries()) {
    shades[place] = NOTCH_DEPTH + height * (SHADES - NOTCH_DEPTH - 2) + Math.random() * 1.6;
  }
  addShadows(shades);
  return shades;
}

/** A ramp of one hue, from deep to pale, then white, then transparent. */
export function palette(): Buffer {
  const turn = randomInt(3);
  const tint = [60, randomInt(90, 150), 190];
  const channels = [0, 1, 2].map((channel) => tint[(channel + turn) % 3] ?? 0);
  const bytes: number[] = [];
  for (let shade = 0; shade < SHADES; shade += 1) {
    const share = shade / (SHADES - 1);
    for (const channel of channels) {
      bytes.push(Math.round(channel * (0.3 + 0.5 * share) + share * share * 90));
    }
  }
  return Buffer.from([...bytes, 255, 255, 255, 0, 0, 0]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A PNG of 8-bit palette indices, as a `data:` address. */
export function png(width: number, height: number, indices: Uint8Array, colours: Buffer): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    lines.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  const alpha = Buffer.alloc(CLEAR + 1, 255);
  alpha[CLEAR] = 0;
  const file = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('tRNS', alpha),
    chunk('IDAT', deflateSync(lines, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${file.toString('base64')}`;
}

/**
 * A picture with its notch at (left, top), and the piece cut out of the same picture: pixels, so
 * that where the notch is stands nowhere as a number. About 20 KB and 5 ms.
 */
export function drawPuzzle(left: number, top: number): { background: string; piece: string } {
  const shades = scene();
  const colours = palette();
  const cut = new Uint8Array(PIECE * PIECE).fill(CLEAR);
  for (let y = 0; y < PIECE; y += 1) {
    for (let x = 0; x < PIECE; x += 1) {
      if (!isInPiece(x, y)) continue;
      const place = (top + y) * WIDTH + left + x;
      const shade = shades[place] ?? 0;
      cut[y * PIECE + x] = isOnRim(x, y) ? WHITE : shade;
      shades[place] = isOnRim(x, y) ? Math.min(SHADES - 1, shade + 5) : shade - Math.min(shade, NOTCH_DEPTH);
    }
  }
  return {
    background: png(WIDTH, HEIGHT, shades, colours),
    piece: png(PIECE, PIECE, cut, colours),
  };
}
