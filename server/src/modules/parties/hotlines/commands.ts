import type { hotline, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';

type Form = ParsedRequestOf<typeof hotline.save>;
type Named = ParsedRequestOf<typeof hotline.enable>;

async function lockHotline(
  { hotlineNo, version }: { readonly hotlineNo: string; readonly version: number | undefined },
  { tx, caller }: CommandContext,
) {
  const before = await lockOne(tx, tx.selectFrom('hotline').selectAll().where('hotlineNo', '=', hotlineNo), {
    missing: 'NOT_FOUND',
    subject: `hotline ${hotlineNo}`,
    state: (row) => row.version,
    isSeen: (row) => seesMerchant(caller.scope, row.merchantNo),
  });
  if (before.version !== version) throw new AppError('STALE');
  return before;
}

/** @throws AppError REFERENCE_UNKNOWN, HOTLINE_TAKEN */
async function refuseFaulty(form: Form, { tx, caller }: CommandContext): Promise<void> {
  const { merchantNo, contactType, contactValue, hotlineNo } = form;
  const known = await tx
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!known || !seesMerchant(caller.scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  await lockMerchant(tx, merchantNo);
  if (await isTaken(tx, { merchantNo, contactType, contactValue }, hotlineNo)) {
    throw new AppError('HOTLINE_TAKEN', { fields: ['contactValue'] });
  }
}

/** Whether a merchant has the contact already, but in the one that is edited. */
async function isTaken(
  tx: Tx,
  of: Pick<Form, 'merchantNo' | 'contactType' | 'contactValue'>,
  but = '',
): Promise<boolean> {
  const same = await tx
    .selectFrom('hotline')
    .select('hotlineNo')
    .where('merchantNo', '=', of.merchantNo)
    .where('contactType', '=', of.contactType)
    .where('contactValue', '=', of.contactValue)
    .where('hotlineNo', '<>', but)
    .executeTakeFirst();
  return same !== undefined;
}

/** Whoever changes contacts of one merchant waits here. */
async function lockMerchant(tx: Tx, merchantNo: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`hotlines ${merchantNo}`}, 0))`.execute(tx);
}

/** @throws AppError NOT_FOUND, STALE, REFERENCE_UNKNOWN, HOTLINE_TAKEN */
export async function saveHotline(form: Form, call: CommandContext) {
  const { tx, caller } = call;
  await refuseFaulty(form, call);
  const { hotlineNo, version, serviceHours, ...rest } = form;
  const values = { ...rest, serviceHours: JSON.stringify(serviceHours), updatedBy: caller.userNo };
  const { merchantNo } = form;
  if (hotlineNo === undefined) {
    const made = await tx
      .insertInto('hotline')
      .values(values)
      .returning(['hotlineNo', 'version'])
      .executeTakeFirstOrThrow();
    noteMade(tx, `hotline ${made.hotlineNo}`);
    await writeAudit(tx, call, {
      action: 'hotline.save',
      subjectType: 'hotline',
      subjectNo: made.hotlineNo,
      merchantNo,
      after: { ...rest, serviceHours },
    });
    return made;
  }
  const before = await lockHotline({ hotlineNo, version }, call);
  await tx
    .updateTable('hotline')
    .set({
      ...values,
      updatedAt: new Date(),
      version: before.version + 1,
      // Another number or link: what was found of the old one says nothing.
      ...(before.contactValue !== form.contactValue && { lastCheckedAt: null, checkResult: null }),
    })
    .where('hotlineNo', '=', hotlineNo)
    .execute();
  const { contactType, contactValue, languages, sort } = before;
  await writeAudit(tx, call, {
    action: 'hotline.update',
    subjectType: 'hotline',
    subjectNo: hotlineNo,
    merchantNo,
    before: { contactType, contactValue, languages, sort, serviceHours: before.serviceHours },
    after: { ...rest, serviceHours },
  });
  return { hotlineNo, version: before.version + 1 };
}

/**
 * The same contact for other merchants, shown at once where the source is. Merchants that have it keep theirs.
 * @throws AppError NOT_FOUND, STALE, REFERENCE_UNKNOWN
 */
export async function copyHotline(
  { merchantNos, ...named }: ParsedRequestOf<typeof hotline.copy>,
  call: CommandContext,
): Promise<ReplyOf<typeof hotline.copy>> {
  const { tx, caller } = call;
  const source = await lockHotline(named, call);
  const { contactType, contactValue, languages, sort, isEnabled } = source;
  const to = [...new Set(merchantNos)].filter((merchantNo) => merchantNo !== source.merchantNo).toSorted();
  if (to.length === 0) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNos'] });
  const known = await tx.selectFrom('merchant').select('merchantNo').where('merchantNo', 'in', to).execute();
  if (known.length < to.length || to.some((merchantNo) => !seesMerchant(caller.scope, merchantNo))) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNos'] });
  }
  const serviceHours = JSON.stringify(source.serviceHours);
  let copied = 0;
  for (const merchantNo of to) {
    await lockMerchant(tx, merchantNo);
    const values = { merchantNo, contactType, contactValue, languages, sort, isEnabled, serviceHours };
    if (await isTaken(tx, values)) continue;
    const made = await tx
      .insertInto('hotline')
      .values({ ...values, updatedBy: caller.userNo })
      .returning('hotlineNo')
      .executeTakeFirstOrThrow();
    await writeAudit(tx, call, {
      action: 'hotline.copy',
      subjectType: 'hotline',
      subjectNo: made.hotlineNo,
      merchantNo,
      after: { contactType, contactValue, languages, sort, from: named.hotlineNo },
    });
    copied += 1;
  }
  await writeAudit(tx, call, {
    action: 'hotline.copied',
    subjectType: 'hotline',
    subjectNo: named.hotlineNo,
    merchantNo: source.merchantNo,
    after: { merchantNos: to.join(', '), copied },
  });
  noteMade(tx, `hotline copies of ${named.hotlineNo}`);
  return { copied, known: merchantNos.length - copied };
}

/** @throws AppError NOT_FOUND, STALE, NOTHING_CHANGES, LAST_HOTLINE */
export async function switchHotline(named: Named, isEnabled: boolean, call: CommandContext) {
  const { tx, caller } = call;
  const before = await lockHotline(named, call);
  if (before.isEnabled === isEnabled) throw new AppError('NOTHING_CHANGES');
  const { hotlineNo, merchantNo, contactType } = before;
  await lockMerchant(tx, merchantNo);
  if (!isEnabled && contactType === 'PHONE') {
    const other = await tx
      .selectFrom('hotline')
      .select('hotlineNo')
      .where('merchantNo', '=', merchantNo)
      .where('contactType', '=', 'PHONE')
      .where('isEnabled', '=', true)
      .where('hotlineNo', '<>', hotlineNo)
      .executeTakeFirst();
    if (!other) throw new AppError('LAST_HOTLINE');
  }
  await tx
    .updateTable('hotline')
    .set({ isEnabled, updatedBy: caller.userNo, updatedAt: new Date(), version: before.version + 1 })
    .where('hotlineNo', '=', hotlineNo)
    .execute();
  await writeAudit(tx, call, {
    action: isEnabled ? 'hotline.enable' : 'hotline.disable',
    subjectType: 'hotline',
    subjectNo: hotlineNo,
    merchantNo,
    before: { isEnabled: before.isEnabled },
    after: { isEnabled },
  });
  return { hotlineNo };
}

/** @throws AppError NOT_FOUND, STALE, ILLEGAL_TRANSITION */
export async function deleteHotline(named: Named, call: CommandContext) {
  const before = await lockHotline(named, call);
  if (before.isEnabled) throw new AppError('ILLEGAL_TRANSITION');
  const { hotlineNo, merchantNo, contactType, contactValue } = before;
  await call.tx.deleteFrom('hotline').where('hotlineNo', '=', hotlineNo).execute();
  await writeAudit(call.tx, call, {
    action: 'hotline.delete',
    subjectType: 'hotline',
    subjectNo: hotlineNo,
    merchantNo,
    before: { contactType, contactValue },
    after: { isDeleted: true },
  });
  return { hotlineNo };
}
