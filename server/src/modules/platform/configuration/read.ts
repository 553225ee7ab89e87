import type { config, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { isPermitted } from '../../../http/register.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { configurationVersionMachine, startOfBusinessDate } from '../policy/index.ts';
import { configAt } from './config-at.ts';
import type { ConfigFamily } from './families.ts';
import { reachOf, seenBeginnings, seesSubject } from './subject-scope.ts';

/** The families whose versions the caller may see. */
export function seenFamilies({ services, caller }: Pick<Call, 'services' | 'caller'>) {
  return [...services.configs.values()].filter(({ access }) => isPermitted(access.see, caller));
}

/** Throws NOT_FOUND for a key nobody defined, FORBIDDEN for one the caller may not see. */
export function familyOf(key: string, call: Pick<Call, 'services' | 'caller'>): ConfigFamily {
  const family = call.services.configs.get(key);
  if (!family) throw new AppError('NOT_FOUND');
  if (!isPermitted(family.access.see, call.caller)) throw new AppError('FORBIDDEN');
  return family;
}

export function versions(db: Queryable) {
  return db
    .selectFrom('configVersionNow as version')
    .innerJoin('appUser as maker', 'maker.userNo', 'version.makerUserNo')
    .leftJoin('appUser as checker', 'checker.userNo', 'version.checkerUserNo')
    .selectAll('version')
    .select(['maker.realName as makerName', 'checker.realName as checkerName']);
}
export type VersionRecord = Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirstOrThrow']>>;

/** What the caller may do with it now: nobody agrees to what they wrote on. */
function actionsOn(
  record: VersionRecord,
  { access, isSavedApart = false }: ConfigFamily,
  { codes, userNo }: Caller,
): config.ConfigVersion['allowedActions'] {
  const state = record.versionStatus;
  const commands = allowedActions(configurationVersionMachine, state);
  const maySave = codes.has(access.save);
  const isEditor = record.editorUserNos.includes(userNo);
  const mayDecide = access.decide !== null && codes.has(access.decide) && !isEditor;
  const isOver = ['REJECTED', 'WITHDRAWN', 'SUPERSEDED', 'IN_FORCE'].includes(state);
  const can: [config.ConfigVersion['allowedActions'][number], boolean][] = [
    ['update', state === 'DRAFT' && maySave && !isSavedApart],
    ['submit', commands.includes('submit') && maySave],
    ['approve', commands.includes('approve') && mayDecide],
    ['reject', commands.includes('reject') && mayDecide],
    ['withdraw', commands.includes('withdraw') && maySave],
    ['copy', isOver && maySave && !isSavedApart],
  ];
  return can.filter(([, may]) => may).map(([action]) => action);
}

export function present(
  record: VersionRecord,
  family: ConfigFamily,
  { caller, lang }: Pick<Call, 'caller' | 'lang'>,
): config.ConfigVersion {
  const { storedStatus, editorUserNos, checkerUserNo, ...rest } = record;
  void [storedStatus, editorUserNos, checkerUserNo];
  return {
    ...rest,
    title: family.title[lang],
    inForceFrom: record.inForceFrom?.toISOString() ?? null,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    allowedActions: actionsOn(record, family, caller),
  };
}

type Filters = ParsedRequestOf<typeof config.page>['filters'];

/** The families that are asked for and that the caller may see. */
function askedFamilies({ configKey, configKeys }: Filters, call: Call): readonly ConfigFamily[] {
  if (configKey !== undefined) return [familyOf(configKey, call)];
  const seen = seenFamilies(call);
  return configKeys === undefined ? seen : seen.filter(({ key }) => configKeys.includes(key));
}

function decidableBy({ caller }: Pick<Call, 'caller'>) {
  return ({ access }: ConfigFamily) => access.decide !== null && caller.codes.has(access.decide);
}

/** Versions of these families, of what the caller sees by the rules of each. */
async function within(families: readonly ConfigFamily[], call: Call) {
  const groups = new Map<string, { seen: string[] | null; keys: string[] }>();
  for (const family of families) {
    const seen = seenBeginnings(await reachOf(family, call));
    const group = groups.get(JSON.stringify(seen)) ?? { seen, keys: [] };
    groups.set(JSON.stringify(seen), { seen, keys: [...group.keys, family.key] });
  }
  const parts = [...groups.values()].map(
    ({ seen, keys }) => sql<boolean>`(version.config_key = ANY(${keys}::text[])
      AND (${seen === null} OR split_part(version.subject_no, '_', 1) = ANY(${seen ?? []}::text[])))`,
  );
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` OR `)})`;
}

/** Of versions that lie within what `within` says. */
function matching(
  { db, caller }: Call,
  isWithin: Awaited<ReturnType<typeof within>>,
  { subjectNo, versionStatus, isDecidable }: Filters,
) {
  let query = versions(db).where(isWithin);
  if (subjectNo !== undefined) query = query.where('version.subjectNo', '=', subjectNo);
  if (versionStatus !== undefined) query = query.where('version.versionStatus', '=', versionStatus);
  if (isDecidable) {
    query = query
      .where('version.versionStatus', '=', 'PENDING')
      .where(sql<boolean>`NOT ${caller.userNo} = ANY(version.editor_user_nos)`);
  }
  return query;
}

/** How many versions of these keys, or of all that the caller sees, wait for the caller's decision. */
export async function countDecidable(call: Call, keys?: readonly string[]): Promise<number> {
  const seen = seenFamilies(call).filter(({ key }) => keys?.includes(key) ?? true);
  const { total } = await matching(call, await within(seen.filter(decidableBy(call)), call), {
    isDecidable: true,
  })
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The same by key and subject, without those of which none does. */
export async function countDecidableBySubject(
  call: Call,
): Promise<{ readonly configKey: string; readonly subjectNo: string; readonly count: number }[]> {
  const isWithin = await within(seenFamilies(call).filter(decidableBy(call)), call);
  return await matching(call, isWithin, { isDecidable: true })
    .clearSelect()
    .groupBy(['version.configKey', 'version.subjectNo'])
    .select(['version.configKey', 'version.subjectNo', (eb) => eb.fn.countAll<number>().as('count')])
    .execute();
}

/** One page of the versions that a query finds, and how many it finds in all. */
export async function readPage(
  found: ReturnType<typeof versions>,
  { page, pageSize, sort }: Pick<ParsedRequestOf<typeof config.page>, 'page' | 'pageSize' | 'sort'>,
): Promise<{ readonly total: number; readonly records: VersionRecord[] }> {
  const { total } = await found
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const records = await found
    .orderBy(`version.${sort?.field ?? 'updatedAt'}`, sort?.direction ?? 'desc')
    .orderBy('version.versionId', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { total, records };
}

export async function pageOfVersions(
  { filters, ...place }: ParsedRequestOf<typeof config.page>,
  call: Call,
): Promise<ReplyOf<typeof config.page>> {
  const byKey = new Map(askedFamilies(filters, call).map((family) => [family.key, family]));
  const asked = [...byKey.values()];
  const families = filters.isDecidable ? asked.filter(decidableBy(call)) : asked;
  const found = matching(call, await within(families, call), filters);
  const { total, records } = await readPage(found, place);
  const rows = records.flatMap((record) => {
    const family = byKey.get(record.configKey);
    return family ? [present(record, family, call)] : [];
  });
  return { rows, total, totalIsExact: true };
}

export async function keysFor(call: Call): Promise<ReplyOf<typeof config.keys>> {
  const { db, caller, lang } = call;
  return await Promise.all(
    seenFamilies(call).map(async (family) => ({
      configKey: family.key,
      title: family.title[lang],
      isPerSubject: family.isPerSubject,
      asksForChecker: family.access.decide !== null,
      maySave: caller.codes.has(family.access.save),
      inForce: family.isPerSubject ? null : (await configAt(db, family, new Date())).value,
    })),
  );
}

export async function inForceOf(
  { key, subjectNo = '', at }: ParsedRequestOf<typeof config.inForce>,
  call: Call,
): Promise<ReplyOf<typeof config.inForce>> {
  const family = familyOf(key, call);
  if (!seesSubject(subjectNo, await reachOf(family, call))) throw new AppError('NOT_FOUND');
  const instant = at === undefined ? new Date() : startOfBusinessDate(at);
  return await configAt(call.db, family, instant, subjectNo);
}
