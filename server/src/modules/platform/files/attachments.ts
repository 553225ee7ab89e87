import { randomUUID } from 'node:crypto';
import type { file } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller, CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import type { Measured } from './files.ts';
import { checkOperation, checkSubject } from './subjects.ts';

interface Subject {
  readonly subjectType: string;
  readonly subjectNo: string;
}

/** What people hand in as evidence, told by content, whatever the name says; and text, which has no mark of its own. */
const ALLOWED_TYPES = new Set([
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/x-m4a',
  'video/mp4',
  'text/plain',
]);

function attachments(db: Queryable) {
  return db
    .selectFrom('attachment')
    .innerJoin('storedFile', 'storedFile.contentHash', 'attachment.contentHash')
    .innerJoin('appUser', 'appUser.userNo', 'attachment.userNo')
    .select(['attachment.attachmentNo', 'attachment.fileName', 'attachment.contentHash'])
    .select(['attachment.subjectType', 'attachment.subjectNo', 'attachment.userNo'])
    .select(['attachment.createdAt', 'storedFile.contentType', 'storedFile.sizeBytes'])
    .select(['storedFile.md5', 'appUser.realName'])
    .where('attachment.deletedAt', 'is', null);
}
type Row = Awaited<ReturnType<ReturnType<typeof attachments>['execute']>>[number];

function present(row: Row, caller: Caller): file.Attachment {
  return {
    attachId: row.attachmentNo,
    fileName: row.fileName,
    contentType: row.contentType,
    bytes: row.sizeBytes,
    md5: row.md5,
    subjectType: row.subjectType,
    subjectNo: row.subjectNo,
    uploadedBy: row.realName,
    uploadedAt: row.createdAt.toISOString(),
    allowedActions: row.userNo === caller.userNo ? ['download', 'delete'] : ['download'],
  };
}

type Viewer = Pick<Call, 'caller' | 'services'>;

/** The attachment, where the caller sees what it belongs to. Throws ATTACHMENT_NOT_FOUND. */
export async function findAttachment(db: Queryable, call: Viewer, attachId: string): Promise<Row> {
  const row = await attachments(db).where('attachmentNo', '=', attachId).executeTakeFirst();
  if (!row) throw new AppError('ATTACHMENT_NOT_FOUND');
  if (row.userNo === call.caller.userNo) return row;
  const subject = call.services.fileSubjects.get(row.subjectType);
  if ((await subject?.seesFile?.(db, call.caller, attachId)) === true) return row;
  try {
    await checkSubject(db, call, row);
  } catch (error) {
    throw error instanceof AppError ? new AppError('ATTACHMENT_NOT_FOUND', { cause: error }) : error;
  }
  return row;
}

export async function listAttachments(db: Queryable, call: Viewer, subject: Subject) {
  await checkSubject(db, call, subject);
  const rows = await attachments(db)
    .where('attachment.subjectType', '=', subject.subjectType)
    .where('attachment.subjectNo', '=', subject.subjectNo)
    .orderBy('attachment.createdAt', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => present(row, call.caller));
}

/** Records content as an attachment and puts it under its name. Throws UPLOAD_MD5, FILE_TYPE, FILE_STORE_AWAY. */
export async function attach(
  call: CommandCall,
  measured: Measured,
  request: Subject & { readonly fileName: string; readonly md5: string },
): Promise<file.Attachment> {
  checkOperation(call, request.subjectType, 'attach');
  if (measured.md5 !== request.md5) throw new AppError('UPLOAD_MD5', { fields: ['md5'] });
  const alsoTakes = call.services.fileSubjects.get(request.subjectType)?.alsoTakes ?? [];
  if (!ALLOWED_TYPES.has(measured.contentType) && !alsoTakes.includes(measured.contentType)) {
    throw new AppError('FILE_TYPE', {
      facts: { formats: 'PDF, JPG, PNG, WEBP, HEIC, XLSX, DOCX, CSV, TXT, MP3, OGG, WAV, M4A, MP4' },
      fields: ['fileName'],
    });
  }
  const { contentHash, contentType, bytes, md5 } = measured;
  await call.tx
    .insertInto('storedFile')
    .values({ contentHash, contentType, sizeBytes: bytes, md5 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const attachmentNo = randomUUID();
  const { subjectType, subjectNo, fileName } = request;
  await call.tx
    .insertInto('attachment')
    .values({
      attachmentNo,
      userNo: call.caller.userNo,
      contentHash,
      subjectType,
      subjectNo,
      fileName,
    })
    .execute();
  await writeAudit(call.tx, call, {
    action: 'file.attach',
    subjectType,
    subjectNo,
    after: { attachmentNo, contentType, bytes, contentHash },
  });
  // Before the commit: a row must never name content that is not there; content without a row is harmless.
  await call.services.files.keep(measured);
  return present(await findAttachment(call.tx, call, attachmentNo), call.caller);
}

/** Throws ATTACHMENT_NOT_FOUND; FORBIDDEN for somebody else's. The content stays for other attachments. */
export async function deleteAttachment(call: CommandCall, attachId: string): Promise<void> {
  const row = await findAttachment(call.tx, call, attachId);
  if (row.userNo !== call.caller.userNo) throw new AppError('FORBIDDEN');
  checkOperation(call, row.subjectType, 'remove');
  await call.tx.updateTable('attachment').set({ deletedAt: new Date() }).where('attachmentNo', '=', attachId).execute();
  await writeAudit(call.tx, call, {
    action: 'file.delete',
    subjectType: row.subjectType,
    subjectNo: row.subjectNo,
    before: { attachmentNo: attachId, contentHash: row.contentHash },
  });
}
