import { createHash } from 'node:crypto';
import type { Database } from '../../../../db/database.ts';

/** A file that somebody attached to a subject, without its content; once. @returns its number */
export async function attachFile(
  db: Database,
  { attachmentNo, subjectType, subjectNo }: Readonly<Record<'attachmentNo' | 'subjectType' | 'subjectNo', string>>,
): Promise<string> {
  const first = db.selectFrom('appUser').select('userNo').orderBy('userNo').limit(1);
  const { userNo } = await first.executeTakeFirstOrThrow();
  const hashOf = (way: 'md5' | 'sha256') => createHash(way).update(attachmentNo).digest('hex');
  const contentHash = hashOf('sha256');
  const content = { contentHash, contentType: 'image/png', sizeBytes: 70, md5: hashOf('md5') };
  await db
    .insertInto('storedFile')
    .values(content)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const attached = { attachmentNo, userNo, contentHash, subjectType, subjectNo, fileName: 'certificate.png' };
  await db
    .insertInto('attachment')
    .values(attached)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return attachmentNo;
}
