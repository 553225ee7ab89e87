export { lendingDays } from './days.ts';
export type { LendingDay } from './days.ts';
export { refuseBeyondLimit } from './hold.ts';
export { lendingLimitFamily, limitAt } from './limit.ts';
export { usedPercent } from './rules.ts';
export { routes } from './routes.ts';
