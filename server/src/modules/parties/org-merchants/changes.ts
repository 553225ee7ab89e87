import { orgMerchant, type ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import type { TrafficLimit } from './admit.ts';
import { lockMerchant, setMerchantEnabled } from './commands.ts';

const shared = { family: 'orgMerchant', checkerCode: 'operation:orgMerchant:audit' } as const;

/** @throws AppError NOT_FOUND */
async function seenMerchant(db: Queryable, merchantNo: string, scope: DataScope) {
  const found = await db.selectFrom('merchant').selectAll().where('merchantNo', '=', merchantNo).executeTakeFirst();
  if (!found || !seesMerchant(scope, merchantNo)) throw new AppError('NOT_FOUND');
  return found;
}

export const limitsOf = async (db: Queryable, merchantNo: string): Promise<TrafficLimit[]> =>
  await db
    .selectFrom('merchantTrafficLimit')
    .select(['settledOrderCount', 'dailyLimit'])
    .where('merchantNo', '=', merchantNo)
    .orderBy('settledOrderCount')
    .execute();

/** What an approver reads: `0: 100`. */
const said = (limits: readonly TrafficLimit[]): string[] =>
  limits
    .toSorted((one, other) => one.settledOrderCount - other.settledOrderCount)
    .map(({ settledOrderCount, dailyLimit }) => `${settledOrderCount}: ${dailyLimit}`);

const limitPayload = z.strictObject({ merchantNo: z.string(), trafficLimits: orgMerchant.trafficLimits });

/** How many customers a merchant admits a day. */
export const trafficKind: ChangeKind<z.output<typeof limitPayload>> = {
  ...shared,
  kind: 'orgMerchant.traffic',
  title: { en: 'Traffic limits', zh: '流量上限' },
  payload: limitPayload,
  async describe(db, { merchantNo, trafficLimits }, scope) {
    const { merchantName } = await seenMerchant(db, merchantNo, scope);
    const before = said(await limitsOf(db, merchantNo));
    return {
      subjectNo: merchantNo,
      subjectName: merchantName,
      before: { trafficLimits: before },
      after: { trafficLimits: said(trafficLimits) },
      concerns: [],
      merchantNos: [merchantNo],
      state: { before },
    };
  },
  async apply({ merchantNo, trafficLimits }, call) {
    const { tx, caller } = call;
    await lockMerchant(tx, merchantNo, caller.scope);
    const before = said(await limitsOf(tx, merchantNo));
    await tx.deleteFrom('merchantTrafficLimit').where('merchantNo', '=', merchantNo).execute();
    if (trafficLimits.length > 0) {
      await tx
        .insertInto('merchantTrafficLimit')
        .values(trafficLimits.map((limit) => ({ merchantNo, ...limit })))
        .execute();
    }
    await writeAudit(tx, call, {
      action: 'orgMerchant.trafficLimit',
      subjectType: 'merchant',
      subjectNo: merchantNo,
      merchantNo,
      before: { trafficLimits: before },
      after: { trafficLimits: said(trafficLimits) },
    });
    return { merchantNo };
  },
};

const one = z.strictObject({ merchantNo: z.string() });

/** It has an enabled rule set of its own, or it was agreed that the company's default rules decide. */
const hasRisk = sql<boolean>`(takes_default_rules OR EXISTS (SELECT FROM config_rule_now r
  WHERE r.merchant_no = merchant.merchant_no AND r.config_key = 'risk.ruleSet' AND r.rule_status = 'ENABLED'))`;

/** What a merchant has to have before customers come. */
async function missingOf(db: Queryable, merchantNo: string): Promise<string[]> {
  const product = await db
    .selectFrom('loanProduct')
    .select('productNo')
    .where('merchantNo', '=', merchantNo)
    .where('isEnabled', '=', true)
    .limit(1)
    .executeTakeFirst();
  const hotline = await db
    .selectFrom('hotline')
    .select('hotlineNo')
    .where('merchantNo', '=', merchantNo)
    .where('isEnabled', '=', true)
    .limit(1)
    .executeTakeFirst();
  const decided = await db
    .selectFrom('merchant')
    .select(hasRisk.as('hasRisk'))
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  return [
    ...(product ? [] : ['product']),
    ...(hotline ? [] : ['hotline']),
    ...(decided?.hasRisk === true ? [] : ['risk rules']),
  ];
}

const riskPayload = z.strictObject({ merchantNo: z.string(), takesDefaultRules: z.boolean() });

/** Whether the company's default rules decide for a merchant where it has no rule set of its own; else a person does. */
export const riskKind: ChangeKind<z.output<typeof riskPayload>> = {
  ...shared,
  kind: 'orgMerchant.risk',
  title: { en: 'Risk rules of merchant', zh: '商户风控规则' },
  payload: riskPayload,
  async describe(db, { merchantNo, takesDefaultRules }, scope) {
    const { merchantName, takesDefaultRules: before } = await seenMerchant(db, merchantNo, scope);
    if (before === takesDefaultRules) throw new AppError('NOTHING_CHANGES', { fields: ['takesDefaultRules'] });
    return {
      subjectNo: merchantNo,
      subjectName: merchantName,
      before: { takesDefaultRules: before },
      after: { takesDefaultRules },
      concerns: [],
      merchantNos: [merchantNo],
      state: { before },
    };
  },
  async apply({ merchantNo, takesDefaultRules }, call) {
    const { tx, caller } = call;
    const before = await lockMerchant(tx, merchantNo, caller.scope);
    await tx
      .updateTable('merchant')
      .set({ takesDefaultRules, updatedAt: new Date(), version: before.version + 1 })
      .where('merchantNo', '=', merchantNo)
      .execute();
    await writeAudit(tx, call, {
      action: 'orgMerchant.riskConfig',
      subjectType: 'merchant',
      subjectNo: merchantNo,
      merchantNo,
      before: { takesDefaultRules: before.takesDefaultRules },
      after: { takesDefaultRules },
    });
    return { merchantNo };
  },
};

/** @throws AppError NOT_FOUND, NOTHING_CHANGES, CHANGE_WAITING */
export async function requestRisk(
  { reason, ...wanted }: ParsedRequestOf<typeof orgMerchant.riskConfig>,
  call: CommandContext,
) {
  return { changeNo: await requestChange(riskKind, wanted, call, reason) };
}

/** A merchant is opened by two people, once it has a product, a hotline and what decides its applications. */
export const enableMerchantKind: ChangeKind<z.output<typeof one>> = {
  ...shared,
  kind: 'orgMerchant.enable',
  title: { en: 'Open merchant', zh: '启用商户' },
  payload: one,
  async describe(db, { merchantNo }, scope) {
    const { merchantName, isEnabled, version } = await seenMerchant(db, merchantNo, scope);
    const status = (is: boolean) => ({ orgMerchantStatus: is ? 'ENABLED' : 'DISABLED' });
    return {
      subjectNo: merchantNo,
      subjectName: merchantName,
      before: status(isEnabled),
      after: { ...status(true), trafficLimits: said(await limitsOf(db, merchantNo)) },
      concerns: [],
      merchantNos: [merchantNo],
      state: { version },
    };
  },
  async apply({ merchantNo }, call) {
    const missing = await missingOf(call.tx, merchantNo);
    if (missing.length > 0) throw new AppError('ORG_MERCHANT_INCOMPLETE', { facts: { missing: missing.join(', ') } });
    return await setMerchantEnabled(merchantNo, true, call);
  },
};

export async function requestEnable(
  { merchantNo, reason }: ParsedRequestOf<typeof orgMerchant.enable>,
  call: CommandContext,
) {
  return { changeNo: await requestChange(enableMerchantKind, { merchantNo }, call, reason) };
}

export async function requestLimits(
  { reason, ...wanted }: ParsedRequestOf<typeof orgMerchant.limit>,
  call: CommandContext,
) {
  return { changeNo: await requestChange(trafficKind, wanted, call, reason) };
}
