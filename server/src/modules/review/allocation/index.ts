export { allotKind, autoAllotKind, recallKind, releaseKind, undoAllotKind } from './batches.ts';
export { autoAllot } from './auto-allot.ts';
export { routes } from './routes.ts';
export { endLeases, refuseLost } from './take-back.ts';
