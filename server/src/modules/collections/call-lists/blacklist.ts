import { marketingBlacklist, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall, CommandContext } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { admitAddition } from '../../../lists/index.ts';
import { needed } from '../../../needed.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { refuseUnattached } from '../../platform/files/index.ts';
import { importColumns, type ImportKind, orNull } from '../../platform/imports/index.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { maskName } from '../../platform/masking/index.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';
import { asItems } from './commands.ts';
import { abandoned, moveEntry } from './entries.ts';
import { finishImport, importNoOf, importOf } from './import-store.ts';

type Form = ParsedRequestOf<typeof marketingBlacklist.save>;
type Moved = ReplyOf<typeof marketingBlacklist.remove>;

interface Known {
  readonly customerNo: string | null;
  readonly customerName: string | null;
  readonly listed: string | null;
  readonly entries: number;
}

/** Whose number it is, and what would end; recorded as a search is. @throws AppError REVEAL_BUDGET */
export async function checkListed(
  { phone }: ParsedRequestOf<typeof marketingBlacklist.check>,
  { db, caller, services }: Call,
): Promise<ReplyOf<typeof marketingBlacklist.check>> {
  const merchantNos = merchantsSeen(caller.scope);
  const { rows } = await sql<Known>`select known.customer_no, known.customer_name,
    (select blacklist_no from marketing_blacklist where phone = ${phone} and row_status <> 'DELETED') as listed,
    (select count(*)::int from call_entry where phone = ${phone} and desk = 'TELEMARKETING'
      and list_status in ('POOL', 'ASSIGNED')) as entries
    from (values (true)) as always left join lateral (select customer_no, customer_name from customer
      where phone = ${phone} and (${merchantNos}::text[] is null or merchant_no = any(${merchantNos}))
      order by customer_no desc limit 1) known on true`.execute(db);
  const { customerNo, customerName, listed, entries } = needed(rows[0], 'the only row');
  // By numbers: the log of searches tells nobody's name.
  const find = () => Promise.resolve(listed ?? customerNo ?? (entries > 0 ? 'entries' : null));
  await services.recordSearch({ list: 'marketingBlacklist.check', fields: ['phone'], find }, { db, caller });
  const isHidden = caller.isMasked || caller.maskedFields.has('customerName');
  return {
    customerName: customerName !== null && isHidden ? maskName(customerName) : customerName,
    isListed: listed !== null,
    entries,
  };
}

/** Before a number is added. @throws AppError REVEAL_BUDGET */
export async function admitListed({ phone }: { readonly phone: string }, call: CommandCall): Promise<void> {
  const isListed = async () => {
    const listed = call.db.selectFrom('marketingBlacklist').select('blacklistNo').where('rowStatus', '<>', 'DELETED');
    return (await listed.where('phone', '=', phone).executeTakeFirst()) !== undefined;
  };
  await admitAddition(call, { isListed, check: async () => await checkListed({ phone }, call) });
}

/** Live entries of a number end; who works on one finds its lease gone. */
export async function abandonOf(tx: Tx, phone: string, why: 'BLACKLISTED' | 'OPTED_OUT', by: string): Promise<number> {
  const live = await tx
    .selectFrom('callEntry')
    .selectAll()
    .where('desk', '=', 'TELEMARKETING')
    .where('phone', '=', phone)
    .where('listStatus', 'in', ['POOL', 'ASSIGNED'])
    .orderBy('entryId')
    .forNoKeyUpdate()
    .execute();
  for (const entry of live) await moveEntry(tx, entry, 'abandon', { byUserNo: by, change: abandoned(why, 0, by) });
  return live.length;
}

/** @throws AppError BLACKLIST_EXISTS, BAD_REQUEST where its end is past */
export async function addListed(
  { expireOn, ...form }: Form,
  call: CommandContext,
  blacklistSource: marketingBlacklist.BlacklistSource = 'AGENT',
): Promise<ReplyOf<typeof marketingBlacklist.save>> {
  const { tx, caller } = call;
  const expireAt = expireOn === null ? null : startOfBusinessDate(addDays(expireOn, 1));
  if (expireAt !== null && expireAt <= new Date()) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'expireOn', msg: 'Cannot be in the past' }] });
  }
  const channels = [...new Set(form.channels)];
  const made = await tx
    .insertInto('marketingBlacklist')
    .values({ ...form, channels, expireAt, blacklistSource, createdBy: caller.userNo })
    .onConflict((conflict) => conflict.doNothing())
    .returning('blacklistNo')
    .executeTakeFirst();
  if (!made) throw new AppError('BLACKLIST_EXISTS', { fields: ['phone'] });
  noteMade(tx, `marketing blacklist ${made.blacklistNo}`);
  const why = form.blacklistReason === 'OPT_OUT' ? 'OPTED_OUT' : 'BLACKLISTED';
  const count = await abandonOf(tx, form.phone, why, caller.userNo);
  await writeAudit(tx, call, {
    action: 'marketingBlacklist.save',
    subjectType: 'marketingBlacklist',
    subjectNo: made.blacklistNo,
    after: { blacklistReason: form.blacklistReason, channels, blacklistSource, abandoned: count },
  });
  return { blacklistNo: made.blacklistNo, abandoned: count };
}

async function lockListed(blacklistNo: string, { tx }: CommandContext) {
  const query = tx.selectFrom('marketingBlacklist').selectAll().where('blacklistNo', '=', blacklistNo);
  return await lockOne(tx, query, {
    missing: 'BLACKLIST_NOT_FOUND',
    subject: `marketing blacklist ${blacklistNo}`,
    state: ({ version }) => version,
    isSeen: ({ rowStatus }) => rowStatus !== 'DELETED',
  });
}

