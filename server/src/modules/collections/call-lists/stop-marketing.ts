import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { abandonOf, addListed } from './blacklist.ts';

const EVERY_CHANNEL = ['CALL', 'SMS', 'ROBOT'] as const;

/**
 * Nobody markets to a number any more, on any channel and for good, because its owner objected: consent to offers ends,
 * a listing that was narrower, shorter or about to go is made whole, and who works on the number finds it gone.
 */
export async function stopMarketing(phone: string, remark: string, call: CommandContext): Promise<void> {
  const { tx, caller } = call;
  await tx
    .updateTable('contactParty')
    .set((eb) => ({ withdrawnAt: new Date(), version: eb('version', '+', 1) }))
    .where('partyKind', '=', 'LEAD')
    .where('phone', '=', phone)
    .where('withdrawnAt', 'is', null)
    .execute();
  const listed = await tx
    .selectFrom('marketingBlacklist')
    .select(['blacklistNo', 'channels', 'rowStatus'])
    .where('phone', '=', phone)
    .where('rowStatus', '<>', 'DELETED')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!listed) {
    const channels = [...EVERY_CHANNEL];
    await addListed({ phone, blacklistReason: 'OPT_OUT', channels, expireOn: null, remark }, call, 'FEEDBACK');
    return;
  }
  const { blacklistNo, channels, rowStatus } = listed;
  await tx
    .updateTable('marketingBlacklist')
    .set((eb) => ({
      channels: [...EVERY_CHANNEL],
      expireAt: null,
      rowStatus: 'ACTIVE',
      deleteRequestedBy: null,
      deleteReason: null,
      version: eb('version', '+', 1),
    }))
    .where('blacklistNo', '=', blacklistNo)
    .execute();
  const abandoned = await abandonOf(tx, phone, 'OPTED_OUT', caller.userNo);
  await writeAudit(tx, call, {
    action: 'marketingBlacklist.save',
    subjectType: 'marketingBlacklist',
    subjectNo: blacklistNo,
    before: { channels, rowStatus },
    after: { channels: EVERY_CHANNEL, rowStatus: 'ACTIVE', abandoned },
    reason: remark,
  });
}
