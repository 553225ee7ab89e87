import { fullPath, putChannel, type ReplyOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { readClaims, serverSecret, signClaims } from '../../platform/vault/index.ts';
import { channelAt, hasRoom } from './attribute.ts';

const PURPOSE = 'channel.link';
const claims = z.strictObject({ m: z.string(), c: z.string() });

/** The path of a channel's link: who has it cannot make up another one. */
export async function linkOf(db: Queryable, merchantNo: string, channelCode: string): Promise<string> {
  const token = signClaims(await serverSecret(db, PURPOSE), { m: merchantNo, c: channelCode });
  return fullPath(putChannel.go).replace('{token}', token);
}

/** Where a link leads now; a click is counted while the channel has room. @throws AppError NOT_FOUND */
export async function arriveBy(db: Queryable, token: string): Promise<ReplyOf<typeof putChannel.arrive>> {
  const held = claims.safeParse(readClaims(await serverSecret(db, PURPOSE), token)).data;
  if (!held) throw new AppError('NOT_FOUND');
  const { m: merchantNo, c: channelCode } = held;
  const at = new Date();
  const channel = await channelAt(db, merchantNo, channelCode, at);
  if (channel && (await hasRoom(db, channel, at))) {
    await db
      .insertInto('channelEvent')
      .values({ channelCode, merchantNo, eventKind: 'CLICK', costCents: 0, bizDate: businessDateOf(at), at })
      .execute();
    return { channelCode, url: channel.landingUrl };
  }
  const store = await db
    .selectFrom('appRelease')
    .select('storeUrl')
    .where('merchantNo', '=', merchantNo)
    .where('appVersionStatus', '=', 'PUBLISHED')
    .where('storeUrl', 'is not', null)
    .orderBy('versionCode', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { channelCode: null, url: store?.storeUrl ?? null };
}

/** Where somebody who opens the link is sent; the page learns which channel brought them. @throws AppError NOT_FOUND */
export async function addressBehind(db: Queryable, token: string): Promise<string> {
  const { channelCode, url } = await arriveBy(db, token);
  if (url === null) throw new AppError('NOT_FOUND');
  if (channelCode === null) return url;
  const address = new URL(url);
  address.searchParams.set('channel', channelCode);
  return address.href;
}
