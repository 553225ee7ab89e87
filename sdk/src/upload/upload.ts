import type { Attachment } from '../contracts/platform/file.contract.ts';
import type { UploadOptions } from './upload-file.ts';

export type { UploadOptions } from './upload-file.ts';

/**
 * Uploads a file: small ones in one call, larger ones in chunks of 10,485,760 bytes with MD5, resumed
 * where an earlier attempt stopped. The code for it is loaded with the first upload.
 *
 * @throws ApiError the server's refusal, a lost network, or `CANCELLED`
 * @example const attachment = await upload(file, { subjectType: 'user', subjectNo: userNo });
 */
export async function upload(file: File, options: UploadOptions): Promise<Attachment> {
  const { uploadSmallFile } = await import('./upload-file.ts');
  return uploadSmallFile(file, options);
}
