import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAmounts, anyCents } from '../../platform/ledger/testing/arbitraries.ts';
import { amounts, COMPONENTS, minus, NO_AMOUNTS, totalOf } from '../../platform/ledger/index.ts';
import { refusalOfChecker, refusalOfWaiver } from './limits.ts';

const owed = amounts({ PRINCIPAL: 1_000_00, EXCISE: 20_00, INTEREST: 50_00, LATE_FEE: 30_00 });

describe('a waiver', () => {
  it.each([
    ['interest and late fee in whole', amounts({ INTEREST: 50_00, LATE_FEE: 30_00 }), null],
    ['nothing', NO_AMOUNTS, 'ZERO_AMOUNT_FIELD'],
    ['principal', amounts({ PRINCIPAL: 1 }), 'DEDUCTION_COMPONENT'],
    ['excise', amounts({ EXCISE: 1, INTEREST: 1 }), 'DEDUCTION_COMPONENT'],
    ['more than the component owes', amounts({ LATE_FEE: 30_01 }), 'DEDUCTION_ABOVE_COMPONENT'],
    ['a component that owes nothing', amounts({ SERVICE_FEE: 1 }), 'DEDUCTION_ABOVE_COMPONENT'],
    ['a negative amount', { ...NO_AMOUNTS, INTEREST: -1 }, 'AMOUNT_INVALID'],
  ] as const)('of %s', (_, waived, refusal) => {
    expect(refusalOfWaiver(waived, owed, 100_00)).toBe(refusal);
  });

  it('stays within the role’s cap, and a role without one waives nothing', () => {
    const waived = amounts({ INTEREST: 50_00 });
    expect(refusalOfWaiver(waived, owed, 50_00)).toBeNull();
    expect(refusalOfWaiver(waived, owed, 49_99)).toBe('DEDUCTION_ABOVE_ROLE_CAP');
    expect(refusalOfWaiver(waived, owed, null)).toBe('DEDUCTION_ABOVE_ROLE_CAP');
  });

  it('is decided by somebody else', () => {
    expect(refusalOfChecker('U1', 'U1')).toBe('MAKER_IS_CHECKER');
    expect(refusalOfChecker('U1', 'U2')).toBeNull();
  });

  it('that passes leaves principal and excise alone and nothing below 0', () => {
    fc.assert(
      fc.property(anyAmounts(100), anyAmounts(200), anyCents(500), (waived, outstanding, cap) => {
        if (refusalOfWaiver(waived, outstanding, cap) !== null) return;
        const left = minus(outstanding, waived);
        expect(left.PRINCIPAL).toBe(outstanding.PRINCIPAL);
        expect(left.EXCISE).toBe(outstanding.EXCISE);
        for (const component of COMPONENTS) expect(left[component]).toBeGreaterThanOrEqual(0);
        expect(totalOf(waived)).toBeLessThanOrEqual(cap);
      }),
    );
  });
});
