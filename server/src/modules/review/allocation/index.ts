export { allotKind, autoAllotKind, recallKind, releaseKind, undoAllotKind } from './batches.ts';
export { allotByItself } from './by-itself.ts';
export { routes } from './routes.ts';
export { endLeases, refuseLost } from './take-back.ts';
