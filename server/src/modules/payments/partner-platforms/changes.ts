import { type ParsedRequestOf, partnerPlatform } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { maskEmail } from '../../platform/masking/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { refuseStrangePlatformLogo, takeOffAll } from '../market-products/index.ts';

type Form = partnerPlatform.PlatformForm;

const shared = { family: 'partnerPlatform', checkerCode: 'operation:config:audit' } as const;

/** A partner with nobody else at it. @throws AppError NOT_FOUND */
export async function lockPlatform(tx: Tx, platformCode: string, scope: DataScope) {
  return await lockOne(tx, tx.selectFrom('partnerPlatform').selectAll().where('platformCode', '=', platformCode), {
    missing: 'NOT_FOUND',
    subject: `partnerPlatform ${platformCode}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(scope, merchantNo),
  });
}

const stored = async (db: Queryable, platformCode: string) =>
  await db.selectFrom('partnerPlatform').selectAll().where('platformCode', '=', platformCode).executeTakeFirst();

const factsOf = (form: Omit<Form, 'platformCode'>) => ({
  platformName: form.platformName,
  merchantNo: form.merchantNo,
  settlementMode: form.settlementMode,
  licenceNo: form.licenceNo,
  licenceExpiresOn: form.licenceExpiresOn,
  baseUrl: form.baseUrl,
  callbackUrl: form.callbackUrl,
  ipAllowList: form.ipAllowList,
  contactEmail: maskEmail(form.contactEmail),
  logo: form.logo?.fileName ?? null,
});

const payload = z.strictObject({
  /** Null for a new partner. */
  version: z.nullable(z.int()),
  form: partnerPlatform.platformForm,
});

/** A partner as somebody wants it. A new one is disabled; another callback address has to be tested again. */
export const savePlatformKind: ChangeKind<z.output<typeof payload>> = {
  ...shared,
  kind: 'partnerPlatform.save',
  title: { en: 'Save partner platform', zh: '保存超市平台' },
  payload,
  async describe(db, { version, form }, scope) {
    const before = await stored(db, form.platformCode);
    if (version === null && before) throw new AppError('PARTNER_EXISTS', { fields: ['form.platformCode'] });
    if (version !== null && !before) throw new AppError('NOT_FOUND');
    const merchant = await db
      .selectFrom('merchant')
      .select('merchantNo')
      .where('merchantNo', '=', form.merchantNo)
      .executeTakeFirst();
    const isReached = seesMerchant(scope, form.merchantNo) && (!before || seesMerchant(scope, before.merchantNo));
    if (!merchant || !isReached) throw new AppError('REFERENCE_UNKNOWN', { fields: ['form.merchantNo'] });
    if (version !== null && before?.version !== version) throw new AppError('STALE');
    await refuseStrangePlatformLogo(db, form);
    return {
      subjectNo: form.platformCode,
      subjectName: form.platformName,
      before: before ? factsOf(before) : null,
      after: factsOf(form),
      concerns: [],
      merchantNos: [...new Set([form.merchantNo, before?.merchantNo ?? form.merchantNo])],
      state: { version },
    };
  },
  async apply({ version, form }, call) {
    const { tx, caller } = call;
    const { platformCode, merchantNo } = form;
    const before = version === null ? null : await lockPlatform(tx, platformCode, caller.scope);
    const values = { ...form, logo: form.logo && JSON.stringify(form.logo) };
    if (before) {
      const callbackPassedAt = before.callbackUrl === form.callbackUrl ? before.callbackPassedAt : null;
      await tx
        .updateTable('partnerPlatform')
        .set({ ...values, callbackPassedAt, version: before.version + 1 })
        .where('platformCode', '=', platformCode)
        .execute();
    } else {
      await tx
        .insertInto('partnerPlatform')
        .values({ ...values, isEnabled: false })
        .execute();
    }
    await writeAudit(tx, call, {
      action: before ? 'partnerPlatform.update' : 'partnerPlatform.save',
      subjectType: 'partnerPlatform',
      subjectNo: platformCode,
      merchantNo,
      ...(before && { before: factsOf(before) }),
      after: factsOf(form),
    });
    return { platformCode };
  },
};

export async function requestSave(
  { version = undefined, form, reason }: ParsedRequestOf<typeof partnerPlatform.save>,
  call: CommandContext,
) {
  return { changeNo: await requestChange(savePlatformKind, { version: version ?? null, form }, call, reason) };
}

const one = z.strictObject({ platformCode: z.string() });

/** Its products may be put on the shelf once two people agreed, its licence is valid and its callback answered. */
export const enablePlatformKind: ChangeKind<z.output<typeof one>> = {
  ...shared,
  kind: 'partnerPlatform.enable',
  title: { en: 'Enable partner platform', zh: '启用超市平台' },
  payload: one,
  async describe(db, { platformCode }, scope) {
    const before = await stored(db, platformCode);
    if (!before || !seesMerchant(scope, before.merchantNo)) throw new AppError('NOT_FOUND');
    const { platformName, merchantNo, isEnabled, version } = before;
    return {
      subjectNo: platformCode,
      subjectName: platformName,
      before: { platformStatus: isEnabled ? 'ENABLED' : 'DISABLED' },
      after: { platformStatus: 'ENABLED', licenceExpiresOn: before.licenceExpiresOn },
      concerns: [],
      merchantNos: [merchantNo],
      state: { version },
    };
  },
  async apply({ platformCode }, call) {
    const before = await lockPlatform(call.tx, platformCode, call.caller.scope);
    if (before.isEnabled) throw new AppError('ILLEGAL_TRANSITION');
    if (before.licenceExpiresOn < businessDateOf(new Date())) throw new AppError('PARTNER_LICENCE');
    if (before.callbackPassedAt === null) throw new AppError('CALLBACK_UNTESTED');
    await setEnabled(before, true, call);
    return { platformCode };
  },
};

export async function requestEnable(
  { platformCode, reason }: ParsedRequestOf<typeof partnerPlatform.enable>,
  call: CommandContext,
) {
  return { changeNo: await requestChange(enablePlatformKind, { platformCode }, call, reason) };
}

/** Its products leave the shelf, and with it every recommendation, at once. @throws AppError ILLEGAL_TRANSITION */
export async function disablePlatform(
  { platformCode, reason }: ParsedRequestOf<typeof partnerPlatform.disable>,
  call: CommandContext,
) {
  const before = await lockPlatform(call.tx, platformCode, call.caller.scope);
  if (!before.isEnabled) throw new AppError('ILLEGAL_TRANSITION');
  await setEnabled(before, false, call, reason);
  return { platformCode, takenOff: await takeOffAll(platformCode, call, reason) };
}

async function setEnabled(
  { platformCode, merchantNo, version }: Awaited<ReturnType<typeof lockPlatform>>,
  isEnabled: boolean,
  call: CommandContext,
  reason?: string,
): Promise<void> {
  await call.tx
    .updateTable('partnerPlatform')
    .set({ isEnabled, version: version + 1 })
    .where('platformCode', '=', platformCode)
    .execute();
  const said = (is: boolean) => ({ platformStatus: is ? 'ENABLED' : 'DISABLED' });
  await writeAudit(call.tx, call, {
    action: isEnabled ? 'partnerPlatform.enable' : 'partnerPlatform.disable',
    subjectType: 'partnerPlatform',
    subjectNo: platformCode,
    merchantNo,
    before: said(!isEnabled),
    after: said(isEnabled),
    ...(reason !== undefined && { reason }),
  });
}
