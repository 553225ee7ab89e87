import { blend, widthOf, writeText } from './letters.ts';
import { type Picture, readPng, writePng } from './png.ts';

export interface Marked {
  readonly content: Buffer;
  readonly contentType: 'image/png' | 'image/svg+xml';
}

const OPACITY = 0.34;
const INK = [120, 20, 30] as const;
const HALO = [255, 255, 255] as const;

/**
 * A picture with who looked at it, and when, all over it. A PNG is drawn into, so that the mark cannot be
 * taken off; of other formats nobody here can read the pixels (there is no decoder among our libraries), so
 * they leave inside a drawing that carries the mark over them.
 */
export function watermarked(content: Buffer, contentType: string, mark: string): Marked {
  const picture = contentType === 'image/png' ? readPng(content) : null;
  if (picture === null) return { content: drawing(content, contentType, mark), contentType: 'image/svg+xml' };
  drawOver(picture, mark);
  return { content: writePng(picture), contentType: 'image/png' };
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

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function drawing(content: Buffer, contentType: string, mark: string): Buffer {
  const words = mark.replace(/[&<>"]/g, (letter) => ESCAPES[letter] ?? '');
  const lines = Array.from(
    { length: 14 },
    (_, row) => `<text x="${-(row % 3) * 90}" y="${row * 60 + 30}">${`${words}   `.repeat(6)}</text>`,
  ).join('');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800">` +
      `<image width="1200" height="800" preserveAspectRatio="xMidYMid meet" ` +
      `href="data:${contentType};base64,${content.toString('base64')}"/>` +
      `<g fill="#78141e" fill-opacity="0.4" stroke="#fff" stroke-opacity="0.3" font-family="sans-serif" ` +
      `font-size="22" transform="rotate(-12 600 400)">${lines}</g></svg>`,
  );
}
