import type { callOption } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Desk } from './tables.ts';

/** What a list type decides where it says nothing itself. */
const LIST_TYPE = {
  isTargetEditable: true,
  expireDays: 30,
  maxAttempts: 6,
  recycleDelayDays: 14,
  recycleMax: 2,
  customerStatuses: ['0', '1', '2', '3', '4'],
} as const satisfies callOption.OptionRule;

/** The rule of a list type, retired ones too. @throws AppError CALL_OPTION_UNKNOWN where `isNew` and it is not offered */
export async function listTypeRule(db: Queryable, code: string, isNew = false) {
  const option = await readOption(db, 'LIST_TYPE', code);
  if (isNew && option?.isEnabled !== true) throw new AppError('CALL_OPTION_UNKNOWN', { fields: ['listType'] });
  return wholeRule(option?.rule ?? {});
}

const wholeRule = (rule: callOption.OptionRule) => ({
  isTargetEditable: rule.isTargetEditable ?? LIST_TYPE.isTargetEditable,
  expireDays: rule.expireDays ?? LIST_TYPE.expireDays,
  maxAttempts: rule.maxAttempts ?? LIST_TYPE.maxAttempts,
  recycleDelayDays: rule.recycleDelayDays ?? LIST_TYPE.recycleDelayDays,
  recycleMax: rule.recycleMax ?? LIST_TYPE.recycleMax,
  customerStatuses: rule.customerStatuses ?? LIST_TYPE.customerStatuses,
});
export type ListTypeRule = ReturnType<typeof wholeRule>;

/** The rules of those list types that are offered. */
export async function listTypeRules(
  db: Queryable,
  codes: readonly string[],
): Promise<ReadonlyMap<string, ListTypeRule>> {
  const offered = await offeredOf(db, 'LIST_TYPE', codes);
  return new Map(offered.map(({ code, rule }) => [code, wholeRule(rule)]));
}

/** Those of the marketing targets that are offered. */
export async function targetsOffered(db: Queryable, codes: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await offeredOf(db, 'MARKETING_TARGET', codes)).map(({ code }) => code));
}

async function offeredOf(db: Queryable, optionType: callOption.OptionType, codes: readonly string[]) {
  if (codes.length === 0) return [];
  return await db
    .selectFrom('callOption')
    .select(['code', 'rule'])
    .where('optionType', '=', optionType)
    .where('code', 'in', codes)
    .where('isEnabled', '=', true)
    .execute();
}

/** @throws AppError CALL_OPTION_UNKNOWN */
export async function refuseUnknownTarget(
  db: Queryable,
  code: string,
  field: 'marketingTarget' | 'marketingTargets' = 'marketingTarget',
): Promise<void> {
  const option = await readOption(db, 'MARKETING_TARGET', code);
  if (option?.isEnabled !== true) throw new AppError('CALL_OPTION_UNKNOWN', { fields: [field] });
}

/** @throws AppError CALL_OPTION_UNKNOWN unless it is offered */
export async function refuseUnknownTag(db: Queryable, code: string): Promise<void> {
  const option = await readOption(db, 'SCRIPT_TAG', code);
  if (option?.isEnabled !== true) throw new AppError('CALL_OPTION_UNKNOWN', { fields: ['scriptTag'] });
}

/** When somebody with this willingness is called again; null where never. */
export async function retryAt(db: Queryable, willingness: string, from: Date): Promise<Date | null> {
  const option = await readOption(db, 'WILLINGNESS', willingness);
  const hours = option?.rule.retryDelayHours;
  return hours === undefined ? null : new Date(from.getTime() + hours * 3_600_000);
}

async function readOption(db: Queryable, optionType: callOption.OptionType, code: string) {
  return await db
    .selectFrom('callOption')
    .select(['rule', 'isEnabled'])
    .where('optionType', '=', optionType)
    .where('code', '=', code)
    .executeTakeFirst();
}

/** What is offered of a type, in its order. */
export async function offeredOptions(
  db: Queryable,
  optionType: callOption.OptionType,
  lang: 'en' | 'zh',
): Promise<{ value: string; label: string }[]> {
  return await db
    .selectFrom('callOption')
    .select(['code as value', nameIn(lang).as('label')])
    .where('optionType', '=', optionType)
    .where('isEnabled', '=', true)
    .orderBy('sort')
    .orderBy('code')
    .execute();
}

/** A name in a language, in English where it has none. */
export const nameIn = (lang: 'en' | 'zh') =>
  sql<string>`coalesce(nullif(option_names ->> ${lang}, ''), option_names ->> 'en')`;

/** The name of a code that another table holds. */
export const optionName = (optionType: callOption.OptionType, column: string, lang: 'en' | 'zh') =>
  sql<string>`coalesce((select coalesce(nullif(n.option_names ->> ${lang}, ''), n.option_names ->> 'en')
    from call_option n where n.option_type = ${optionType} and n.code = ${sql.ref(column)}), ${sql.ref(column)})`;

/** The same in every language, for lists, whose rows choose. Null where the column is. */
export const optionNames = (optionType: callOption.OptionType, column: RawBuilder<unknown>) =>
  sql<Names | null>`(select jsonb_build_object('en', coalesce(n.option_names ->> 'en', k.code),
      'zh', coalesce(nullif(n.option_names ->> 'zh', ''), n.option_names ->> 'en', k.code))
    from (select ${column} as code) k left join call_option n on n.option_type = ${optionType} and n.code = k.code
    where k.code is not null)`;
type Names = Readonly<Record<'en' | 'zh', string>>;

/** What an entry `e` of a desk is listed as: telemarketing keeps its own types, the service desk has those of the code list. */
export const listTypeName = (desk: Desk, lang: 'en' | 'zh') =>
  desk === 'TELEMARKETING'
    ? optionName('LIST_TYPE', 'e.listType', lang)
    : sql<string>`coalesce((select coalesce(nullif(n.label ->> ${lang}, ''), n.label ->> 'en') from dictionary_entry n
        where n.dict_key = 'NOT_LOGGED_TYPE' and n.value = e.list_type), e.list_type)`;
