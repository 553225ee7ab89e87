import type { ReplyOf, rules } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesAll, seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../audit/index.ts';
import { saveDraft, submitVersion } from '../configuration/index.ts';
import { businessDateOf } from '../policy/index.ts';
import { needDryRun } from './dry-run.ts';
import type { RuleFamily } from './rule-family.ts';

type Saved = ReplyOf<ReturnType<typeof rules.defineRuleFamily>['save']>;
type Stated = ReplyOf<ReturnType<typeof rules.defineRuleFamily>['state']>;

export interface SaveRequest<Value> {
  readonly ruleId?: string | undefined;
  readonly merchantNo: string;
  readonly value: Value;
  readonly effectiveFrom: string;
  readonly reason: string;
  readonly dryRunToken?: string | undefined;
}

/** Submits a new rule, or a new version of one. */
export async function saveRule<Value extends object>(
  family: RuleFamily<Value>,
  request: SaveRequest<Value>,
  call: CommandContext,
): Promise<Saved> {
  const { tx, caller } = call;
  const { merchantNo, value, effectiveFrom, reason } = request;
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  const reached = family.reaches?.(value) ?? [];
  if (!seesAll(caller.scope, reached)) {
    throw new AppError('REFERENCE_UNKNOWN', {
      fields: [reached === 'all' ? 'value.isForAll' : 'value.otherMerchantNos'],
    });
  }
  if (family.simulate !== null) {
    const { userNo } = caller;
    await needDryRun(tx, { key: family.key, merchantNo, userNo, value }, request.dryRunToken);
  }
  const ruleId =
    request.ruleId === undefined
      ? await addRule(tx, family.key, merchantNo, caller.userNo)
      : await ownRule(tx, family.key, merchantNo, request.ruleId);
  return await submit(family, { ruleId, merchantNo, value, effectiveFrom, reason }, call);
}

async function submit<Value extends object>(
  { key, checkFrom }: RuleFamily<Value>,
  rule: Pick<SaveRequest<Value>, 'merchantNo' | 'value' | 'effectiveFrom' | 'reason'> & { readonly ruleId: string },
  call: CommandContext,
): Promise<Saved> {
  const { ruleId, merchantNo, ...form } = rule;
  checkFrom?.(form.value, form.effectiveFrom);
  const draft = await saveDraft({ configKey: key, subjectNo: `${merchantNo}_${ruleId}`, ...form }, call);
  const sent = await submitVersion({ versionId: draft.versionId, version: draft.version }, call);
  return { ruleId, versionId: sent.versionId, versionNo: sent.versionNo, versionStatus: sent.versionStatus };
}

async function addRule(tx: Tx, configKey: string, merchantNo: string, createdBy: string): Promise<string> {
  const merchant = await tx
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!merchant) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  const { ruleId } = await tx
    .insertInto('configRule')
    .values({ configKey, merchantNo, createdBy })
    .returning('ruleId')
    .executeTakeFirstOrThrow();
  return ruleId;
}

async function ownRule(tx: Tx, configKey: string, merchantNo: string, ruleId: string): Promise<string> {
  const found = await lockRule(tx, configKey, ruleId);
  if (found.merchantNo !== merchantNo) throw new AppError('NOT_FOUND');
  return ruleId;
}

async function lockRule(tx: Tx, configKey: string, ruleId: string) {
  const found = await tx
    .selectFrom('configRule')
    .selectAll()
    .where('ruleId', '=', ruleId)
    .where('configKey', '=', configKey)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

export interface StateRequest {
  readonly ruleId: string;
  readonly version: number;
  readonly isEnabled: boolean;
  readonly reason: string;
}

/** Disabling takes effect at once; enabling submits the last version again. */
export async function stateRule<Value extends object>(
  family: RuleFamily<Value>,
  { ruleId, version, isEnabled, reason }: StateRequest,
  call: CommandContext,
): Promise<Stated> {
  const { tx, caller } = call;
  const rule = await lockRule(tx, family.key, ruleId);
  const { merchantNo } = rule;
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('NOT_FOUND');
  if (rule.version !== version) throw new AppError('STALE');
  const read = async () =>
    await tx.selectFrom('configRuleNow').selectAll().where('ruleId', '=', ruleId).executeTakeFirstOrThrow();
  const before = await read();
  const told = family.contract.value.safeParse(before.value).data;
  if (told && !seesAll(caller.scope, family.reaches?.(told) ?? [])) throw new AppError('FORBIDDEN');
  const isOn = before.ruleStatus === 'ENABLED' || before.ruleStatus === 'SCHEDULED';
  if (isOn === isEnabled) throw new AppError('ILLEGAL_TRANSITION');
  if (isEnabled) {
    const value = family.contract.value.parse(before.value);
    await submit(family, { ruleId, merchantNo, value, effectiveFrom: businessDateOf(new Date()), reason }, call);
  } else {
    const { newest } = await tx
      .selectFrom('configVersion')
      .select(({ fn }) => fn.max('versionNo').as('newest'))
      .where('configKey', '=', family.key)
      .where('subjectNo', '=', before.subjectNo)
      .where('storedStatus', '<>', 'PENDING')
      .executeTakeFirstOrThrow();
    await tx.updateTable('configRule').set({ disabledThrough: newest }).where('ruleId', '=', ruleId).execute();
  }
  await tx
    .updateTable('configRule')
    .set({ version: version + 1 })
    .where('ruleId', '=', ruleId)
    .execute();
  const after = await read();
  await writeAudit(tx, call, {
    action: isEnabled ? 'rule.enable' : 'rule.disable',
    subjectType: 'rule',
    subjectNo: ruleId,
    merchantNo,
    before: { ruleStatus: before.ruleStatus },
    after: { ruleStatus: after.ruleStatus },
    reason,
  });
  return { ruleId, ruleStatus: after.ruleStatus };
}
