import { type ParsedRequestOf, type smsMarketingTask, smsMarketingTemplate } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { foreignLinks } from '../sms-templates/index.ts';
import { askedAudience, countReach, keepPhones, seenMerchant, storedAudience } from './audience.ts';
import { enabledTemplates, estimateOf, segmentCents, textsOf } from './cost.ts';
import { lockTask, moveTask } from './store.ts';

type Form = ParsedRequestOf<typeof smsMarketingTask.save>;
const ARMS = ['A', 'B', 'C'] as const;
/** Where the form says whom. */
const FIELD_OF = { LIST_BATCH: 'batchNo', CUSTOMER_FILTER: 'merchantNo', FILE: 'phones' } as const;

/**
 * Drafts a campaign or changes its draft.
 * @throws AppError USER_GROUP_UNCHECKED, USER_GROUP_EMPTY, SMS_BATCH_NOT_FOUND, SMS_TASK_NOBODY, SMS_TASK_PAST,
 * SMS_TASK_OVER_BUDGET, MARKETING_TEMPLATE_NOT_ENABLED, SMS_TASK_LINK_MISSING, SMS_TASK_DATE_MISSING, SMS_TASK_DATE_PAST,
 * MARKETING_LINK_FOREIGN, SMS_TASK_NOT_FOUND, STALE, ILLEGAL_TRANSITION
 */
export async function saveTask(form: Form, call: CommandContext) {
  const { tx, caller } = call;
  const { taskNo, version, checkToken = '', arms, scheduledAt, ...named } = form;
  const {
    audienceType = 'USER_GROUP',
    userGroupNo,
    batchNo,
    merchantNo: namedMerchant,
    rules: _rules,
    phones,
    ...rest
  } = named;
  const before = taskNo === undefined ? null : await lockTask(tx, taskNo, caller.scope);
  if (before && before.version !== version) throw new AppError('STALE');
  if (before && before.taskStatus !== 'DRAFT') {
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'SMS task', state: before.taskStatus, command: 'update' },
    });
  }
  if (new Date(scheduledAt) <= new Date()) throw new AppError('SMS_TASK_PAST', { fields: ['scheduledAt'] });
  // A file's numbers are sent once; a later change keeps them.
  const keepsFile = before?.audienceType === 'FILE' && audienceType === 'FILE' && phones === undefined;
  if (audienceType === 'FILE' && phones === undefined && !keepsFile) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'phones', msg: 'Choose at least 1' }] });
  }
  const audience = keepsFile
    ? await storedAudience(tx, { ...before, merchantNo: seenMerchant(namedMerchant ?? before.merchantNo, caller) })
    : await askedAudience(tx, named, { caller, checkToken });
  const { merchantNo } = audience;
  const texts = textsOf(await enabledTemplates(tx, merchantNo, arms));
  await refuseUnfilled(tx, form, [...texts.values()]);
  const { optedIn: audienceCount } = await countReach(tx, audience, caller);
  if (audienceCount === 0) {
    throw audienceType === 'USER_GROUP'
      ? new AppError('USER_GROUP_EMPTY', { fields: ['userGroupNo'] })
      : new AppError('SMS_TASK_NOBODY', { fields: [FIELD_OF[audienceType]] });
  }
  const { costCents: estimatedCostCents } = estimateOf(
    audienceCount,
    { arms, holdOutPercent: form.holdOutPercent, centsEach: await segmentCents(tx) },
    texts,
  );
  if (estimatedCostCents > form.budgetCents) throw new AppError('SMS_TASK_OVER_BUDGET', { fields: ['budgetCents'] });
  const whom = {
    audienceType,
    userGroupNo: audienceType === 'USER_GROUP' ? (userGroupNo ?? null) : null,
    batchNo: audienceType === 'LIST_BATCH' ? (batchNo ?? null) : null,
    audienceRules: audienceType === 'CUSTOMER_FILTER' ? JSON.stringify(audience.rules) : null,
    linkUrl: rest.linkUrl ?? null,
    validUntil: rest.validUntil ?? null,
    byCustomerHour: rest.byCustomerHour ?? false,
  };
  const values = {
    ...rest,
    ...whom,
    merchantNo,
    audienceCount,
    estimatedCostCents,
    scheduledAt: new Date(scheduledAt),
  };
  const saved = before
    ? await tx
        .updateTable('smsMarketingTask')
        // Who wrote it as it is does not approve it.
        .set({ ...values, createdBy: caller.userNo, version: before.version + 1 })
        .where('taskNo', '=', before.taskNo)
        .returning(['taskNo', 'version'])
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('smsMarketingTask')
        .values({ ...values, createdBy: caller.userNo })
        .returning(['taskNo', 'version'])
        .executeTakeFirstOrThrow();
  if (!before) noteMade(tx, `SMS task ${saved.taskNo}`);
  if (!keepsFile) await keepPhones(tx, saved.taskNo, audienceType === 'FILE' ? (phones ?? []) : []);
  await tx.deleteFrom('smsMarketingArm').where('taskNo', '=', saved.taskNo).execute();
  await tx
    .insertInto('smsMarketingArm')
    .values(arms.map((one, index) => ({ ...one, taskNo: saved.taskNo, arm: ARMS[index] ?? 'C' })))
    .execute();
  await writeAudit(tx, call, {
    action: before ? 'smsTask.update' : 'smsTask.save',
    subjectType: 'smsMarketingTask',
    subjectNo: saved.taskNo,
    merchantNo,
    after: { ...rest, ...whom, scheduledAt, arms, audienceCount, estimatedCostCents },
  });
  return { ...saved, audienceCount, estimatedCostCents };
}

