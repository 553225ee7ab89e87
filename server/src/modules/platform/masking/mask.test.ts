import { expect, test } from 'vitest';
import { emailMask, maskEmail } from './mask.ts';

const addresses = ['wanjiru.kamau@safaricom.co.ke', 'a@b.ke', 'otieno@localhost', 'no address', '@gmail.com', 'x@'];

test('an address shows neither its name nor the first part of its domain', () => {
  expect(maskEmail('wanjiru.kamau@safaricom.co.ke')).toBe('wa*********au@sa*****om.co.ke');
  expect(maskEmail('amina@kcb.co.ke')).toBe('*****@***.co.ke');
});

test('where it stands in bytes, the same is hidden', () => {
  for (const address of addresses) {
    const bytes = new TextEncoder().encode(address);
    emailMask.inPlace(bytes, 0, bytes.length);
    expect(new TextDecoder().decode(bytes)).toBe(maskEmail(address));
  }
});
