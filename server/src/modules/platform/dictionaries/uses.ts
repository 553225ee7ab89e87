import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

interface Column {
  readonly table: string;
  readonly column: string;
  readonly en: string;
  readonly zh: string;
}

/** Columns of one table: dictionary → column. */
function inTable(table: string, en: string, zh: string, columns: Readonly<Record<string, string>>) {
  return Object.entries(columns).map(([dictType, column]) => [dictType, { table, column, en, zh }] as const);
}

/** Where the codes of dictionaries stand. A table that takes a dictionary's codes is named here. */
const KNOWN: readonly (readonly [dictType: string, column: Column])[] = [
  ...inTable('app_user', 'Users', '用户', {
    USER_STATUS: 'user_status',
    EMPLOYEE_STATUS: 'employee_status',
    EMPLOYEE_CATEGORY: 'employee_category',
    INTERNAL_EXTERNAL: 'internal_external',
  }),
  ...inTable('reveal_log', 'Reveals', '明文查看', { REVEAL_PURPOSE: 'purpose' }),
  ...inTable('warning', 'Warnings', '警告', {
    WARNING_LEVEL: 'warning_level',
    WARNING_STATUS: 'warning_status',
    WARNING_SOURCE: 'source_type',
  }),
  ...inTable('customer', 'Customers', '客户', {
    SEX_TYPE: 'sex',
    SPEAKING_LANGUAGE: 'speaking_language',
  }),
  ...inTable('loan_order', 'Orders', '订单', {
    ORDER_STATUS: 'order_status',
    LOAN_TYPE: 'loan_type',
    INCOMING_CHANNEL: 'incoming_channel',
    PROMOTION_CHANNEL: 'promotion_channel',
    LENDING_CHANNEL: 'lending_channel',
    ORDER_DATA_SOURCE: 'data_source',
    MODEL_LEVEL: 'model_level',
  }),
  ...inTable('order_review', 'Reviews', '审核', { AUDIT_RESULT: 'audit_result' }),
  ...inTable('collection_case', 'Cases', '案件', {
    CASE_STATUS: 'case_status',
    CASE_SCOPE: 'case_scope',
    CASE_LEVEL: 'case_level',
    COLLECTION_LEVEL: 'collection_level',
    OUT_REASON: 'out_reason',
    BAD_DEBT_REASON: 'bad_debt_reason',
  }),
  ...inTable('case_follow_up', 'Follow-ups', '跟进记录', {
    ACTION_CODE: 'action_code',
    OVERDUE_REASON: 'overdue_reason',
    CONTACT_CHANNEL: 'contact_channel',
  }),
  ...inTable('promise_to_pay', 'Promises', '还款承诺', {
    PROMISE_STATUS: 'promise_status',
    PROMISE_CHANNEL: 'promise_channel',
  }),
  ...inTable('contact_block', 'Blocks', '联系限制', { CONTACT_BLOCK: 'block_kind' }),
  ...inTable('contact_result', 'Contacts', '联系记录', { WILLINGNESS: 'willingness' }),
  ...inTable('robot_task_item', 'Robot calls', '机器人外呼', { WILLINGNESS: 'willingness' }),
  ...inTable('payment_application', 'Payments applied', '还款入账', { REPAY_TYPE: 'repay_type' }),
  ...inTable('write_off_task', 'Write-offs', '核销任务', { REPAY_TYPE: 'repay_type' }),
];
const COLUMNS = Map.groupBy(KNOWN, ([dictType]) => dictType);

/** Dictionaries whose codes are counted. */
export const COUNTED_TYPES: readonly string[] = [...COLUMNS.keys()];

const columnsOf = (dictType: string): readonly Column[] => (COLUMNS.get(dictType) ?? []).map(([, column]) => column);

async function countColumn(db: Queryable, { table, column }: Column) {
  const { rows } = await sql<{ code: string; count: number }>`
    SELECT ${sql.ref(column)} AS code, count(*) AS count FROM ${sql.table(table)} WHERE ${sql.ref(column)} IS NOT NULL GROUP BY 1
  `.execute(db);
  return rows;
}

/** Code → rows that hold it; null where no table holds codes of the dictionary. */
export async function countUses(db: Queryable, dictType: string): Promise<ReadonlyMap<string, number> | null> {
  const columns = columnsOf(dictType);
  if (columns.length === 0) return null;
  const counts = new Map<string, number>();
  for (const column of columns) {
    for (const { code, count } of await countColumn(db, column)) {
      counts.set(code, (counts.get(code) ?? 0) + count);
    }
  }
  return counts;
}

/** The places that hold one code, with how many rows each has. */
export async function countPlaces(
  db: Queryable,
  { dictType, dictKey }: { readonly dictType: string; readonly dictKey: string },
  lang: 'en' | 'zh',
): Promise<{ place: string; rows: number }[]> {
  const places = [];
  for (const column of columnsOf(dictType)) {
    const counted = await countColumn(db, column);
    const rows = counted.find(({ code }) => code === dictKey)?.count ?? 0;
    places.push({ place: column[lang], rows });
  }
  return places;
}
