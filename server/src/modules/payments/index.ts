export { allocate, oldestFirst } from './allocation.ts';
export type { Allocation, OpenBill } from './allocation.ts';
export { applicationTaskMachine } from './application-task.machine.ts';
export {
  decideExtension,
  decideGeneric,
  decidePartial,
  decideSettle,
  payoffOf,
  unacknowledged,
} from './decide-application.ts';
export type {
  Confirmation,
  Decision,
  DecisionOrRefusal,
  ExtensionRequest,
  SettleRequest,
} from './decide-application.ts';
export { refusalOfFlowUse, writableOf } from './flow-checks.ts';
export type { FlowUse, LoanFacts } from './flow-checks.ts';
export { flowMachine } from './flow.machine.ts';
