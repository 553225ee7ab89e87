import { messageAccount, messageNodes, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { readHistory } from '../audit/index.ts';
import { topicSecret } from '../gateways/index.ts';
import { maskEmail, maskPhone } from '../masking/index.ts';
import { isExpired } from './account.ts';
import { messageAccounts } from './account-list.ts';

const SHOWN = 30;
type Detail = ReplyOf<typeof messageAccount.detail>;

interface StoredSending extends Omit<Detail['sendings'][number], 'at'> {
  readonly at: Date;
  readonly channel: string;
}

/** The newest messages of an account: from the business node to what the provider reported. */
async function sendingsOf(db: Queryable, accountCode: string): Promise<Detail['sendings']> {
  const { rows } = await sql<StoredSending>`
    SELECT s.at, s.source, t.node_code, coalesce(m.template_code, c.template_code) AS template_code,
      coalesce(m.destination, c.phone) AS destination, coalesce(m.channel, 'SMS') AS channel,
      s.outcome, s.delivery, s.fault
    FROM message_sending s
    LEFT JOIN message m ON s.source = 'MESSAGE' AND m.message_no = s.source_no
    LEFT JOIN contact_attempt c ON s.source = 'CONTACT' AND c.attempt_id::text = s.source_no
    LEFT JOIN message_template t ON t.template_code = coalesce(m.template_code, c.template_code)
    WHERE s.account_code = ${accountCode} ORDER BY s.at DESC LIMIT ${SHOWN}`.execute(db);
  return rows.map(({ at, channel, destination, ...row }) => ({
    ...row,
    at: at.toISOString(),
    destination: destination && (channel === 'EMAIL' ? maskEmail(destination) : maskPhone(destination)),
  }));
}

/** Nodes of the app that send over its channel, and have nobody else for it. */
async function nodesOf(
  db: Queryable,
  { accountCode, appId, channelType }: messageAccount.MessageAccountRow,
): Promise<string[]> {
  const other = await db
    .selectFrom('messageAccount')
    .select('accountCode')
    .where('appId', '=', appId)
    .where('channelType', '=', channelType)
    .where('isEnabled', '=', true)
    .where('accountCode', '<>', accountCode)
    .executeTakeFirst();
  if (other) return [];
  const isConsole = appId === messageAccount.CONSOLE_APP;
  const templates = await db
    .selectFrom('messageTemplate')
    .select('nodeCode')
    .distinct()
    .where('channelType', '=', channelType)
    .where('isEnabled', '=', true)
    .orderBy('nodeCode')
    .execute();
  return templates
    .map(({ nodeCode }) => nodeCode)
    .filter((node) => (messageNodes.nodeOf(node).audience === 'STAFF') === isConsole);
}

/** @throws AppError MESSAGE_ACCOUNT_NOT_FOUND */
export async function readAccount({ accountCode }: { readonly accountCode: string }, call: Call): Promise<Detail> {
  const { db, caller, services } = call;
  const row = await messageAccounts.one(accountCode, call);
  const { publicUrl, callbackSecret } = services.settings.gateways;
  const isShown = row.channelType === 'WHATSAPP' && caller.codes.has('operation:messageAccount:save');
  return {
    row,
    callbackUrl: isShown
      ? `${publicUrl}/gateway/${topicSecret(callbackSecret, 'whatsapp/status')}/whatsapp/status`
      : null,
    nodes: await nodesOf(db, row),
    sendings: await sendingsOf(db, accountCode),
    history: await readHistory(db, 'messageAccount', accountCode),
  };
}

const OF_CONSOLE: readonly messageNodes.MessageChannel[] = ['SMS', 'EMAIL'];
const OF_MERCHANT: readonly messageNodes.MessageChannel[] = ['SMS', 'PUSH', 'WHATSAPP', 'IN_APP'];

/** Which channels each of the caller's apps may have, and which lead somewhere by now. */
export async function supportedChannels(
  _request: object,
  { db, caller, services }: Call,
): Promise<ReplyOf<typeof messageAccount.supportChannels>> {
  const seen = merchantsSeen(caller.scope);
  const merchants = await db
    .selectFrom('merchant')
    .select(['merchantNo', 'merchantName'])
    .$if(seen !== null, (query) => query.where('merchantNo', 'in', seen?.length ? [...seen] : ['']))
    .orderBy('merchantNo')
    .execute();
  const accounts = await db
    .selectFrom('messageAccount')
    .select(['appId', 'channelType', 'isEnabled', 'certificateExpiresOn'])
    .execute();
  const smsAccounts = await db
    .selectFrom('smsAccount')
    .select(['accountCode', 'senderId as sender'])
    .where('isEnabled', '=', true)
    .orderBy('accountCode')
    .execute();
  const { mail, sms } = services.engine.gateways;
  const stateOf = (appId: string, channelType: messageNodes.MessageChannel) => {
    const own = accounts.filter((one) => one.appId === appId && one.channelType === channelType);
    if (own.some((one) => one.isEnabled && !isExpired(one, new Date()))) return 'READY' as const;
    if ((channelType === 'SMS' && sms) || (channelType === 'EMAIL' && mail)) return 'SERVER' as const;
    return own.length > 0 ? ('DISABLED' as const) : ('NONE' as const);
  };
  const appOf = (appId: string, appName: string, channels: readonly messageNodes.MessageChannel[]) => ({
    appId,
    appName,
    channels: channels.map((channelType) => ({ channelType, state: stateOf(appId, channelType) })),
  });
  const console = seen === null ? [appOf(messageAccount.CONSOLE_APP, 'Kituo', OF_CONSOLE)] : [];
  return {
    apps: [...console, ...merchants.map((one) => appOf(one.merchantNo, one.merchantName, OF_MERCHANT))],
    smsAccounts,
  };
}
