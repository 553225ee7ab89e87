import type { ParsedRequestOf, ReplyOf, trafficPersonnel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import { asCommand, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { channelValue, handOver, monthOf, ownedBy } from '../put-channels/index.ts';

const RUNNING = ['ENABLED', 'SCHEDULED'];

/** The running channels of one's merchants, and whose they are. */
export async function channelsSeen({ db, caller }: Call): Promise<ReplyOf<typeof trafficPersonnel.channels>> {
  const merchantNos = merchantsSeen(caller.scope);
  return await db
    .selectFrom('channelNow as c')
    .innerJoin('merchant as m', 'm.merchantNo', 'c.merchantNo')
    .leftJoin('appUser as u', 'u.userNo', 'c.ownerUserNo')
    .select(['c.ruleId', 'c.channelCode', 'm.merchantName', 'c.ownerUserNo', 'u.realName as ownerName'])
    .where('c.ruleStatus', 'in', RUNNING)
    .where(sql<boolean>`(${merchantNos}::text[] is null or c.merchant_no = any(${merchantNos}::text[]))`)
    .orderBy('c.channelCode')
    .execute();
}

/** What a person's channels brought this month, as far as the caller sees their merchants. */
export async function monthOfChannels(
  { userNo }: ParsedRequestOf<typeof trafficPersonnel.funnel>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof trafficPersonnel.funnel>> {
  const owned = (await ownedBy(db, userNo)).filter(({ merchantNo }) => seesMerchant(caller.scope, merchantNo));
  const at = new Date();
  const told = [];
  for (const { channelCode, value } of owned) {
    told.push({ channelCode, ...(await monthOf(db, channelValue(value), at)) });
  }
  return told;
}

/** The channels of many people to one successor, a person each in a transaction of its own. */
export const moveChannelsKind: ItemsKind<{ readonly toUserNo: string; readonly reason: string }> = defineJob({
  kind: 'trafficStaffs.moveChannels',
  title: { en: 'Move channels of traffic staff', zh: '批量移交渠道' },
  code: 'operation:trafficPersonnel:update',
  params: z.strictObject({ toUserNo: z.string(), reason: z.string() }),
  async runItem({ subjectNo: userNo }, { toUserNo, reason }, run) {
    const owned = await ownedBy(run.tx, userNo);
    const ruleIds = owned
      .filter(({ merchantNo }) => seesMerchant(run.caller.scope, merchantNo))
      .map(({ ruleId }) => ruleId);
    if (ruleIds.length === 0 || userNo === toUserNo) throw new AppError('NOTHING_CHANGES');
    return await handOver({ ruleIds, toUserNo, reason }, asCommand(run));
  },
});
