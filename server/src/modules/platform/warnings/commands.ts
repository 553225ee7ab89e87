import { sql } from 'kysely';
import type { UpdateObject } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { textOfError } from '../../../http/messages.ts';
import { warningMachine } from '../../../state-machine/machines/warning.machine.ts';
import { transition, writeAudit } from '../audit/index.ts';
import { assigneesFor, lockWarning, publishWarnings } from './people.ts';

const SNOOZE_DAYS = 7;

/** Throws WARNING_NOT_FOUND; WARNING_RESOLVED with who did it. */
async function lockLive(call: CommandCall, warningNo: string) {
  const found = await lockWarning(call.tx, call.caller, warningNo);
  if (!found) throw new AppError('WARNING_NOT_FOUND');
  if (found.warningStatus !== 'RESOLVED') return found;
  const by = await call.tx
    .selectFrom('appUser')
    .select('realName')
    .where('userNo', '=', found.resolvedBy ?? '')
    .executeTakeFirst();
  throw new AppError('WARNING_RESOLVED', { facts: { who: by?.realName ?? 'Kituo' } });
}

async function write({ tx }: CommandCall, warningNo: string, values: UpdateObject<Schema, 'warning'>): Promise<void> {
  await tx
    .updateTable('warning')
    .set({ ...values, version: sql`version + 1` })
    .where('warningNo', '=', warningNo)
    .execute();
}

async function change(
  call: CommandCall,
  warningNo: string,
  values: UpdateObject<Schema, 'warning'>,
  audit: { action: string; before: object; after: object; reason?: string },
): Promise<void> {
  await write(call, warningNo, values);
  await writeAudit(call.tx, call, { ...audit, subjectType: 'warning', subjectNo: warningNo });
}

/** Tells everyone who sees these warnings, once they are committed. */
function announce(call: CommandCall, warningNos: readonly string[]): void {
  call.afterCommit(async () => await publishWarnings(call.db, call.services.events, warningNos));
}

async function acknowledgeOne(call: CommandCall, warningNo: string): Promise<void> {
  const found = await lockLive(call, warningNo);
  const { userNo } = call.caller;
  await transition(call, {
    machine: warningMachine,
    command: 'acknowledge',
    of: found,
    field: 'warningStatus',
    write: async (warningStatus) => {
      const acknowledged = { acknowledgedBy: userNo, acknowledgedAt: new Date(), assigneeUserNo: userNo };
      await write(call, warningNo, { warningStatus, ...acknowledged });
    },
    audit: {
      action: 'warning.acknowledge',
      subjectType: 'warning',
      subjectNo: warningNo,
      before: { assigneeUserNo: found.assigneeUserNo },
      after: { assigneeUserNo: userNo },
    },
  });
}

async function resolveOne(call: CommandCall, warningNo: string, note: string): Promise<void> {
  const found = await lockLive(call, warningNo);
  await transition(call, {
    machine: warningMachine,
    command: 'resolve',
    of: found,
    field: 'warningStatus',
    write: async (warningStatus) => {
      const resolved = { resolvedBy: call.caller.userNo, resolvedAt: new Date(), resolutionNote: note };
      await write(call, warningNo, { warningStatus, ...resolved });
    },
    audit: { action: 'warning.resolve', subjectType: 'warning', subjectNo: warningNo, reason: note },
  });
}

interface BatchItem {
  warningNo: string;
  done: boolean;
  reason: string | null;
}

/** One warning is refused like any call; of several each is behind a savepoint of its own. */
async function each(
  call: CommandCall,
  warningNos: readonly string[],
  one: (warningNo: string) => Promise<void>,
): Promise<{ items: BatchItem[] }> {
  const items: BatchItem[] = [];
  for (const warningNo of [...new Set(warningNos)].sort()) {
    await sql`SAVEPOINT batch_item`.execute(call.tx);
    try {
      await one(warningNo);
      items.push({ warningNo, done: true, reason: null });
    } catch (error) {
      if (warningNos.length === 1 || !(error instanceof AppError)) throw error;
      await sql`ROLLBACK TO SAVEPOINT batch_item`.execute(call.tx);
      items.push({
        warningNo,
        done: false,
        reason: textOfError(error.error, call.lang, error.facts),
      });
    }
  }
  announce(
    call,
    items.flatMap(({ warningNo, done }) => (done ? [warningNo] : [])),
  );
  return { items };
}

export async function acknowledge({ warningNos }: { warningNos: string[] }, call: CommandCall) {
  return await each(call, warningNos, async (warningNo) => await acknowledgeOne(call, warningNo));
}

export async function resolve({ warningNos, note }: { warningNos: string[]; note: string }, call: CommandCall) {
  return await each(call, warningNos, async (warningNo) => await resolveOne(call, warningNo, note));
}

/** Throws REFERENCE_UNKNOWN for someone who would not see the warning or cannot sign in. */
export async function assign(
  { warningNo, assigneeUserNo }: { warningNo: string; assigneeUserNo: string },
  call: CommandCall,
): Promise<void> {
  const found = await lockLive(call, warningNo);
  const candidates = await assigneesFor(call.tx, found);
  if (!candidates.some(({ userNo }) => userNo === assigneeUserNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['assigneeUserNo'] });
  }
  await change(
    call,
    warningNo,
    { assigneeUserNo },
    {
      action: 'warning.assign',
      before: { assigneeUserNo: found.assigneeUserNo },
      after: { assigneeUserNo },
    },
  );
  announce(call, [warningNo]);
}

/** Throws BAD_REQUEST for a moment that is past or more than a week ahead. */
export async function snooze(
  { warningNo, until }: { warningNo: string; until: string },
  call: CommandCall,
): Promise<void> {
  const found = await lockLive(call, warningNo);
  const ahead = new Date(until).getTime() - Date.now();
  if (ahead <= 0 || ahead > SNOOZE_DAYS * 86_400_000) {
    throw new AppError('BAD_REQUEST', {
      fields: [{ field: 'until', msg: 'Choose a time within the next 7 days' }],
    });
  }
  await change(
    call,
    warningNo,
    { snoozedUntil: new Date(until) },
    {
      action: 'warning.snooze',
      before: { warningStatus: found.warningStatus },
      after: { snoozedUntil: until },
    },
  );
  announce(call, [warningNo]);
}
