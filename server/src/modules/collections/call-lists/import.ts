import { callList } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { importColumns, type ImportKind, orNull } from '../../platform/imports/index.ts';
import { asCommand } from '../../platform/jobs/index.ts';
import { startOfBusinessDate } from '../../platform/policy/index.ts';
import { refuseStrangeProduct } from './commands.ts';
import { statusOfEntry } from './entries.ts';
import { finishImport, importNoOf, importOf } from './import-store.ts';
import { listTypeRule, refuseUnknownTarget } from './options.ts';

type Form = z.output<typeof callList.importForm>;
const DAY_MS = 86_400_000;

const columns = importColumns([
  ['merchantNo', 'Merchant number', '商户编号', true, 'M0001'],
  ['phone', 'Phone', '手机号', true, '254712345678'],
  ['listType', 'List type', '名单类型', true, 'LEAD'],
  ['marketingTarget', 'Marketing target', '营销目标', true, 'FIRST_LOAN'],
  ['optInSource', 'Consent given through', '同意来源', true, 'WEBSITE'],
  ['optInAt', 'Consent given on', '同意日期', true, '2026-11-01'],
  ['recommendedProductNo', 'Recommended product', '推荐产品', false, ''],
  ['recommendedAmountCents', 'Recommended amount (KES)', '推荐金额（KES）', false, '5,000'],
]);

/** Cents of what is typed in shillings; what is no amount fails in the form. */
function cents(typed: string | undefined): number | null {
  const plain = (typed ?? '').replaceAll(/[\s,]/g, '');
  return plain === '' ? null : Math.round(Number(plain) * 100);
}

/** People who agreed to be called, a file at a time: duplicates, blocked numbers and strange statuses fail one by one. */
export const importEntriesKind: ImportKind<Form> = {
  kind: 'callList.import',
  title: { en: 'Import of people to call', zh: '导入名单' },
  code: 'telemarketing:list:import',
  columns,
  nameColumn: 'phone',
  toInput: ({ recommendedProductNo, recommendedAmountCents, ...rest }) => ({
    ...rest,
    recommendedProductNo: orNull(recommendedProductNo),
    recommendedAmountCents: cents(recommendedAmountCents),
  }),
  form: callList.importForm,
  unique: [['merchantNo', 'marketingTarget', 'phone']],
  async apply(form, run) {
    const call = asCommand(run);
    const { tx } = run;
    const { merchantNo, phone, listType, marketingTarget } = form;
    if (!seesMerchant(call.caller.scope, merchantNo)) {
      throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
    }
    const rule = await listTypeRule(tx, listType, true);
    await refuseUnknownTarget(tx, marketingTarget);
    await refuseStrangeProduct(tx, merchantNo, form.recommendedProductNo);
    await refuseBlocked(tx, phone);
    const optInAt = startOfBusinessDate(form.optInAt);
    if (optInAt > new Date()) throw new AppError('BAD_REQUEST', { fields: ['optInAt'] });
    await keepConsent(tx, { merchantNo, phone, optInAt });
    const { batchNo } = await importOf(tx, run.jobNo, {
      importType: 'FILE',
      desk: 'TELEMARKETING',
      merchantNo,
      listType,
      marketingTarget,
      operatorUserNo: call.caller.userNo,
    });
    const now = new Date();
    const made = await tx
      .insertInto('callEntry')
      .values({
        ...form,
        desk: 'TELEMARKETING',
        batchNo,
        optInAt,
        createdAt: now,
        expireAt: new Date(now.getTime() + rule.expireDays * DAY_MS),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('entryId')
      .executeTakeFirst();
    if (!made) throw new AppError('CALL_ENTRY_EXISTS', { fields: ['phone'] });
    await refuseUnwanted(tx, made.entryId, rule.customerStatuses);
    return made;
  },
  recordOf: importNoOf,
  ended: async (run) => await finishImport(run.db, run.jobNo),
};

/** @throws AppError CALL_BLACKLISTED where nobody may call the number about offers */
export async function refuseBlocked(tx: Tx, phone: string): Promise<void> {
  const block = await tx
    .selectFrom('contactBlock')
    .select('blockId')
    .where('phone', '=', phone)
    .where('liftedAt', 'is', null)
    .where(sql<boolean>`coalesce(expires_at, now()) >= now()`)
    .executeTakeFirst();
  const listed = await tx
    .selectFrom('marketingBlacklist')
    .select('blacklistNo')
    .where('phone', '=', phone)
    .where('rowStatus', '<>', 'DELETED')
    .where(sql<boolean>`coalesce(expire_at, now()) >= now()`)
    .executeTakeFirst();
  if (block || listed) throw new AppError('CALL_BLACKLISTED', { fields: ['phone'] });
}

/** The lead's consent as the gate reads it; one withdrawn since then stands. @throws AppError CALL_CONSENT_MISSING */
async function keepConsent(
  tx: Tx,
  { merchantNo, phone, optInAt }: { readonly merchantNo: string; readonly phone: string; readonly optInAt: Date },
): Promise<void> {
  const known = await tx
    .selectFrom('contactParty')
    .select(['partyId', 'withdrawnAt'])
    .where('partyKind', '=', 'LEAD')
    .where('merchantNo', '=', merchantNo)
    .where('phone', '=', phone)
    .executeTakeFirst();
  if (known?.withdrawnAt && known.withdrawnAt > optInAt) {
    throw new AppError('CALL_CONSENT_MISSING', { fields: ['phone'] });
  }
  if (known) {
    await tx
      .updateTable('contactParty')
      .set((eb) => ({ consentedAt: optInAt, withdrawnAt: null, version: eb('version', '+', 1) }))
      .where('partyId', '=', known.partyId)
      .execute();
    return;
  }
  await tx
    .insertInto('contactParty')
    .values({ partyKind: 'LEAD', merchantNo, phone, partyName: phone, consentedAt: optInAt })
    .execute();
}

/** @throws AppError CALL_STATUS_UNWANTED */
export async function refuseUnwanted(tx: Tx, entryId: string, wanted: readonly string[]): Promise<void> {
  const status = await statusOfEntry(tx, entryId);
  if (!wanted.includes(status)) throw new AppError('CALL_STATUS_UNWANTED', { fields: ['phone'] });
}
