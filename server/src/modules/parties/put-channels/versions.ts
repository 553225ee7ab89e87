import type { putChannel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { ConfigFamily } from '../../platform/configuration/index.ts';
import { versionsOf } from '../../platform/rules/index.ts';
import { settleOwner } from './owners.ts';
import { putChannelFamily } from './rules.ts';

const versions = versionsOf(putChannelFamily);

/** The versions of channels: the code that orders are marked with stays once somebody came by it. */
export const putChannelVersions: ConfigFamily<putChannel.PutChannelRule> = {
  ...versions,
  scheduled: async (tx, { subjectNo, value }) => {
    const [merchantNo = '', ruleId = ''] = subjectNo.split('_');
    await settleOwner(tx, merchantNo, ruleId, value);
  },
  async check(db, subjectNo, value, effectiveFrom) {
    await versions.check?.(db, subjectNo, value, effectiveFrom);
    const { rows } = await sql<{ readonly channelCode: string }>`
      select v.value ->> 'channelCode' as channel_code from config_version v
      where v.config_key = ${putChannelFamily.key} and v.subject_no = ${subjectNo}
        and v.stored_status in ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED') and v.value ->> 'channelCode' <> ${value.channelCode}
        and exists (select from channel_event e where e.channel_code = v.value ->> 'channelCode') limit 1`.execute(db);
    const [held] = rows;
    if (held) {
      throw new AppError('CHANNEL_FROZEN', { facts: { code: held.channelCode }, fields: ['value.channelCode'] });
    }
  },
};
