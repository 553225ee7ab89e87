import { expect, it } from 'vitest';
import { isHeldOut } from './hold-out.ts';

it('holds customers out in the proportion of the share', () => {
  const aside = Array.from({ length: 10_000 }, (_, at) => `CU${at}`).filter((customerNo) =>
    isHeldOut({ planNo: 'RP000000001', testNo: 1, holdOutPercent: 20 }, customerNo),
  );
  expect(Math.abs(aside.length - 2_000)).toBeLessThan(200);
});
