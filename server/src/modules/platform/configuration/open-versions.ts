import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

export interface OpenVersion {
  readonly versionNo: number;
  readonly versionStatus: 'DRAFT' | 'PENDING' | 'SCHEDULED';
  readonly effectiveFrom: string;
}

/** By subject, the newest version of a key that is not in force yet. */
export async function openVersions(
  db: Queryable,
  configKey: string,
  subjectNos: readonly string[],
): Promise<ReadonlyMap<string, OpenVersion>> {
  const rows = await db
    .selectFrom('configVersionNow')
    .distinctOn('subjectNo')
    .select(['subjectNo', 'versionNo', 'versionStatus', 'effectiveFrom'])
    .where('configKey', '=', configKey)
    .where(sql<boolean>`subject_no = any(${[...subjectNos]}::text[])`)
    .where('versionStatus', 'in', ['DRAFT', 'PENDING', 'SCHEDULED'])
    .orderBy('subjectNo')
    .orderBy('versionNo', 'desc')
    .execute();
  return new Map(
    rows.flatMap(({ subjectNo, versionStatus, ...row }) =>
      versionStatus === 'DRAFT' || versionStatus === 'PENDING' || versionStatus === 'SCHEDULED'
        ? [[subjectNo, { ...row, versionStatus }] as const]
        : [],
    ),
  );
}
