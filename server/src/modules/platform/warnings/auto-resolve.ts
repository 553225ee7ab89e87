import type { Queryable } from '../../../db/database.ts';
import { advance } from '../../../state-machine/index.ts';
import { warningMachine } from '../../../state-machine/machines/warning.machine.ts';
import { type AuditActor, publishEvent, writeAudit } from '../audit/index.ts';

/**
 * What was warned of is over: the warnings of that source and key resolve themselves. With `actor` it is
 * recorded as what that person's call did, else as what the system did. `at` is now unless history is being written.
 * @returns the numbers of those that did, to be notified of once it is committed.
 */
export async function autoResolve(
  tx: Queryable,
  of: { readonly sourceType: string; readonly sourceKey: string },
  actor: AuditActor | null,
  at = new Date(),
): Promise<readonly string[]> {
  const open = await tx
    .selectFrom('warning')
    .select(['warningNo', 'warningStatus'])
    .where('sourceType', '=', of.sourceType)
    .where('sourceKey', '=', of.sourceKey)
    .where('warningStatus', '!=', 'RESOLVED')
    .forNoKeyUpdate()
    .execute();
  for (const { warningNo, warningStatus } of open) {
    const resolved = advance(warningMachine, warningStatus, 'resolve');
    await tx
      .updateTable('warning')
      .set((eb) => ({
        warningStatus: resolved,
        isSelfResolved: true,
        resolvedAt: at,
        version: eb('version', '+', 1),
      }))
      .where('warningNo', '=', warningNo)
      .execute();
    const change = {
      subjectType: 'warning',
      subjectNo: warningNo,
      before: { warningStatus },
      after: { warningStatus: resolved, isSelfResolved: true },
    };
    if (actor === null) await publishEvent(tx, { topic: 'warning.resolve', ...change });
    else await writeAudit(tx, actor, { action: 'warning.resolve', ...change });
  }
  return open.map(({ warningNo }) => warningNo);
}
