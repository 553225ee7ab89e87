import type { messageNodes } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { accountsOfApp } from './account.ts';

/** Over which channels beside SMS a merchant's customer can be written to now. */
export async function channelsTo(
  db: Queryable,
  { merchantNo, phone }: { readonly merchantNo: string; readonly phone: string },
): Promise<messageNodes.MessageChannel[]> {
  const open: messageNodes.MessageChannel[] = [];
  for (const channelType of ['PUSH', 'WHATSAPP', 'IN_APP'] as const) {
    if ((await accountsOfApp(db, { merchantNo, channelType })).length > 0) open.push(channelType);
  }
  if (!open.includes('PUSH')) return open;
  const device = await db
    .selectFrom('appDevice')
    .select('token')
    .where('merchantNo', '=', merchantNo)
    .where('phone', '=', phone)
    .limit(1)
    .executeTakeFirst();
  return device ? open : open.filter((channel) => channel !== 'PUSH');
}
