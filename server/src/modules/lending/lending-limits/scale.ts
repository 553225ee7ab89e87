import { loanLimit, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall, CommandContext } from '../../../http/implement.ts';
import { textOfError } from '../../../http/messages.ts';
import { openVersions, saveDraft, submitVersion } from '../../platform/configuration/index.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { limitsFor } from './list.ts';
import { lendingLimitFamily, limitAt, type LoanLimit, partsOf } from './limit.ts';
import { isLooser } from './rules.ts';

type Scaling = Pick<ParsedRequestOf<typeof loanLimit.scaleMany>, 'percent' | 'scaledParts'>;
const SHILLING = 100;

/** A limit by a percentage, rounded down to what is allowed; what is unlimited stays so. Pure. */
export function scaled(limit: LoanLimit, { percent, scaledParts }: Scaling): LoanLimit {
  const of = (value: number, unit: number) =>
    value === loanLimit.UNLIMITED ? value : Math.floor((value * percent) / 100 / unit) * unit;
  const next = { ...limit };
  for (const part of scaledParts) next[part] = of(limit[part], part === 'dailyOrderLimit' ? 1 : SHILLING);
  return next;
}

/** What a limit is now and would be. @throws AppError NOT_FOUND, NOTHING_CHANGES, BAD_REQUEST, LIMIT_OUTSIDE_PRODUCTS */
async function scaledLimit(db: Queryable, subjectNo: string, scaling: Scaling, effectiveFrom: string) {
  const subject = partsOf(subjectNo);
  const before = subject && (await limitAt(db, subject, new Date()));
  if (before === null) throw new AppError('NOT_FOUND');
  const after = scaled(before, scaling);
  if (scaling.scaledParts.every((part) => after[part] === before[part])) throw new AppError('NOTHING_CHANGES');
  if (!loanLimit.loanLimit.safeParse(after).success) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'percent', msg: 'Cannot be below the minimum amount' }] });
  }
  await lendingLimitFamily.check?.(db, subjectNo, after, effectiveFrom);
  return { before, after };
}

/** What scaling would do to each limit, and who must agree. */
export async function previewScale(
  { subjectNos, percent, scaledParts }: ParsedRequestOf<typeof loanLimit.scalePreview>,
  call: Call,
): Promise<ReplyOf<typeof loanLimit.scalePreview>> {
  const { db, lang } = call;
  const wanted = new Set(subjectNos);
  const rows = (await limitsFor({}, null, call)).filter(({ subjectNo }) => wanted.has(subjectNo));
  const open = await openVersions(db, lendingLimitFamily.key, subjectNos);
  const found = [];
  for (const { subjectNo, merchantName, loanType, usedTodayCents } of rows) {
    const shared = { subjectNo, merchantName, loanType, usedTodayCents };
    try {
      const status = open.get(subjectNo)?.versionStatus;
      if (status === 'DRAFT' || status === 'PENDING') {
        throw new AppError('CONFIG_OPEN', { facts: { versionNo: open.get(subjectNo)?.versionNo ?? 0 } });
      }
      const limits = await scaledLimit(db, subjectNo, { percent, scaledParts }, '');
      const asksApproval = isLooser(limits.after, limits.before);
      found.push({ ...shared, ...limits, asksApproval, fault: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const fault = textOfError(error.error, lang, error.facts);
      found.push({ ...shared, before: null, after: null, asksApproval: false, fault });
    }
  }
  return found;
}

const params = z.strictObject({
  percent: z.number(),
  scaledParts: z.array(loanLimit.scaledPart),
  effectiveFrom: z.string(),
  reason: z.string(),
});
type Params = z.output<typeof params>;

async function scaleOne(subjectNo: string, { effectiveFrom, reason, ...scaling }: Params, call: CommandContext) {
  const { after } = await scaledLimit(call.tx, subjectNo, scaling, effectiveFrom);
  const draft = { configKey: lendingLimitFamily.key, subjectNo, value: after, effectiveFrom, reason };
  const { versionId, version } = await saveDraft(draft, call);
  const { versionStatus } = await submitVersion({ versionId, version }, call);
  return { versionStatus };
}

/** Versions of many limits, each in a transaction of its own: lower ones are scheduled, higher ones await approval. */
export const scaleManyKind: ItemsKind<Params> = defineJob({
  kind: 'loanLimits.scale',
  title: { en: 'Scale merchant loan limits', zh: '批量调整商户放款额度' },
  code: 'operation:loanLimit:save',
  params,
  runItem: async ({ subjectNo }, scaling, run) => await scaleOne(subjectNo, scaling, asCommand(run)),
});

/** @throws AppError CONFIG_DATE_PAST */
export async function scaleMany(
  { subjectNos, ...scaling }: ParsedRequestOf<typeof loanLimit.scaleMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  const earliest = businessDateOf(new Date());
  if (scaling.effectiveFrom < earliest) {
    throw new AppError('CONFIG_DATE_PAST', { facts: { earliest }, fields: ['effectiveFrom'] });
  }
  const items = [...new Set(subjectNos)].map((subjectNo) => ({ subjectNo, input: null }));
  return { jobNo: await createJob(scaleManyKind, scaling, call, items) };
}
