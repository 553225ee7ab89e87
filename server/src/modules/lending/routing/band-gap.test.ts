import type { route } from '@kituo/sdk/contracts';
import { expect, test } from 'vitest';
import { gapBeside } from './band-gap.ts';

const band = (
  minAmountCents: number,
  maxAmountCents: number | null,
  changes: Partial<route.RouteStrategy> = {},
): route.RouteStrategy => ({
  ruleName: 'Band',
  productNos: [],
  payoutType: 'MOBILE_MONEY',
  minAmountCents,
  maxAmountCents,
  fromTime: '00:00',
  toTime: '23:59',
  entries: [{ accountId: 'FLOAT', weight: 100, dailyLimitCents: null, floorCents: null }],
  failOverCodes: [],
  autoSend: true,
  ...changes,
});
const [low, middle, high] = [band(0, 500_000), band(500_001, 900_000), band(900_001, null)];

test('bands that meet to the cent leave no gap, in whatever order they are made', () => {
  expect(gapBeside(low, [])).toBeNull();
  expect(gapBeside(middle, [low])).toBeNull();
  expect(gapBeside(low, [middle, high])).toBeNull();
  expect(gapBeside(high, [low, middle])).toBeNull();
});

test('what lies between two bands and belongs to neither is a gap, on the side of the one that is saved', () => {
  expect(gapBeside(high, [low])).toEqual({ side: 'below', fromCents: 500_001, toCents: 900_000 });
  expect(gapBeside(low, [high])).toEqual({ side: 'above', fromCents: 500_001, toCents: 900_000 });
  const narrower = band(500_001, 800_000);
  expect(gapBeside(narrower, [low, high])).toEqual({ side: 'above', fromCents: 800_001, toCents: 900_000 });
  expect(gapBeside(band(500_002, 900_000), [low, high])).toMatchObject({ fromCents: 500_001, toCents: 500_001 });
});

test('only strategies of the same orders are neighbours: by payout type, product and hours', () => {
  expect(gapBeside(high, [{ ...low, payoutType: 'BANK' }])).toBeNull();
  expect(gapBeside({ ...high, productNos: ['P1'] }, [{ ...low, productNos: ['P2'] }])).toBeNull();
  expect(gapBeside({ ...high, fromTime: '12:00' }, [{ ...low, toTime: '11:59' }])).toBeNull();
  // A strategy of all products takes what those of one product leave.
  const own = { ...high, productNos: ['P1'] };
  expect(gapBeside(own, [{ ...low, productNos: ['P1'] }, band(0, null)])).toBeNull();
  expect(gapBeside(own, [{ ...low, productNos: ['P1'] }, band(0, null, { toTime: '17:00' })])).toMatchObject({
    side: 'below',
  });
  expect(gapBeside(high, [{ ...low, productNos: ['P1'] }])).toMatchObject({ side: 'below' });
});
