export {
  addDays,
  businessDateOf,
  daysBetween,
  daysPastDue,
  lapseOfBusinessDate,
  startOfBusinessDate,
} from './business-date.ts';
export type { BusinessDate } from './business-date.ts';
export { configurationVersionMachine } from './configuration-version.machine.ts';
export { makerCheckerRequestMachine } from './maker-checker-request.machine.ts';
export { policyOn } from './regulatory-policy.ts';
export type { PolicyKey, PolicyOnDate, RegulatoryPolicy } from './regulatory-policy.ts';
