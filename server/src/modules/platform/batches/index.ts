// Money commands in bulk: one person requests, another approves, a job applies.

export { defineBatch } from './batch.ts';
export type { BatchThing } from './batch.ts';
export { tryItems } from './trial.ts';
