import { expect, it } from 'vitest';
import { placeOf } from './network-place.ts';

it.each([
  ['127.0.0.1', 'server'],
  ['::1', 'server'],
  ['::ffff:127.0.0.1', 'server'],
  ['10.0.0.5', 'house'],
  ['::ffff:192.168.1.7', 'house'],
  ['172.31.0.2', 'house'],
  ['fd12:3456::1', 'house'],
  ['fe80::1', 'house'],
  ['172.32.0.2', 'internet'],
  ['41.90.64.1', 'internet'],
  ['2c0f:fe38::1', 'internet'],
])('%s is of the %s', (address, place) => {
  expect(placeOf(address)).toBe(place);
});
