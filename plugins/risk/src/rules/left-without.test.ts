import { expect, test } from 'vitest';
import { leftWithout } from './left-without.tsx';

const set = (ruleId: string, ...products: string[]) => ({
  ruleId,
  ruleName: `Set ${ruleId}`,
  productNos: products,
  productNames: products.map((no) => `Loan ${no}`),
});

test('names the merchant, or just the products, that no set decides any more', () => {
  expect(leftWithout(set('R1'), [set('R1')])).toEqual({ kind: 'MERCHANT', names: [] });
  expect(leftWithout(set('R1'), [set('R1'), set('R2', 'P1')])).toEqual({ kind: 'EXCEPT', names: ['Loan P1'] });
  expect(leftWithout(set('R1', 'P1', 'P2'), [set('R2', 'P2')])).toEqual({ kind: 'PRODUCTS', names: ['Loan P1'] });
  expect(leftWithout(set('R1', 'P1'), [set('R1', 'P1'), set('R2')])).toEqual({ kind: 'NONE', names: ['Set R2'] });
  expect(leftWithout(set('R1', 'P1'), [set('R2', 'P1')])).toEqual({ kind: 'NONE', names: ['Set R2'] });
});
