import { expect, it } from 'vitest';
import { placeOf } from './network-place.ts';

it.each([
  ['127.0.0.1', 'server'],
  ['::1', 'server'],
  ['::ffff:127.0.0.1', 'server'],
  ['10.0.0.5', 'company'],
  ['::ffff:192.168.1.7', 'company'],
  ['172.31.0.2', 'company'],
  ['fd12:3456::1', 'company'],
  ['fe80::1', 'company'],
  ['172.32.0.2', 'internet'],
  ['41.90.64.1', 'internet'],
  ['2c0f:fe38::1', 'internet'],
])('%s is of the %s', (address, place) => {
  expect(placeOf(address)).toBe(place);
});