/** @throws AppError BLACKLIST_NOT_FOUND, BLACKLIST_KEPT, ILLEGAL_TRANSITION, BAD_REQUEST without the new consent */
export async function requestDelete(
  { blacklistNo, reason, voucherIds }: ParsedRequestOf<typeof marketingBlacklist.remove>,
  call: CommandContext,
): Promise<Moved> {
  const { tx, caller } = call;
  const before = await lockListed(blacklistNo, call);
  const { blacklistReason } = before;
  if (blacklistReason === 'DECEASED' || blacklistReason === 'LEGAL') throw new AppError('BLACKLIST_KEPT');
  if (before.rowStatus !== 'ACTIVE') {
    const facts = { subject: 'marketing blacklist', state: before.rowStatus, command: 'delete' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  if (blacklistReason === 'OPT_OUT' && voucherIds.length === 0) {
    throw new AppError('BAD_REQUEST', {
      fields: [{ field: 'voucherIds', msg: 'Certificate (voucher) cannot be empty' }],
    });
  }
  await refuseUnattached(tx, { subjectType: 'marketingConsent', subjectNo: blacklistNo }, voucherIds);
  await tx
    .updateTable('marketingBlacklist')
    .set({
      rowStatus: 'DELETE_PENDING',
      deleteRequestedBy: caller.userNo,
      deleteReason: reason,
      voucherIds,
      version: before.version + 1,
    })
    .where('blacklistNo', '=', blacklistNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'marketingBlacklist.delete',
    subjectType: 'marketingBlacklist',
    subjectNo: blacklistNo,
    before: { rowStatus: before.rowStatus },
    after: { rowStatus: 'DELETE_PENDING' },
    reason,
  });
  return { blacklistNo, rowStatus: 'DELETE_PENDING' };
}

/** @throws AppError BLACKLIST_NOT_FOUND, ILLEGAL_TRANSITION, MAKER_IS_CHECKER */
export async function decideDelete(
  { blacklistNo, isApproved, reason }: ParsedRequestOf<typeof marketingBlacklist.approve>,
  call: CommandContext,
): Promise<Moved> {
  const { tx, caller } = call;
  const before = await lockListed(blacklistNo, call);
  if (before.rowStatus !== 'DELETE_PENDING') {
    const facts = { subject: 'marketing blacklist', state: before.rowStatus, command: 'approve' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  if (before.deleteRequestedBy === caller.userNo) throw new AppError('MAKER_IS_CHECKER');
  const rowStatus = isApproved ? 'DELETED' : 'ACTIVE';
  await tx
    .updateTable('marketingBlacklist')
    .set({
      rowStatus,
      version: before.version + 1,
      decidedBy: caller.userNo,
      decidedAt: new Date(),
      ...(!isApproved && { deleteRequestedBy: null, deleteReason: null, decidedBy: null }),
    })
    .where('blacklistNo', '=', blacklistNo)
    .execute();
  await writeAudit(tx, call, {
    action: isApproved ? 'marketingBlacklist.approve' : 'marketingBlacklist.keep',
    subjectType: 'marketingBlacklist',
    subjectNo: blacklistNo,
    before: { rowStatus: before.rowStatus },
    after: { rowStatus },
    ...(reason !== undefined && { reason }),
  });
  return { blacklistNo, rowStatus };
}

const why = z.strictObject({ reason: marketingBlacklist.remove.request.shape.reason });
export const deleteListedKind: ItemsKind<z.output<typeof why>> = defineJob({
  kind: 'marketingBlacklist.delete',
  title: { en: 'Delete from the marketing blacklist', zh: '批量删除营销黑名单' },
  code: 'telemarketing:blacklist:delete',
  params: why,
  runItem: async ({ subjectNo }, { reason }, run) =>
    await requestDelete({ blacklistNo: subjectNo, reason, voucherIds: [] }, asCommand(run)),
});

export async function deleteMany(
  { blacklistNos, reason }: ParsedRequestOf<typeof marketingBlacklist.removeMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  return { jobNo: await createJob(deleteListedKind, { reason }, call, asItems(blacklistNos)) };
}

const columns = importColumns([
  ['phone', 'Phone', '手机号', true, '254712345678'],
  ['blacklistReason', 'Reason', '原因', true, 'OPT_OUT'],
  ['channels', 'Channels', '渠道', true, 'CALL; SMS; ROBOT'],
  ['expireOn', 'Last day', '截止日期', false, '2027-11-30'],
  ['remark', 'Remark', '备注', false, 'Asked not to be called'],
]);

/** Numbers by the hundred, each in a transaction of its own; the import stands among those of lists. */
export const importListedKind: ImportKind<Form> = {
  kind: 'marketingBlacklist.import',
  title: { en: 'Import of numbers not to market to', zh: '导入营销黑名单' },
  code: 'telemarketing:blacklist:save',
  columns,
  nameColumn: 'phone',
  toInput: ({ channels, expireOn, remark, ...rest }) => ({
    ...rest,
    channels: (channels ?? '')
      .split(/[;,，；]/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
    expireOn: orNull(expireOn),
    remark: orNull(remark),
  }),
  form: marketingBlacklist.form,
  unique: [['phone']],
  async apply(form, run) {
    const call = asCommand(run);
    const { userNo } = call.caller;
    await importOf(run.tx, run.jobNo, { desk: 'TELEMARKETING', importType: 'BLACKLIST', operatorUserNo: userNo });
    return await addListed(form, call, 'IMPORT');
  },
  recordOf: importNoOf,
  ended: async (run) => await finishImport(run.db, run.jobNo, { desk: 'TELEMARKETING', importType: 'BLACKLIST' }),
};
