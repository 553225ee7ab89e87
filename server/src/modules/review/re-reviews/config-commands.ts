import { type ParsedRequestOf, type ReplyOf, reReview } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, CommandContext } from '../../../http/implement.ts';
import {
  approveVersion,
  rejectVersion,
  saveDraft,
  submitVersion,
  withdrawVersion,
} from '../../platform/configuration/index.ts';
import { asCommand, createJob, type ItemsKind, defineJob } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { configRowOf, merchantRules } from './config-rows.ts';
import { reReviewFamily } from './families.ts';
import { usedToday } from './rules.ts';

type Row = reReview.ReReviewConfigRow;
type Form = ParsedRequestOf<typeof reReview.configSave>;

/**
 * Drafts the rules and hands them to an approver. A limit below what is used today would take back what
 * was given: it begins tomorrow.
 */
async function ask(form: Form, call: CommandContext): Promise<void> {
  const { merchantNo, rules, reason } = form;
  const now = new Date();
  await merchantRules(call.tx, call.caller.scope, merchantNo);
  const { ofMerchant } = await usedToday(call.tx, merchantNo, call.caller.userNo, now);
  const today = businessDateOf(now);
  const isBelowUse = rules.dailySubmitLimit < ofMerchant && form.effectiveFrom === today;
  const effectiveFrom = isBelowUse ? addDays(today, 1) : form.effectiveFrom;
  const draft = await saveDraft(
    { configKey: reReviewFamily.key, subjectNo: merchantNo, value: rules, effectiveFrom, reason },
    call,
  );
  await submitVersion({ versionId: draft.versionId, version: draft.version }, call);
}

export async function saveConfig(form: Form, call: CommandCall): Promise<Row> {
  await ask(form, call);
  return await configRowOf(call.tx, form.merchantNo, call);
}

interface Waiting {
  readonly merchantNo: string;
  readonly configNo: string;
  readonly version: number;
  readonly reason?: string | undefined;
}

/** Approves, rejects or takes back the version that waits. Throws NOT_FOUND for one of another merchant. */
export async function decideConfig(
  command: 'approve' | 'reject' | 'withdraw',
  { merchantNo, configNo, version, reason }: Waiting,
  call: CommandCall,
): Promise<Row> {
  await merchantRules(call.tx, call.caller.scope, merchantNo);
  const own = await call.tx
    .selectFrom('configVersion')
    .select('versionId')
    .where('versionId', '=', configNo)
    .where('configKey', '=', reReviewFamily.key)
    .where('subjectNo', '=', merchantNo)
    .executeTakeFirst();
  if (!own) throw new AppError('NOT_FOUND');
  const requested = { versionId: configNo, version, reason };
  const run = { approve: approveVersion, reject: rejectVersion, withdraw: withdrawVersion };
  await run[command](requested, call);
  return await configRowOf(call.tx, merchantNo, call);
}

const { fromMerchantNo, effectiveFrom, reason } = reReview.configCopy.request.shape;
const copyForm = z.strictObject({ fromMerchantNo, effectiveFrom, reason });

/** One merchant's rules at others; each awaits approval individually. */
export const copyConfigKind: ItemsKind<z.output<typeof copyForm>> = defineJob({
  kind: 'reReviews.copyRules',
  title: { en: 'Re-review rules copied to merchants', zh: '复制复审配置' },
  code: 'audit:orderReview:config',
  params: copyForm,
  async runItem({ subjectNo }, requested, run) {
    const source = await merchantRules(run.tx, run.caller.scope, requested.fromMerchantNo);
    const merchantNo = subjectNo;
    const { rules } = source;
    const { effectiveFrom: day, reason: why } = requested;
    await ask({ merchantNo, rules, effectiveFrom: day, reason: why }, asCommand(run));
    return { merchantNo };
  },
});

export async function copyConfig(
  { merchantNos, ...requested }: ParsedRequestOf<typeof reReview.configCopy>,
  call: CommandCall,
): Promise<ReplyOf<typeof reReview.configCopy>> {
  await merchantRules(call.tx, call.caller.scope, requested.fromMerchantNo);
  const others = [...new Set(merchantNos)].filter((no) => no !== requested.fromMerchantNo);
  if (others.length === 0) throw new AppError('NOTHING_CHANGES', { fields: ['merchantNos'] });
  const items = others.map((subjectNo) => ({ subjectNo, input: null }));
  return { jobNo: await createJob(copyConfigKind, requested, call, items) };
}
