import { createHmac, timingSafeEqual } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { API_PREFIX, orderDetail } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../db/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallBasics, Caller, FileReply } from '../../http/implement.ts';
import { watermarked } from '../pictures/index.ts';

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

async function secretOf(db: Queryable): Promise<Buffer> {
  await db
    .insertInto('serverSecret')
    .values({ purpose: PURPOSE })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { secret } = await db
    .selectFrom('serverSecret')
    .select('secret')
    .where('purpose', '=', PURPOSE)
    .executeTakeFirstOrThrow();
  return secret;
}

const sign = (secret: Buffer, body: string) => createHmac('sha256', secret).update(body).digest();

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
  const body = Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = `${body}.${sign(await secretOf(db), body).toString('base64url')}`;
  return `${API_PREFIX}${orderDetail.image.path}?token=${token}`;
}

async function claimsOf(db: Queryable, token: string): Promise<Claims> {
  const [body = '', signature = '', ...rest] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(await secretOf(db), body);
  const isGenuine =
    rest.length === 0 && given.length === expected.length && timingSafeEqual(given, expected);
  if (!isGenuine) throw new AppError('IMAGE_EXPIRED');
  const value = claims.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
  if (value.expiresAt < Date.now()) throw new AppError('IMAGE_EXPIRED');
  return value;
}

const EAT = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** The picture of a signed address, who looked and when drawn into it. @throws AppError IMAGE_EXPIRED */
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
  const original = await buffer(services.files.read(contentHash)).catch((cause: unknown) => {
    // A row whose file is gone: the store was moved without it.
    throw new AppError('ATTACHMENT_NOT_FOUND', { cause });
  });
  const mark = `${viewer} ${EAT.format(new Date())}`;
  const { content, contentType } = watermarked(original, stored.contentType, mark);
  const ending = contentType === 'image/png' ? 'png' : 'svg';
  return { fileName: `evidence.${ending}`, contentType, content };
}
