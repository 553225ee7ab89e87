export { aiTaskMachine } from './ai-task.machine.ts';
export { CASE_LEVELS, caseLevelOf, nextCaseLevel } from './case-level.ts';
export type { CaseLevel } from './case-level.ts';
export { caseMachine } from './case.machine.ts';
export { promiseToPayMachine } from './promise-to-pay.machine.ts';
export { robotTaskMachine } from './robot-task.machine.ts';
