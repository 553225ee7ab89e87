export {
  advance,
  allowedActions,
  commandsOf,
  defineMachine,
  ILLEGAL_TRANSITION,
  isTerminal,
  next,
  statesOf,
} from './machine.ts';
export type { Machine, StateOf } from './machine.ts';
