import { expect, test } from 'vitest';
import { phonesOfFile } from './phones-of-file.ts';

test('reads numbers however they are written, each once, and counts what is none', () => {
  const text = 'Phone,Name\r\n"0711 000 001",Wanjiku\n+254711000001,Again\n711000002\n12345\n\n0812345678;x\n';
  expect(phonesOfFile(text)).toEqual({ phones: ['254711000001', '254711000002'], invalid: 2 });
  expect(phonesOfFile('')).toEqual({ phones: [], invalid: 0 });
});
