import { blend, widthOf, writeText } from './letters.ts';
import { type Picture, readPng, writePng } from './png.ts';

const OPACITY = 0.34;
const INK = [120, 20, 30] as const;
const HALO = [255, 255, 255] as const;

/** The PNG with the mark in its pixels; null where it cannot be read, or is larger than `maxPixels`. */
export function drawInto(content: Buffer, mark: string, maxPixels?: number): Buffer | null {
  const picture = readPng(content, maxPixels);
  if (picture === null) return null;
  drawOver(picture, mark);
  return writePng(picture);
}

/** Lines of the mark, each shifted against the one above, so that no part of the picture is without one. */
function drawOver(picture: Picture, mark: string): void {
  const size = Math.max(1, Math.round(picture.width / 360));
  const step = widthOf(`${mark}   `, size);
  const line = 22 * size;
  for (let row = 0; row * line < picture.height; row += 1) {
    const shift = -((row * step) / 3) % step;
    for (let left = Math.round(shift); left < picture.width; left += step) {
      writeText(mark, size, (x, y) => {
        const [px, py] = [left + x, row * line + y + 4 * size];
        // A light edge keeps it readable on dark parts.
        blend(picture, px + size, py + size, HALO, OPACITY / 2);
        blend(picture, px, py, INK, OPACITY);
      });
    }
  }
}
