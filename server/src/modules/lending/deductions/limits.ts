import type { ErrorName } from '@kituo/sdk/contracts';
import { type Amounts, type Cents, COMPONENTS, NEVER_WAIVED, totalOf } from '../../platform/ledger/index.ts';

/**
 * Why a waiver is refused, or null. Asked when it is applied for, when it is decided and when it is used:
 * what a component owes may have shrunk in between.
 *
 * @param roleCapCents the most the person's role may waive at once; null: nothing at all.
 */
export function refusalOfWaiver(waived: Amounts, outstanding: Amounts, roleCapCents: Cents | null): ErrorName | null {
  if (COMPONENTS.some((component) => waived[component] < 0)) return 'AMOUNT_INVALID';
  if (totalOf(waived) === 0) return 'ZERO_AMOUNT_FIELD';
  if (COMPONENTS.some((component) => NEVER_WAIVED.has(component) && waived[component] > 0)) {
    return 'DEDUCTION_COMPONENT';
  }
  if (COMPONENTS.some((component) => waived[component] > outstanding[component])) {
    return 'DEDUCTION_ABOVE_COMPONENT';
  }
  if (totalOf(waived) > (roleCapCents ?? 0)) return 'DEDUCTION_ABOVE_ROLE_CAP';
  return null;
}

/** The approver is somebody else, in a batch as well as alone. */
export function refusalOfChecker(makerUserNo: string, checkerUserNo: string): ErrorName | null {
  return makerUserNo === checkerUserNo ? 'MAKER_IS_CHECKER' : null;
}
