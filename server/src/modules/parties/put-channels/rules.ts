import { putChannel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { RuleFamily } from '../../platform/rules/index.ts';
import { figuresOf } from './figures.ts';
import { checkOwner, nextOwner, trafficPerson } from './owners.ts';

type Channel = putChannel.PutChannelRule;

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
  overlaps: (one, other) => one.channelCode === other.channelCode,
  simulate: null,
  async check(db, merchantNo, { channelCode, ownerUserNo, firstLoansOnly }) {
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
    const told = new Map<string, object>();
    for (const { ruleId, value } of rows) {
      const owner = owners.find((one) => one.ruleId === ruleId);
      const named = { ownerUserNo: owner?.ownerUserNo ?? null, ownerName: owner?.realName ?? '' };
      told.set(ruleId, { ...named, ...(await figuresOf(db, value, new Date())) });
    }
    return told;
  },
};
