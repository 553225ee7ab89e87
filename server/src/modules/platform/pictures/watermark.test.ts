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

test('the mark lies in the pixels of every part of the picture, another name in other ones', () => {
  const marked = watermarked(grey(360, 240), 'image/png', 'OTIENO 20 NOV');
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
  const other = watermarked(grey(360, 240), 'image/png', 'FATUMA 20 NOV');
  expect(other.content.equals(marked.content)).toBe(false);
});

test('what cannot be read is never sent bare: it leaves inside a drawing with the mark', () => {
  const jpeg = Buffer.from('ffd8ffe000104a46', 'hex');
  const { content, contentType } = watermarked(jpeg, 'image/jpeg', 'A <b> & "c"');
  expect(contentType).toBe('image/svg+xml');
  const text = content.toString();
  expect(text).toContain('A &lt;b&gt; &amp; &quot;c&quot;');
  expect(text).toContain(`data:image/jpeg;base64,${jpeg.toString('base64')}`);
});
