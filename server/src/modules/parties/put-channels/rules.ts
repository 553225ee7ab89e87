import { putChannel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { type CodeWords, kes } from '../../platform/exports/index.ts';
import type { RuleFamily } from '../../platform/rules/index.ts';
import { channelValue, figuresOf, figuresOn } from './figures.ts';
import { refuseStrangeHost } from './link-hosts.ts';
import { checkOwner, nextOwner, trafficPerson } from './owners.ts';
import { trafficSeenBy } from './seen.ts';

type Channel = putChannel.PutChannelRule;

const PLATFORM: CodeWords = {
  GOOGLE: ['Google', 'Google'],
  FACEBOOK: ['Facebook', 'Facebook'],
  TIKTOK: ['TikTok', 'TikTok'],
  INFLUENCER: ['Influencer', '达人'],
  SMS: ['SMS', '短信'],
  PARTNER: ['Partner', '合作方'],
  OTHER: ['Other', '其他'],
};

/** Which channels (`r`) a person sees of their merchants. */
export const channelsSeenBy = ({ userNo }: Pick<Caller, 'userNo'>) =>
  trafficSeenBy(userNo, { merchantNo: sql`r.merchant_no`, channelCode: sql`r.value ->> 'channelCode'` });

/** Acquisition channels: their links, prices and budgets. */
export const putChannelFamily: RuleFamily<Channel> = {
  key: 'operation.putChannel',
  title: { en: 'Traffic channel', zh: '投放渠道' },
  contract: { ...putChannel, value: putChannel.putChannelRule },
  page: '/AdminContent/OperationSystem/LaunchManagement',
  codes: {
    save: 'operation:putChannel:save',
    state: 'operation:putChannel:enable',
    audit: 'operation:putChannel:audit',
  },
  narrowedTo: channelsSeenBy,
  overlaps: (one, other) => one.channelCode === other.channelCode,
  simulate: null,
  async check(db, merchantNo, { channelCode, ownerUserNo, firstLoansOnly, landingUrl }) {
    await refuseStrangeHost(db, landingUrl);
    const elsewhere = await sql`select from config_version v where v.config_key = ${putChannelFamily.key}
      and v.value ->> 'channelCode' = ${channelCode} and split_part(v.subject_no, '_', 1) <> ${merchantNo}
      limit 1`.execute(db);
    if (elsewhere.rows.length > 0) throw new AppError('CHANNEL_EXISTS', { fields: ['value.channelCode'] });
    if (ownerUserNo !== null) return await checkOwner(db, ownerUserNo, { firstLoansOnly }, 'value.ownerUserNo');
    const owned = await db
      .selectFrom('channelNow')
      .select('ownerUserNo')
      .where('merchantNo', '=', merchantNo)
      .where('channelCode', '=', channelCode)
      .executeTakeFirst();
    const kept = owned?.ownerUserNo ?? null;
    if (kept !== null && (await trafficPerson(db, kept))) {
      return await checkOwner(db, kept, { firstLoansOnly }, 'value.ownerUserNo');
    }
    if ((await nextOwner(db, merchantNo, { firstLoansOnly })) === null) {
      throw new AppError('CHANNEL_NO_PARTICIPANT', { fields: ['value.ownerUserNo'] });
    }
  },
  fileColumns: [
    { en: 'Channel code', zh: '渠道编码', of: (row) => row.channelCode },
    { en: 'Platform', zh: '媒体平台', of: (row) => row.mediaPlatform, codes: PLATFORM },
    { en: 'Charged by', zh: '计费方式', of: (row) => row.channelBilling },
    { en: 'Unit price (KES)', zh: '单价（KES）', of: (row) => kes(row.unitPriceCents) },
    { en: 'Daily budget (KES)', zh: '每日预算（KES）', of: (row) => kes(row.dailyBudgetCents) },
    { en: 'Daily limit', zh: '每日上限', of: (row) => row.dailyCap },
    { en: 'Pause above (%)', zh: '超过即暂停（%）', of: (row) => row.pauseAtOverduePercent },
    { en: 'First loans only', zh: '仅首贷', of: (row) => row.firstLoansOnly },
    { en: 'Landing page', zh: '落地页', of: (row) => row.landingUrl },
  ],
  async decorate(rows, { db }) {
    if (rows.length === 0) return new Map();
    const owners = await db
      .selectFrom('channelNow as c')
      .leftJoin('appUser as u', 'u.userNo', 'c.ownerUserNo')
      .select(['c.ruleId', 'c.ownerUserNo', 'u.realName'])
      .where(
        'c.ruleId',
        'in',
        rows.map(({ ruleId }) => ruleId),
      )
      .execute();
    const { rows: pauses } = await sql<{ readonly ruleId: string; readonly overduePercent: number }>`
      SELECT p.rule_id, p.overdue_percent FROM channel_pause p JOIN config_rule r USING (rule_id)
      JOIN config_rule_now n USING (rule_id)
      WHERE n.rule_status = 'DISABLED' AND p.version_no = r.disabled_through AND p.rule_id = ANY(${rows.map(({ ruleId }) => ruleId)}::text[])`.execute(
      db,
    );
    const paused = new Map(pauses.map(({ ruleId, overduePercent }) => [ruleId, overduePercent]));
    const told = new Map<string, object>();
    for (const { ruleId, value } of rows) {
      const owner = owners.find((one) => one.ruleId === ruleId);
      const pausedPercent = paused.get(ruleId) ?? null;
      const named = { pausedPercent, ownerUserNo: owner?.ownerUserNo ?? null, ownerName: owner?.realName ?? '' };
      told.set(ruleId, { ...named, ...(await figuresOf(db, value, new Date())) });
    }
    return told;
  },
  async figuresBetween(ruleIds, days, { db }) {
    const { rows } = await sql<{ readonly ruleId: string; readonly value: unknown }>`
      SELECT rule_id, value FROM config_rule_now WHERE rule_id = ANY(${[...ruleIds]}::text[])`.execute(db);
    const told = new Map<string, object>();
    for (const { ruleId, value } of rows) {
      told.set(ruleId, await figuresOn(db, channelValue(value), days, new Date()));
    }
    return told;
  },
};
