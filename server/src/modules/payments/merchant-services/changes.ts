import { merchantService, type ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { sharedRules } from '../../lending/maturity/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { maskPhone } from '../../platform/masking/index.ts';

type Form = z.output<typeof merchantService.serviceForm>;

async function nameOf(db: Queryable, merchantNo: string, scope: DataScope): Promise<string> {
  const merchant = await db
    .selectFrom('merchant')
    .select('merchantName')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!merchant || !seesMerchant(scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  return merchant.merchantName;
}

async function stored(db: Queryable, merchantNo: string) {
  return await db.selectFrom('merchantService').selectAll().where('merchantNo', '=', merchantNo).executeTakeFirst();
}

/** @throws AppError SERVICE_ACCOUNT_MISSING */
export async function lockService(tx: Tx, merchantNo: string, scope: DataScope) {
  return await lockOne(tx, tx.selectFrom('merchantService').selectAll().where('merchantNo', '=', merchantNo), {
    missing: 'SERVICE_ACCOUNT_MISSING',
    subject: `merchant service ${merchantNo}`,
    state: ({ version }) => version,
    isSeen: (row) => seesMerchant(scope, row.merchantNo),
  });
}

const factsOf = ({
  services,
  billingModel,
  callbackUrl,
  ipAllowList,
  contactPhone,
  ...form
}: Omit<Form, 'merchantNo' | 'maturityCode'> & { readonly maturityCode: string | null }) => ({
  services,
  billingModel,
  callbackUrl,
  ipAllowList,
  contactPhone: maskPhone(contactPhone),
  contactEmail: form.contactEmail,
  alarmAtCents: form.alarmAtCents,
  maturityCode: form.maturityCode ?? null,
});

/** @throws AppError REFERENCE_UNKNOWN for what is no due-date rule in force that the merchant may follow */
async function refuseStrangeRule(db: Queryable, { maturityCode }: Form, scope: DataScope): Promise<void> {
  if (maturityCode === null) return;
  const rule = (await sharedRules(db, new Date())).find(({ ruleId }) => ruleId === maturityCode);
  if (rule && seesMerchant(scope, rule.merchantNo)) return;
  throw new AppError('REFERENCE_UNKNOWN', { fields: ['maturityCode'] });
}

/** A service account as somebody wants it. What its callback answered says nothing of another address. */
export const saveServiceKind: ChangeKind<Form> = {
  kind: 'merchantService.save',
  family: 'merchantConfig',
  title: { en: 'Service account', zh: '商户服务账户' },
  checkerCode: 'merchant:config:audit',
  lapsesAfterHours: 24,
  payload: merchantService.serviceForm,
  async describe(db, form, scope) {
    const { merchantNo } = form;
    const subjectName = await nameOf(db, merchantNo, scope);
    await refuseStrangeRule(db, form, scope);
    const before = await stored(db, merchantNo);
    return {
      subjectNo: merchantNo,
      subjectName,
      before: before ? factsOf(before) : null,
      after: factsOf(form),
      concerns: [],
      merchantNos: [merchantNo],
      state: before ? { services: before.services, callbackUrl: before.callbackUrl } : null,
    };
  },
  async apply(form, call) {
    const { tx, caller } = call;
    const { merchantNo } = form;
    await nameOf(tx, merchantNo, caller.scope);
    const before = await stored(tx, merchantNo);
    // What the former address answered says nothing of another one.
    const kept = before?.callbackUrl === form.callbackUrl ? before : null;
    const values = {
      ...form,
      callbackPassedAt: kept?.callbackPassedAt ?? null,
      callbackFailingSince: kept?.callbackFailingSince ?? null,
    };
    await tx
      .insertInto('merchantService')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .column('merchantNo')
          .doUpdateSet((eb) => ({ ...values, version: eb('merchantService.version', '+', 1) })),
      )
      .execute();
    await writeAudit(tx, call, {
      action: 'merchantConfig.saved',
      subjectType: 'merchantService',
      subjectNo: merchantNo,
      merchantNo,
      ...(before && { before: factsOf(before) }),
      after: factsOf(form),
    });
    return { merchantNo };
  },
};

const one = z.strictObject({ merchantNo: z.string() });

/** A service account is opened by two people, once its callback answered. */
export const enableServiceKind: ChangeKind<z.output<typeof one>> = {
  kind: 'merchantService.enable',
  family: 'merchantConfig',
  title: { en: 'Open service account', zh: '启用商户服务账户' },
  checkerCode: 'merchant:config:audit',
  lapsesAfterHours: 24,
  payload: one,
  async describe(db, { merchantNo }, scope) {
    const subjectName = await nameOf(db, merchantNo, scope);
    const serviceStatus = (await stored(db, merchantNo))?.serviceStatus ?? 'DISABLED';
    return {
      subjectNo: merchantNo,
      subjectName,
      before: { serviceStatus },
      after: { serviceStatus: 'ENABLED' },
      concerns: [],
      merchantNos: [merchantNo],
      state: { serviceStatus },
    };
  },
  async apply({ merchantNo }, call) {
    const { callbackPassedAt } = await lockService(call.tx, merchantNo, call.caller.scope);
    if (callbackPassedAt === null) throw new AppError('CALLBACK_UNTESTED');
    await setStatus(merchantNo, 'ENABLED', call);
    return { merchantNo };
  },
};

async function setStatus(merchantNo: string, wanted: 'ENABLED' | 'DISABLED', call: CommandContext, why?: string) {
  const { tx, caller } = call;
  const { serviceStatus } = await lockService(tx, merchantNo, caller.scope);
  if (serviceStatus === wanted) {
    const command = wanted === 'ENABLED' ? 'enable' : 'disable';
    throw new AppError('ILLEGAL_TRANSITION', { facts: { subject: 'service account', state: serviceStatus, command } });
  }
  await tx
    .updateTable('merchantService')
    .set((eb) => ({ serviceStatus: wanted, version: eb('version', '+', 1) }))
    .where('merchantNo', '=', merchantNo)
    .execute();
  await writeAudit(tx, call, {
    action: `merchantConfig.${wanted === 'ENABLED' ? 'enabled' : 'disabled'}`,
    subjectType: 'merchantService',
    subjectNo: merchantNo,
    merchantNo,
    before: { serviceStatus },
    after: { serviceStatus: wanted },
    ...(why !== undefined && { reason: why }),
  });
}

/** @throws AppError REFERENCE_UNKNOWN, STALE, CHANGE_WAITING */
export async function requestSave(
  { reason, version, ...form }: ParsedRequestOf<typeof merchantService.save>,
  call: CommandContext,
) {
  const before = await stored(call.tx, form.merchantNo);
  if ((before?.version ?? 0) !== version) throw new AppError('STALE');
  return { changeNo: await requestChange(saveServiceKind, form, call, reason) };
}

/** @throws AppError SERVICE_ACCOUNT_MISSING, CALLBACK_UNTESTED, ILLEGAL_TRANSITION, CHANGE_WAITING */
export async function requestEnable(
  { reason, merchantNo }: ParsedRequestOf<typeof merchantService.enable>,
  call: CommandContext,
) {
  return { changeNo: await requestChange(enableServiceKind, { merchantNo }, call, reason) };
}

/** @throws AppError SERVICE_ACCOUNT_MISSING, ILLEGAL_TRANSITION */
export async function disableService(
  { merchantNo, reason }: ParsedRequestOf<typeof merchantService.disable>,
  call: CommandContext,
) {
  await setStatus(merchantNo, 'DISABLED', call, reason);
  return { merchantNo, serviceStatus: 'DISABLED' as const };
}
