import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { InstantDefault } from '../../../db/column-types.ts';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { shownMoment } from '../policy/index.ts';
import type { ImportKind } from './kinds.ts';

/** The file behind an import. */
interface ImportFileTable {
  jobNo: string;
  kind: string;
  fileName: string;
  fileHash: string;
  userNo: string;
  at: InstantDefault;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    importFile: ImportFileTable;
  }
}

export const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** The newest import of the same file, whoever made it. */
export async function earlierImport(db: Queryable, kind: ImportKind, fileHash: string) {
  const found = await db
    .selectFrom('importFile as f')
    .innerJoin('appUser as u', 'u.userNo', 'f.userNo')
    .select(['f.jobNo', 'f.at', 'u.realName as byName'])
    .where('f.kind', '=', kind.kind)
    .where('f.fileHash', '=', fileHash)
    .orderBy('f.at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) return null;
  const { jobNo, at, byName } = found;
  return { at, byName, no: (await kind.recordOf?.(db, jobNo)) ?? jobNo };
}

/** @throws AppError IMPORT_FILE_SEEN where it was imported before and nobody said again */
export async function refuseSeen(
  tx: Tx,
  kind: ImportKind,
  { fileHash, isAgain }: { readonly fileHash: string; readonly isAgain: boolean },
): Promise<void> {
  // Two who import the same file at once: the second sees the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind.kind} ${fileHash}`}, 0))`.execute(tx);
  const earlier = isAgain ? null : await earlierImport(tx, kind, fileHash);
  if (earlier === null) return;
  throw new AppError('IMPORT_FILE_SEEN', { facts: { at: shownMoment(earlier.at), no: earlier.no } });
}

/** Keeps which file the rows of a job came from. */
export async function keepFile(
  tx: Tx,
  file: { readonly jobNo: string; readonly kind: string; readonly userNo: string } & Record<
    'fileName' | 'fileHash',
    string
  >,
): Promise<void> {
  await tx.insertInto('importFile').values(file).execute();
}
