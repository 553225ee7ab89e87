export { defineBatch } from './batch.ts';
export type { BatchThing } from './batch.ts';
export { tryItems } from './trial.ts';
