import { createHash } from 'node:crypto';
import type { Queryable } from '../src/db/database.ts';

/** A certificate as somebody attached it, under a number that tests know; once. */
export async function attachCertificate(
  db: Queryable,
  of: Record<'attachmentNo' | 'subjectType' | 'subjectNo' | 'userNo', string>,
): Promise<void> {
  const contentHash = createHash('sha256').update(`${of.attachmentNo} ${of.subjectNo}`).digest('hex');
  const file = { contentHash, contentType: 'application/pdf', sizeBytes: 4, md5: contentHash.slice(0, 32) };
  await db
    .insertInto('storedFile')
    .values(file)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('attachment')
    .values({ ...of, contentHash, fileName: 'certificate.pdf' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
