// Business dates and the regulatory policy in force.

export {
  addDays,
  businessDateOf,
  daysBetween,
  daysPastDue,
  lapseOfBusinessDate,
  startOfBusinessDate,
} from '../../../ground/business-date.ts';
export type { BusinessDate } from '../../../ground/business-date.ts';
export { configurationVersionMachine } from './configuration-version.machine.ts';
export { makerCheckerRequestMachine } from './maker-checker-request.machine.ts';
export { policyHistory, policyOn, regulatoryPolicy } from './regulatory-policy.ts';
export { shownDay, shownMoment, shownTime } from '../../../ground/shown-time.ts';
export type { PolicyHistory, PolicyKey, PolicyOnDate, RegulatoryPolicy } from './regulatory-policy.ts';
