// Commands in bulk: one person requests, another approves, a job applies.

export { defineApprovedImport } from './approved-import.ts';
export { defineBatch } from './batch.ts';
export type { BatchThing } from './batch.ts';
export { defineMany } from './many.ts';
export { tryItems } from './trial.ts';
