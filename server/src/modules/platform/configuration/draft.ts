import type { config, ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { noteMade, noteState } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { fieldMessages, parsing } from '../../../http/validate.ts';
import { writeAudit } from '../audit/index.ts';
import { addDays, businessDateOf } from '../policy/index.ts';
import { announceVersion } from './announce.ts';
import type { ConfigFamily } from './families.ts';
import { familyOf, present, versions, type VersionRecord } from './read.ts';
import { ownsSubject, reachOf } from './subject-scope.ts';

type Form = ParsedRequestOf<typeof config.save>;

/** Whoever changes versions of the same thing waits here. */
export async function lockThing(tx: Tx, configKey: string, subjectNo: string): Promise<void> {
  const key = `config ${configKey} ${subjectNo}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

export async function readVersion(tx: Tx, versionId: string): Promise<VersionRecord> {
  const found = await versions(tx).where('version.versionId', '=', versionId).executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

export function needCode(code: string | null, { caller }: CommandContext): void {
  if (code === null || !caller.codes.has(code)) throw new AppError('FORBIDDEN');
}

/** The value as the family's schema has it. Throws BAD_REQUEST with the faults at `value` and below. */
export function parseValue<Value>(family: ConfigFamily<Value>, value: unknown): Value {
  const result = family.value.safeParse(value, parsing);
  if (result.success) return result.data;
  const fields = fieldMessages(result.error.issues).map(({ field, msg }) => ({
    field: field === '' ? 'value' : `value.${field}`,
    msg,
  }));
  throw new AppError('BAD_REQUEST', { fields });
}

/** Throws CONFIG_DATE_PAST, CONFIG_DATE_TAKEN. */
export async function checkDay(
  tx: Tx,
  family: ConfigFamily,
  { subjectNo, effectiveFrom }: { readonly subjectNo: string; readonly effectiveFrom: string },
): Promise<void> {
  const today = businessDateOf(new Date());
  const earliest = family.isWholeDays === true ? addDays(today, 1) : today;
  if (effectiveFrom < earliest) {
    throw new AppError('CONFIG_DATE_PAST', { facts: { earliest }, fields: ['effectiveFrom'] });
  }
  if (family.isSeveralADay === true && effectiveFrom === today) return;
  const taken = await tx
    .selectFrom('configVersion')
    .select('versionNo')
    .where('configKey', '=', family.key)
    .where('subjectNo', '=', subjectNo)
    .where('effectiveFrom', '=', effectiveFrom)
    .where('storedStatus', 'in', ['SCHEDULED', 'IN_FORCE', 'SUPERSEDED'])
    .executeTakeFirst();
  if (taken) {
    throw new AppError('CONFIG_DATE_TAKEN', {
      facts: { versionNo: taken.versionNo },
      fields: ['effectiveFrom'],
    });
  }
}

/** What the log keeps of a version. */
export function facts(record: VersionRecord) {
  const { configKey, subjectNo, versionNo, value, effectiveFrom, versionStatus } = record;
  return { configKey, subjectNo, versionNo, value, effectiveFrom, versionStatus };
}

/** Writes what was done into the log and answers the version as it is now. */
export async function finish(
  action: string,
  before: VersionRecord | null,
  versionId: string,
  call: CommandContext,
  reason?: string,
): Promise<config.ConfigVersion> {
  const after = await readVersion(call.tx, versionId);
  await writeAudit(call.tx, call, {
    action: `config.${action}`,
    subjectType: 'config',
    subjectNo: versionId,
    ...(before && { before: facts(before) }),
    after: facts(after),
    ...(reason !== undefined && { reason }),
  });
  const family = familyOf(after.configKey, call);
  announceVersion(call, family, after);
  return present(after, family, call);
}

interface NewDraft {
  readonly family: ConfigFamily;
  readonly subjectNo: string;
  readonly value: unknown;
  readonly effectiveFrom: string;
  readonly reason: string;
}

/** Adds version n+1 as a draft. Throws CONFIG_OPEN while another one waits. */
export async function addDraft(draft: NewDraft, { tx, caller }: CommandContext): Promise<string> {
  const { family, subjectNo, value, effectiveFrom, reason } = draft;
  const earlier = await tx
    .selectFrom('configVersion')
    .select(['versionNo', 'storedStatus'])
    .where('configKey', '=', family.key)
    .where('subjectNo', '=', subjectNo)
    .orderBy('versionNo', 'desc')
    .execute();
  const open = earlier.find(({ storedStatus }) => ['DRAFT', 'PENDING'].includes(storedStatus));
  if (open) throw new AppError('CONFIG_OPEN', { facts: { versionNo: open.versionNo } });
  const { versionId } = await tx
    .insertInto('configVersion')
    .values({
      configKey: family.key,
      subjectNo,
      versionNo: (earlier[0]?.versionNo ?? 0) + 1,
      value: JSON.stringify(value),
      effectiveFrom,
      makerUserNo: caller.userNo,
      editorUserNos: [caller.userNo],
      reason,
    })
    .returning('versionId')
    .executeTakeFirstOrThrow();
  noteMade(tx, `config ${versionId}`);
  return versionId;
}

async function changeDraft(form: Form, value: unknown, call: CommandContext): Promise<VersionRecord> {
  const before = await readVersion(call.tx, form.versionId ?? '');
  const isSameThing = before.configKey === form.configKey && before.subjectNo === form.subjectNo;
  if (!isSameThing) throw new AppError('NOT_FOUND');
  if (before.versionStatus !== 'DRAFT') throw new AppError('ILLEGAL_TRANSITION');
  if (before.version !== form.version) throw new AppError('STALE');
  noteState(call.tx, `config ${before.versionId}`, before.version);
  await call.tx
    .updateTable('configVersion')
    .set({
      value: JSON.stringify(value),
      effectiveFrom: form.effectiveFrom,
      reason: form.reason,
      editorUserNos: [...new Set([...before.editorUserNos, call.caller.userNo])],
      updatedAt: new Date(),
      version: before.version + 1,
    })
    .where('versionId', '=', before.versionId)
    .execute();
  return before;
}

export async function saveDraft(form: Form, call: CommandContext): Promise<config.ConfigVersion> {
  const { tx } = call;
  const { subjectNo, effectiveFrom, reason } = form;
  const family = familyOf(form.configKey, call);
  needCode(family.access.save, call);
  const scope = await reachOf(family, call);
  if (family.isPerSubject !== (subjectNo !== '') || !ownsSubject(subjectNo, scope)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['subjectNo'] });
  }
  const value = parseValue(family, form.value);
  await lockThing(tx, family.key, subjectNo);
  await family.check?.(tx, subjectNo, value, effectiveFrom, call);
  await checkDay(tx, family, form);
  if (form.versionId !== undefined) {
    const before = await changeDraft(form, value, call);
    return await finish('save', before, before.versionId, call, reason);
  }
  const versionId = await addDraft({ family, subjectNo, value, effectiveFrom, reason }, call);
  return await finish('save', null, versionId, call, reason);
}

/** A new draft of an old version, for tomorrow. Throws CONFIG_OPEN, CONFIG_DATE_TAKEN. */
export async function copyVersion(
  { versionId }: ParsedRequestOf<typeof config.copy>,
  call: CommandContext,
): Promise<config.ConfigVersion> {
  const { tx } = call;
  const source = await readVersion(tx, versionId);
  const family = familyOf(source.configKey, call);
  if (!ownsSubject(source.subjectNo, await reachOf(family, call))) throw new AppError('NOT_FOUND');
  needCode(family.access.save, call);
  if (family.isSavedApart === true) throw new AppError('FORBIDDEN');
  const { subjectNo, reason } = source;
  await lockThing(tx, family.key, subjectNo);
  const value = parseValue(family, source.value);
  const effectiveFrom = await nextFreeDay(tx, family, subjectNo);
  const draft = { family, subjectNo, value, effectiveFrom, reason };
  return await finish('copy', null, await addDraft(draft, call), call);
}

async function nextFreeDay(tx: Tx, family: ConfigFamily, subjectNo: string): Promise<string> {
  const rows = await tx
    .selectFrom('configVersion')
    .select('effectiveFrom')
    .where('configKey', '=', family.key)
    .where('subjectNo', '=', subjectNo)
    .where('storedStatus', 'in', ['SCHEDULED', 'IN_FORCE', 'SUPERSEDED'])
    .execute();
  const taken = new Set(rows.map((row) => row.effectiveFrom));
  let day = addDays(businessDateOf(new Date()), 1);
  while (taken.has(day)) day = addDays(day, 1);
  return day;
}