/** @throws AppError SMS_TASK_LINK_MISSING, SMS_TASK_DATE_MISSING, SMS_TASK_DATE_PAST, MARKETING_LINK_FOREIGN */
async function refuseUnfilled(
  tx: Tx,
  { linkUrl = null, validUntil = null, scheduledAt }: Pick<Form, 'linkUrl' | 'validUntil' | 'scheduledAt'>,
  texts: readonly string[],
): Promise<void> {
  const named = new Set(texts.flatMap((text) => smsMarketingTemplate.variablesIn(text)));
  if (named.has('link') && linkUrl === null) throw new AppError('SMS_TASK_LINK_MISSING', { fields: ['linkUrl'] });
  if (named.has('validUntil') && validUntil === null) {
    throw new AppError('SMS_TASK_DATE_MISSING', { fields: ['validUntil'] });
  }
  if (validUntil !== null && validUntil < businessDateOf(new Date(scheduledAt))) {
    throw new AppError('SMS_TASK_DATE_PAST', { fields: ['validUntil'] });
  }
  const [link] = linkUrl === null ? [] : await foreignLinks(tx, linkUrl);
  if (link !== undefined) throw new AppError('MARKETING_LINK_FOREIGN', { fields: ['linkUrl'], facts: { link } });
}

const COMMAND = {
  submit: 'submit',
  approve: 'approve',
  return: 'sendBack',
  pause: 'pause',
  resume: 'resume',
  retry: 'retry',
  stop: 'stop',
} as const;

/** @throws AppError SMS_TASK_NOT_FOUND, ILLEGAL_TRANSITION, MAKER_IS_CHECKER, MARKETING_TEMPLATE_NOT_ENABLED */
export async function controlTask(
  step: keyof typeof COMMAND,
  { taskNo, reason }: ParsedRequestOf<typeof smsMarketingTask.submit>,
  call: CommandContext,
) {
  const { tx, caller } = call;
  const before = await lockTask(tx, taskNo, caller.scope);
  const isApproval = step === 'approve';
  if (isApproval && before.createdBy === caller.userNo) throw new AppError('MAKER_IS_CHECKER');
  const goesOn = step === 'resume' || step === 'retry';
  const after = await moveTask(tx, before, COMMAND[step], {
    ...(isApproval && { approvedBy: caller.userNo }),
    ...(goesOn && { fault: null }),
  });
  if (step === 'submit' || isApproval || goesOn) {
    const arms = await tx.selectFrom('smsMarketingArm').selectAll().where('taskNo', '=', taskNo).execute();
    // A template may name more by now than when the task was written.
    const texts = textsOf(await enabledTemplates(tx, before.merchantNo, arms));
    const { linkUrl, validUntil, scheduledAt } = before;
    await refuseUnfilled(tx, { linkUrl, validUntil, scheduledAt: scheduledAt.toISOString() }, [...texts.values()]);
  }
  await writeAudit(tx, call, {
    action: `smsTask.${step}`,
    subjectType: 'smsMarketingTask',
    subjectNo: taskNo,
    merchantNo: before.merchantNo,
    before: { taskStatus: before.taskStatus },
    after: { taskStatus: after.taskStatus },
    ...(reason !== undefined && { reason }),
  });
  return { taskNo, status: after.taskStatus, version: after.version };
}
