import type { Queryable } from '../../db/database.ts';

export { readHistory } from './history.ts';

/** What a record of the audit log says. Never a password, a token or a whole phone number. */
export interface AuditEntry {
  /** What was done: the endpoint's name, or a code such as `user:user:freeze`. */
  readonly action: string;
  readonly subjectType: string;
  readonly subjectNo: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
}

/** Who did it and in which call; a `CommandCall` is one. */
export interface AuditActor {
  readonly caller?: { readonly userNo: string; readonly sessionId: string };
  readonly requestId: string;
  readonly address: string;
}

/** Writes to the append-only log, in the transaction of the change it tells of. */
export async function writeAudit(
  tx: Queryable,
  actor: AuditActor,
  entries: AuditEntry | readonly AuditEntry[],
): Promise<void> {
  const list: readonly AuditEntry[] = 'action' in entries ? [entries] : entries;
  if (list.length === 0) return;
  await tx
    .insertInto('auditLog')
    .values(
      list.map((entry) => ({
        userNo: actor.caller?.userNo ?? null,
        sessionId: actor.caller?.sessionId ?? null,
        requestId: actor.requestId,
        address: actor.address,
        action: entry.action,
        subjectType: entry.subjectType,
        subjectNo: entry.subjectNo,
        before: entry.before === undefined ? null : JSON.stringify(entry.before),
        after: entry.after === undefined ? null : JSON.stringify(entry.after),
        reason: entry.reason ?? null,
      })),
    )
    .execute();
}
