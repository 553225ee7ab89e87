import { drawInThread } from './draw-in-thread.ts';
import { drawInto } from './draw-mark.ts';
import { declaredPixels } from './png.ts';

export interface Marked {
  readonly content: Buffer;
  readonly contentType: 'image/png' | 'image/svg+xml';
}

/** Up to so many pixels a picture is drawn into at once: some hundredths of a second. */
const SMALL_PIXELS = 200_000;

/**
 * A picture with who looked at it, and when, all over it. A PNG is drawn into, so that the mark cannot be
 * taken off; of other formats nobody here can read the pixels (there is no decoder among our libraries), so
 * they leave inside a drawing that carries the mark over them. So does a PNG that takes too long.
 */
export async function watermarked(content: Buffer, contentType: string, mark: string): Promise<Marked> {
  const drawn = contentType === 'image/png' ? await drawnInto(content, mark) : null;
  return drawn === null
    ? { content: drawing(content, contentType, mark), contentType: 'image/svg+xml' }
    : { content: drawn, contentType: 'image/png' };
}

async function drawnInto(content: Buffer, mark: string): Promise<Buffer | null> {
  return declaredPixels(content) > SMALL_PIXELS
    ? await drawInThread(content, mark)
    : drawInto(content, mark, SMALL_PIXELS);
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
