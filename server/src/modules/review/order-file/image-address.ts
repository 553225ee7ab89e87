import { buffer } from 'node:stream/consumers';
import { API_PREFIX, orderDetail } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallBasics, Caller, FileReply } from '../../../http/implement.ts';
import { watermarked } from '../../platform/pictures/index.ts';
import { readClaims, serverSecret, signClaims } from '../../platform/vault/index.ts';
import { shownMoment } from '../../platform/policy/index.ts';

/** Long enough to draw a picture, too short to pass its address on. */
const OPEN_SECONDS = 60;
const PURPOSE = 'order-image';

const claims = z.object({
  contentHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  viewer: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});
type Claims = z.output<typeof claims>;

/** Where one viewer sees a picture for a minute, with their name in it: `<claims>.<HMAC>`, both base64url. */
export async function imageAddress(
  db: Queryable,
  contentHash: string,
  { realName, userNo }: Pick<Caller, 'realName' | 'userNo'>,
): Promise<string> {
  const value: Claims = {
    contentHash,
    viewer: `${realName} ${userNo}`,
    expiresAt: Date.now() + OPEN_SECONDS * 1_000,
  };
  const token = signClaims(await serverSecret(db, PURPOSE), value);
  return `${API_PREFIX}${orderDetail.image.path}?token=${token}`;
}

async function claimsOf(db: Queryable, token: string): Promise<Claims> {
  const signed = readClaims(await serverSecret(db, PURPOSE), token);
  if (signed === null) throw new AppError('IMAGE_EXPIRED');
  const value = claims.parse(signed);
  if (value.expiresAt < Date.now()) throw new AppError('IMAGE_EXPIRED');
  return value;
}

/** The picture of a signed address, who looked and when drawn into it. @throws AppError IMAGE_EXPIRED, ATTACHMENT_NOT_FOUND */
export async function sendImage(
  { token }: { readonly token: string },
  { db, services }: CallBasics,
): Promise<FileReply> {
  const { contentHash, viewer } = await claimsOf(db, token);
  const stored = await db
    .selectFrom('storedFile')
    .select('contentType')
    .where('contentHash', '=', contentHash)
    .executeTakeFirst();
  if (!stored) throw new AppError('IMAGE_EXPIRED');
  const original = await buffer(await services.files.read(contentHash));
  const mark = `${viewer} ${shownMoment(new Date())}`;
  const { content, contentType } = await watermarked(original, stored.contentType, mark);
  const ending = contentType === 'image/png' ? 'png' : 'svg';
  return { fileName: `evidence.${ending}`, contentType, content };
}
