import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';

/** Channels within a scope, by code: as the dictionary calls them, else as they are called where they are bought. */
export async function channelNames(
  db: Queryable,
  scope: DataScope,
  lang: 'en' | 'zh',
): Promise<{ code: string; label: string }[]> {
  const merchantNos = scope === 'all' ? null : scope.merchantNos;
  const { rows } = await sql<{ code: string; label: string }>`
    SELECT DISTINCT ON (code) code, label FROM (
      SELECT value AS code, coalesce(label ->> ${lang}, label ->> 'en', value) AS label, sort
      FROM dictionary_entry WHERE dict_key = 'PROMOTION_CHANNEL'
      UNION ALL
      SELECT channel_code, value ->> 'ruleName', 10000 FROM channel_now
      WHERE rule_status IN ('ENABLED', 'DISABLED')
        AND (${merchantNos}::text[] IS NULL OR merchant_no = ANY(${merchantNos}::text[]))) known
    ORDER BY code, sort`.execute(db);
  return rows;
}
