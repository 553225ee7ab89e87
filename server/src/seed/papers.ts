import { createHash } from 'node:crypto';
import type { Queryable } from '../db/database.ts';
import { PAPERS, type Paper, drawPapers } from './order-pictures.ts';

interface Attached {
  /** The number under which a record names it. */
  readonly attachmentNo: string;
  /** What its page attaches such files to. */
  readonly subjectType: 'chargeVoucher' | 'merchantVoucher' | 'order' | 'serviceVoucher';
  readonly subjectNo: string;
  readonly userNo: string;
}

/** A paper that somebody handed in, as a page attaches it; once. `storeDemoPictures` puts its content where it is looked for. */
export async function attachPaper(db: Queryable, paper: Paper, attached: Attached): Promise<string> {
  const { contentHash, content } = drawPapers()[paper];
  const md5 = createHash('md5').update(content).digest('hex');
  await db
    .insertInto('storedFile')
    .values({ contentHash, contentType: 'image/png', sizeBytes: content.length, md5 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('attachment')
    .values({ ...attached, contentHash, fileName: PAPERS[paper].fileName })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return attached.attachmentNo;
}
