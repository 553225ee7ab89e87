import { address } from '@kituo/sdk/contracts';
import { expect, test } from 'vitest';
import { createTestApp } from '../../../../testing/test-app.ts';
import { as, found } from '../../../../testing/test-calls.ts';
import { PLACES } from './kenya.ts';

test('47 counties and 290 constituencies, each with a code of its own that tells its name', async () => {
  const below = PLACES.flatMap(({ childList }) => childList);
  expect([PLACES.length, below.length]).toEqual([47, 290]);
  expect(new Set([...PLACES, ...below].map(({ code }) => code)).size).toBe(337);
  await using app = await createTestApp({ content: 'seeded' });
  const reviewer = await as(app, 'reviewer');
  const { data } = await reviewer.get(address.getAddressList);
  const nairobi = found(data.find((place) => place.name === 'Nairobi'));
  expect(nairobi.code).toBe('047');
  expect(nairobi.childList[0]).toEqual({ code: '047-274', name: 'Westlands' });
  const nameOf = async (code: string) => (await reviewer.get(address.getAddressNameByCode, { code })).data.name;
  expect(await nameOf('047-274')).toBe('Nairobi / Westlands');
  expect(await nameOf('001')).toBe('Mombasa');
  expect(await nameOf('048')).toBeNull();
  expect((await reviewer.get(address.getAddressNameByCode, { code: 'x' })).data.error).toBe('BAD_REQUEST');
});
