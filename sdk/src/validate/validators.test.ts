import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseMoney,
  validateFile,
  validateIdCard,
  validateImage,
  validateJobNumber,
  validateMoney,
  validateNotBlank,
  validatePhone,
  validateRequired,
  validateSignedMoney,
} from './validators.ts';
import { normalizePhone } from './normalize-phone.ts';

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''));

describe('money', () => {
  it('reads back every amount it is written as, with and without separators', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 14), max: 10 ** 14 }), (cents) => {
        const typed = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2 }).format(cents / 100);
        expect(parseMoney(typed, { isSigned: true })).toBe(cents === 0 ? 0 : cents);
        expect(parseMoney(typed.replaceAll(',', ''), { isSigned: true })).toBe(cents);
      }),
    );
  });

  it.each(['', ' ', '01', '-', '1.', '.5', '1.234', '1e3', '٣', '--1', '+1', '9007199254740993'])(
    'refuses %j',
    (typed) => {
      expect(validateSignedMoney(typed)).toEqual({ key: 'validate.money' });
    },
  );

  it('takes a minus only where it is signed', () => {
    expect(validateSignedMoney('-1,234.5')).toBeNull();
    expect(validateMoney('-1,234.5')).toEqual({ key: 'validate.moneyUnsigned' });
    expect(parseMoney('1.1')).toBe(110);
    expect(parseMoney('-0', { isSigned: true })).toBe(0);
  });
});

describe('numbers of people', () => {
  it('takes 254 and 9 digits and nothing else', () => {
    fc.assert(fc.property(digits(9), (rest) => validatePhone(`254${rest}`) === null));
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/^254\d{9}$/.test(text)),
        (text) => validatePhone(text) !== null,
      ),
    );
  });

  it.each([
    ['0712 345 678', '254712345678'],
    ['+254 712-345-678', '254712345678'],
    ['712345678', '254712345678'],
    ['12', '12'],
  ])('offers %s as %s', (typed, offered) => {
    expect(normalizePhone(typed)).toBe(offered);
  });

  it('takes ID cards of 7 to 9 digits', () => {
    for (const length of [7, 8, 9]) expect(validateIdCard('2'.repeat(length))).toBeNull();
    for (const length of [0, 6, 10]) expect(validateIdCard('2'.repeat(length))).not.toBeNull();
  });

  it.each([
    ['KT0001', true],
    ['abcdefg1', true],
    ['abcdef', false],
    ['123456', false],
    ['KT001', false],
    ['KT0000001', false],
    ['KT-001', false],
  ])('job number %s: %s', (value, isRight) => {
    expect(validateJobNumber(value) === null).toBe(isRight);
  });
});

describe('files', () => {
  it('names the limit that is exceeded', () => {
    const file = { name: 'flows.CSV', size: 3 * 1_048_576 + 1 };
    expect(validateFile(file, { extensions: ['csv'], maxMb: 3 })).toEqual({
      key: 'validate.fileSize',
      values: { maxMb: 3 },
    });
    expect(validateFile({ ...file, size: 3 * 1_048_576 }, { extensions: ['csv'], maxMb: 3 })).toBeNull();
    expect(validateFile({ name: 'csv', size: 1 }, { extensions: ['csv', 'xlsx'] })).toEqual({
      key: 'validate.fileType',
      values: { formats: 'csv, xlsx' },
    });
  });

  it.each([
    [1023, false],
    [1024, true],
    [10_485_760, true],
    [10_485_761, false],
  ])('an image of %i bytes: %s', (size, isRight) => {
    expect(validateImage({ type: 'image/png', size }) === null).toBe(isRight);
  });

  it('takes images alone', () => {
    expect(validateImage({ type: 'application/pdf', size: 5000 })).toEqual({
      key: 'validate.imageOnly',
    });
  });
});

it('tells empty choices and blank texts', () => {
  for (const value of [null, undefined, '', []]) expect(validateRequired(value)).not.toBeNull();
  for (const value of [0, false, 'x', ['x']]) expect(validateRequired(value)).toBeNull();
  expect(validateNotBlank(' \n')).toEqual({ key: 'validate.blank' });
});
