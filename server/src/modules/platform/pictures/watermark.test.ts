import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPng, watermarked, writePng } from './index.ts';

const grey = (width: number, height: number) =>
  writePng({ width, height, pixels: new Uint8Array(width * height * 3).fill(180) });

test('a picture written is the picture read', () => {
  const pixels = Uint8Array.from({ length: 5 * 4 * 3 }, (_, index) => (index * 37) % 256);
  expect(readPng(writePng({ width: 5, height: 4, pixels }))).toEqual({
    width: 5,
    height: 4,
    pixels,
  });
  expect(readPng(Buffer.from('no picture at all'))).toBeNull();
});

test('the mark lies in the pixels of every part of the picture, another name in other ones', async () => {
  const marked = await watermarked(grey(360, 240), 'image/png', 'OTIENO 20 NOV');
  expect(marked.contentType).toBe('image/png');
  const { pixels } = readPng(marked.content) ?? { pixels: new Uint8Array() };
  const isTouched = (left: number, top: number) =>
    Array.from({ length: 90 * 60 }).some((_, place) => {
      const [x, y] = [left + (place % 90), top + Math.floor(place / 90)];
      return pixels[(y * 360 + x) * 3] !== 180;
    });
  for (const left of [0, 90, 180, 270]) {
    for (const top of [0, 60, 120, 180]) expect(isTouched(left, top)).toBe(true);
  }
  const other = await watermarked(grey(360, 240), 'image/png', 'FATUMA 20 NOV');
  expect(other.content.equals(marked.content)).toBe(false);
});

test('what cannot be read is never sent bare: it leaves inside a drawing with the mark', async () => {
  const jpeg = Buffer.from('ffd8ffe000104a46', 'hex');
  const { content, contentType } = await watermarked(jpeg, 'image/jpeg', 'A <b> & "c"');
  expect(contentType).toBe('image/svg+xml');
  const text = content.toString();
  expect(text).toContain('A &lt;b&gt; &amp; &quot;c&quot;');
  expect(text).toContain(`data:image/jpeg;base64,${jpeg.toString('base64')}`);
});

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
function chunk(type: string, data: Buffer): Buffer {
  const framed = Buffer.alloc(12 + data.length);
  framed.writeUInt32BE(data.length, 0);
  framed.write(type, 4, 'latin1');
  data.copy(framed, 8);
  return framed;
}
function png(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}
/** Every line by the dearest filter. */
const dearest = (width: number, height: number) => deflateSync(Buffer.alloc((width * 3 + 1) * height, 4));

test.each([
  ['many pixels in little room', png(4_000, 4_000, dearest(4_000, 4_000))],
  ['more pixels than there are', png(60_000, 60_000, dearest(100, 100))],
  ['more bytes than its pixels', png(10, 10, deflateSync(Buffer.alloc(50_000_000)))],
  ['bytes that are not compressed', png(10, 10, Buffer.alloc(400, 7))],
  ['a head of two bytes', Buffer.concat([SIGNATURE, chunk('IHDR', Buffer.alloc(2)), chunk('IEND', Buffer.alloc(0))])],
  ['a chunk longer than the file', Buffer.concat([SIGNATURE, Buffer.from('ffffffff49484452', 'hex')])],
])(
  'a picture with %s leaves with its mark, and nobody waits for it',
  async (_what, content) => {
    expect(content.length).toBeLessThan(400_000);
    let last = performance.now();
    let blockedMs = 0;
    const timer = setInterval(() => {
      blockedMs = Math.max(blockedMs, performance.now() - last);
      last = performance.now();
    }, 5);
    const marked = await watermarked(content, 'image/png', 'OTIENO');
    clearInterval(timer);
    expect(marked.content.length).toBeGreaterThan(0);
    expect(Math.max(blockedMs, performance.now() - last)).toBeLessThan(1_000);
  },
  60_000,
);
