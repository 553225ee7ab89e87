import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashFile } from './hash-file.ts';
import { createMd5 } from './md5.ts';

function reference(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex');
}

it('agrees with the platform however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 6 }), (pieces) => {
      const md5 = createMd5();
      for (const piece of pieces) md5.update(piece);
      expect(md5.digest()).toBe(reference(Buffer.concat(pieces)));
    }),
  );
});

it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128])('pads %i bytes', (length) => {
  const md5 = createMd5();
  const bytes = new Uint8Array(length).fill(97);
  md5.update(bytes);
  expect(md5.digest()).toBe(reference(bytes));
});

it('hashes a file chunk by chunk', async () => {
  const bytes = Uint8Array.from({ length: 2_500_000 }, (_, index) => index * 31);
  const { chunks, whole } = await hashFile(new Blob([bytes]), 1_200_000);
  expect(whole).toBe(reference(bytes));
  expect(chunks).toEqual([
    reference(bytes.subarray(0, 1_200_000)),
    reference(bytes.subarray(1_200_000, 2_400_000)),
    reference(bytes.subarray(2_400_000)),
  ]);
});
