/** `@kituo/sdk/recoveries`: what both collection systems show of money that came in on cases, and do about it. */
export { BadDebtScreen } from './bad-debt.screen.tsx';
export { ChangesTab } from './changes.tab.tsx';
export { DeductionsScreen } from './deductions.screen.tsx';
export { RepaymentsScreen } from './repayments.screen.tsx';
export { SettlementsScreen } from './settlements.screen.tsx';
export { RollbacksScreen } from './rollbacks.screen.tsx';
