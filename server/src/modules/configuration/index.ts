export { configAt } from './config-at.ts';
export { settleConfigVersions } from './decide.ts';
export { createConfigFamilies } from './families.ts';
export type { ConfigFamilies, ConfigFamily } from './families.ts';
export { houseSwitches, isSwitchedOn } from './house.ts';
export { routes } from './routes.ts';
