import { type ParsedRequestOf, type ReplyOf, riskModel } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { rulesAt } from '../../platform/rules/index.ts';
import { modelFamily } from './family.ts';
import { readModel } from './read-model.ts';
import { type Arm, type OfApplications, type Traffic, trafficAt } from './traffic.ts';

type Form = ParsedRequestOf<typeof riskModel.traffic>;

const payload = z.strictObject({ form: riskModel.trafficForm, makerUserNo: z.string() });
const subjectOf = ({ merchantNo, loanType }: OfApplications): string => `${merchantNo}_${loanType}`;

/** Shares as one compares them: a field a model. */
function shown(arms: readonly Arm[], names: ReadonlyMap<string, string>): Record<string, string> {
  const named = arms.map(({ ruleId, role, trafficPercent }): [string, string] => [
    names.get(ruleId) ?? ruleId,
    `${role} ${trafficPercent}%`,
  ]);
  return Object.fromEntries(named);
}

async function modelsFor(db: Queryable, { merchantNo, loanType }: OfApplications) {
  const models = await rulesAt(db, modelFamily, new Date(), merchantNo);
  return models.filter(({ value }) => value.loanType === loanType);
}

/** The same models share, and the same one is champion: their customers stay where they are. */
function isSameTest(before: Traffic, shares: readonly Arm[]): boolean {
  const arms = (of: readonly Arm[]) =>
    of
      .filter(({ role }) => role !== 'SHADOW')
      .map(({ ruleId, role }) => `${ruleId} ${role}`)
      .toSorted()
      .join();
  return arms(before.arms) === arms(shares);
}

/** Who scores which share: two people agree. */
export const trafficKind: ChangeKind<z.output<typeof payload>> = {
  family: 'riskModel',
  checkerCode: 'risk:model:audit',
  lapsesAfterHours: 72,
  kind: 'riskModel.traffic',
  title: { en: 'Shares of traffic', zh: '流量比例' },
  payload,
  async describe(db, { form }) {
    const before = await trafficAt(db, form, new Date());
    const ids = [...form.shares, ...(before?.arms ?? [])].map(({ ruleId }) => ruleId);
    const rows = await db
      .selectFrom('configRuleNow')
      .select(['ruleId', 'value'])
      .where('configKey', '=', modelFamily.key)
      .where('ruleId', 'in', ids)
      .execute();
    const { loanType, merchantNo } = form;
    const { merchantName } = await db
      .selectFrom('merchant')
      .select('merchantName')
      .where('merchantNo', '=', merchantNo)
      .executeTakeFirstOrThrow();
    const names = new Map(rows.map(({ ruleId, value }) => [ruleId, String(value['ruleName'] ?? ruleId)]));
    return {
      subjectNo: subjectOf(form),
      subjectName: merchantName,
      before: before ? { loanType, ...shown(before.arms, names) } : null,
      after: { loanType, ...shown(form.shares, names) },
      concerns: [],
      merchantNos: [form.merchantNo],
      state: { trafficId: before?.trafficId ?? null },
    };
  },
  async apply({ form, makerUserNo }, call) {
    return await startTraffic(form, makerUserNo, call);
  },
};

async function startTraffic({ merchantNo, loanType, shares, reason }: Form, makerUserNo: string, call: CommandContext) {
  const { tx, caller } = call;
  const models = await modelsFor(tx, { merchantNo, loanType });
  const strange = shares.find(({ ruleId }) => !models.some((model) => model.ruleId === ruleId));
  if (strange) throw new AppError('MODEL_NOT_IN_FORCE', { facts: { name: strange.ruleId }, fields: ['shares'] });
  const startedAt = new Date();
  const before = await trafficAt(tx, { merchantNo, loanType }, startedAt);
  if (before) {
    await tx.updateTable('riskTraffic').set({ endedAt: startedAt }).where('trafficId', '=', before.trafficId).execute();
  }
  const { trafficId, testNo } = await tx
    .insertInto('riskTraffic')
    .values({
      ...(before && isSameTest(before, shares) && { testNo: before.testNo }),
      merchantNo,
      loanType,
      startedAt,
      makerUserNo,
      // The trial of a request is run by its maker.
      checkerUserNo: caller.userNo === makerUserNo ? null : caller.userNo,
    })
    .returning(['trafficId', 'testNo'])
    .executeTakeFirstOrThrow();
  noteMade(tx, `riskTraffic ${trafficId}`);
  await tx
    .insertInto('riskTrafficArm')
    .values(shares.map(({ ruleId, role, trafficPercent }) => ({ trafficId, ruleId, modelRole: role, trafficPercent })))
    .execute();
  const told = (arms: readonly Arm[]) =>
    Object.fromEntries(arms.map(({ ruleId, role, trafficPercent }) => [ruleId, `${role} ${trafficPercent}%`]));
  await writeAudit(tx, call, {
    action: 'riskModel.traffic',
    subjectType: 'riskTraffic',
    subjectNo: subjectOf({ merchantNo, loanType }),
    merchantNo,
    ...(before && { before: told(before.arms) }),
    after: told(shares),
    reason,
  });
  return { testNo };
}

/** @throws AppError MODEL_NOT_IN_FORCE, CHANGE_WAITING, REFERENCE_UNKNOWN */
export async function requestTraffic(form: Form, call: CommandContext): Promise<ReplyOf<typeof riskModel.traffic>> {
  const { userNo, scope } = call.caller;
  if (!seesMerchant(scope, form.merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  return { changeNo: await requestChange(trafficKind, { form, makerUserNo: userNo }, call, form.reason) };
}

/** @throws AppError NOT_FOUND */
export async function readTraffic(
  { ruleId }: { readonly ruleId: string },
  { db, caller }: Call,
): Promise<ReplyOf<typeof riskModel.trafficNow>> {
  const { merchantNo, value } = await readModel(db, ruleId, caller.scope);
  const { loanType } = value;
  const traffic = await trafficAt(db, { merchantNo, loanType }, new Date());
  const all = await db
    .selectFrom('configRuleNow')
    .select(['ruleId', 'value'])
    .where('configKey', '=', modelFamily.key)
    .where('merchantNo', '=', merchantNo)
    .execute();
  const nameOf = (id: string) => String(all.find((one) => one.ruleId === id)?.value['ruleName'] ?? id);
  const customers = await db
    .selectFrom('riskTestCustomer')
    .select(({ fn }) => ['ruleId', fn.countAll<number>().as('customers')])
    .where('testNo', '=', traffic?.testNo ?? '')
    .groupBy('ruleId')
    .execute();
  const pending = await db
    .selectFrom('changeRequest')
    .select('changeNo')
    .where('kind', '=', trafficKind.kind)
    .where('subjectNo', '=', subjectOf({ merchantNo, loanType }))
    .where('changeState', '=', 'PENDING')
    .executeTakeFirst();
  const models = await modelsFor(db, { merchantNo, loanType });
  return {
    merchantNo,
    loanType,
    testNo: traffic?.testNo ?? null,
    startedAt: traffic?.startedAt.toISOString() ?? null,
    arms: (traffic?.arms ?? []).map((arm) => ({
      ...arm,
      modelName: nameOf(arm.ruleId),
      customers: customers.find((one) => one.ruleId === arm.ruleId)?.customers ?? 0,
    })),
    models: models.map((model) => ({ ruleId: model.ruleId, modelName: model.value.ruleName })),
    hasPending: pending !== undefined,
  };
}
