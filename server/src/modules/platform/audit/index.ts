// The audit log and the events written beside it.

export { readHistory } from './history.ts';
export { transition } from './transition.ts';
export { publishEvent, writeAudit } from './write-audit.ts';
export type { AuditActor, AuditEntry, SystemEvent } from './write-audit.ts';
