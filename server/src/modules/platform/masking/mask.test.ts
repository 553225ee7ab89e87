import { expect, test } from 'vitest';
import { withMasks } from '../../../ground/masks-in-force.ts';
import { emailMask, maskAccount, maskEmail, maskIdCard, maskName, maskPhone, maskText, phoneMask } from './mask.ts';

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

test('a rule in force hides more of its own kind of value, in texts as in bytes, and never less', () => {
  const masks = { customerName: 'NOTHING', phone: 'TAIL', idCardNo: 'TAIL', email: 'TAIL' } as const;
  withMasks(masks, () => {
    expect(maskName('Wanjiru Kamau')).toBe('*************');
    expect(maskPhone('254712345678')).toBe('*********678');
    expect(maskPhone('12345')).toBe('*****');
    expect(maskIdCard('23456789')).toBe('******89');
    expect(maskEmail('amina.otieno@kcb.co.ke')).toBe('************@***.co.ke');
    expect(maskAccount('0112345678901')).toBe('01*********01');
    expect(maskText('23456789')).toBe('23****89');
    for (const [mask, value] of [
      [emailMask, 'amina.otieno@kcb.co.ke'],
      [emailMask, 'no address'],
      [phoneMask, '254712345678'],
    ] as const) {
      const bytes = new TextEncoder().encode(value);
      mask.inPlace(bytes, 0, bytes.length);
      expect(new TextDecoder().decode(bytes)).toBe(mask.text(value));
    }
  });
  expect(maskPhone('254712345678')).toBe('25*******678');
});
