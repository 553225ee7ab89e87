import type { config, ParsedRequestOf, ReplyOf, reviewConfig } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller, CommandCall } from '../../../http/implement.ts';
import { readHistory } from '../../platform/audit/index.ts';
import {
  presentVersion,
  readVersionPage,
  seenBeginnings,
  type VersionRecord,
  versions,
} from '../../platform/configuration/index.ts';
import { scopeOfSubject, stepsScopeText } from './scope.ts';
import { FAMILY_OF, tabOf } from './tabs.ts';

/** The versions of this page that the caller may see: steps of their merchants, and what is for all. */
function visible(db: Queryable, { scope }: Caller) {
  const keys = Object.values(FAMILY_OF).map(({ key }) => key);
  const query = versions(db).where('version.configKey', 'in', keys);
  const seen = seenBeginnings(scope);
  if (seen === null) return query;
  return query.where(sql<boolean>`split_part(version.subject_no, '_', 1) = ANY(${seen}::text[])`);
}

/** A version as the pages show it. */
export async function rowOf(version: config.ConfigVersion, db: Queryable): Promise<reviewConfig.ConfigRow> {
  const tab = tabOf(version.configKey);
  if (tab === null) throw new AppError('NOT_FOUND');
  const scope = scopeOfSubject(version.subjectNo);
  return {
    configNo: version.versionId,
    tab,
    scope: scope === null ? null : { ...scope, ...(await stepsScopeText(db, scope)) },
    versionNo: version.versionNo,
    value: version.value,
    effectiveFrom: version.effectiveFrom,
    versionStatus: version.versionStatus,
    makerName: version.makerName,
    checkerName: version.checkerName,
    reason: version.reason,
    decisionReason: version.decisionReason,
    createdAt: version.createdAt,
    updatedAt: version.updatedAt,
    version: version.version,
    allowedActions: version.allowedActions,
  };
}

/** A call, or a job that runs for somebody. */
type Reader = Pick<Call, 'db' | 'caller' | 'lang'>;

async function present(record: VersionRecord, call: Reader): Promise<reviewConfig.ConfigRow> {
  const tab = tabOf(record.configKey);
  if (tab === null) throw new AppError('NOT_FOUND');
  return await rowOf(presentVersion(record, FAMILY_OF[tab], call), call.db);
}

export async function pageOfRules(
  { filters, ...place }: ParsedRequestOf<typeof reviewConfig.page>,
  call: Reader,
): Promise<ReplyOf<typeof reviewConfig.page>> {
  const { tab, merchantNo, loanType, versionStatus } = filters;
  let query = visible(call.db, call.caller);
  if (tab) query = query.where('version.configKey', '=', FAMILY_OF[tab].key);
  if (versionStatus) query = query.where('version.versionStatus', '=', versionStatus);
  if (merchantNo) {
    query = query.where(sql<boolean>`split_part(version.subject_no, '_', 1) = ${merchantNo}`);
  }
  if (loanType) {
    query = query.where(sql<boolean>`split_part(version.subject_no, '_', 3) = ${loanType}`);
  }
  const { total, records } = await readVersionPage(query, place);
  const rows = await Promise.all(records.map((record) => present(record, call)));
  return { rows, total, totalIsExact: true };
}

/** The version, where the caller sees it. Throws NOT_FOUND. */
export async function findRules(configNo: string, call: Call): Promise<VersionRecord> {
  const found = await visible(call.db, call.caller).where('version.versionId', '=', configNo).executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

/** The same within a command; whoever may not see it cannot change it. */
export async function seeRules(configNo: string, call: CommandCall): Promise<void> {
  const found = await visible(call.tx, call.caller).where('version.versionId', '=', configNo).executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
}

export async function detailOfRules(configNo: string, call: Call): Promise<ReplyOf<typeof reviewConfig.detail>> {
  const record = await findRules(configNo, call);
  const before = await versions(call.db)
    .where('version.configKey', '=', record.configKey)
    .where('version.subjectNo', '=', record.subjectNo)
    .where('version.versionNo', '<', record.versionNo)
    .where('version.versionStatus', 'not in', ['REJECTED', 'WITHDRAWN'])
    .orderBy('version.versionNo', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    ...(await present(record, call)),
    comparedWith: before?.versionNo ?? null,
    differences: before ? differences(before.value, record.value) : [],
    history: await readHistory(call.db, 'config', configNo),
  };
}

/** Field by field, lists by their place: `3.stepName`. */
export function differences(
  before: unknown,
  after: unknown,
  field = '',
): ReplyOf<typeof reviewConfig.detail>['differences'] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const isOpen = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  if (!isOpen(before) || !isOpen(after) || isPlainList(before) || isPlainList(after)) {
    return [{ field, before: before ?? null, after: after ?? null }];
  }
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => differences(before[key], after[key], field === '' ? key : `${field}.${key}`));
}

/** A list of words or numbers is one value. */
function isPlainList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item !== 'object');
}
