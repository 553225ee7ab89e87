import type { warning } from '@kituo/sdk/contracts';
import type { Call } from '../../../http/implement.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { warningMachine } from '../../../state-machine/machines/warning.machine.ts';
import { isSource } from './sources.ts';
import type { WarningRecord } from './query.ts';

/** What the caller may do with the warning now. Assigning and snoozing are open until it is resolved. */
export function actionsOn(codes: ReadonlySet<string>, status: WarningRecord['warningStatus']): warning.WarningAction[] {
  const states = allowedActions(warningMachine, status);
  const isLive = status !== 'RESOLVED';
  const can: Record<warning.WarningAction, boolean> = {
    acknowledge: states.includes('acknowledge') && codes.has('host:warning:acknowledge'),
    assign: isLive && codes.has('host:warning:assign'),
    snooze: isLive && codes.has('host:warning:acknowledge'),
    resolve: states.includes('resolve') && codes.has('host:warning:resolve'),
  };
  return (['acknowledge', 'assign', 'snooze', 'resolve'] as const).filter((action) => can[action]);
}

/** The page of a warning, for those who hold it: nobody else learns that it exists. */
function heldPath(path: string | null, pages: ReadonlySet<string>): string | null {
  const page = path?.split('?', 1)[0]?.toLowerCase();
  return page !== undefined && pages.has(page) ? path : null;
}

/** A warning as it leaves the server, in the caller's language. */
export function presentWarning(
  record: WarningRecord,
  { caller, lang }: Pick<Call, 'caller' | 'lang'>,
): warning.WarningRow {
  const { raisedAt, snoozedUntil, resolvedAt, subjectZh, resolutionNote, sourceType, ...rest } = record;
  return {
    ...rest,
    subjectPath: heldPath(rest.subjectPath, caller.pages),
    sourceType: isSource(sourceType) ? sourceType : 'SECTION_FAILED',
    subject: lang === 'zh' ? (subjectZh ?? rest.subject) : rest.subject,
    raisedAt: raisedAt.toISOString(),
    snoozedUntil: snoozedUntil?.toISOString() ?? null,
    resolvedAt: resolvedAt?.toISOString() ?? null,
    note: resolutionNote,
    allowedActions: actionsOn(caller.codes, record.warningStatus),
  };
}
