import type { collection } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { createJob, type ItemsKind, defineJob } from '../../platform/jobs/index.ts';
import { cancelAllocation, distributeCase, divideCase, openAssignment, redistributeCase } from './assign.ts';
import { enterBadDebt, leaveBadDebt, refuseEvidence } from './bad-debt.ts';
import type { lockCase } from './cases.ts';
import { type CollectionCase } from './cases.ts';
import { cancelRetention, retainCase } from './retain.ts';

/** What is done to each case of a batch; `isOwn` where the page is about one's own cases. */
export interface CaseChangeRequest {
  readonly collectionUserNo?: string | undefined;
  readonly reason?: string | undefined;
  readonly badDebtReason?: string | undefined;
  readonly evidence?: readonly string[] | undefined;
  readonly isOwn?: boolean | undefined;
}

/** What a batch says of one case alone. */
export interface CaseItem {
  readonly caseNo: string;
  readonly collectionUserNo?: string | undefined;
  /** As it was seen; refused where it has moved since. */
  readonly version?: number | undefined;
}

type Context = Pick<CommandContext, 'tx' | 'caller' | 'requestId' | 'address'>;
type Work = (
  caseNo: string,
  request: CaseChangeRequest,
  at: {
    readonly tx: Context['tx'];
    readonly reach: Parameters<typeof lockCase>[2];
    readonly handing: { readonly by: string; readonly at: Date; readonly reason?: string };
  },
) => Promise<CollectionCase>;

export interface CaseCommandKind {
  /** Without the area. */
  readonly code: string;
  readonly title: { readonly en: string; readonly zh: string };
  readonly work: Work;
}

/** Every command on cases that may be given for many at once. */
export const CASE_COMMANDS = {
  distribute: {
    code: 'case:distribute',
    title: { en: 'Assign cases', zh: '批量分案' },
    work: async (caseNo, { collectionUserNo }, { tx, reach, handing }) =>
      collectionUserNo === undefined
        ? await divideCase(tx, caseNo, reach, handing)
        : await distributeCase(tx, caseNo, collectionUserNo, reach, handing),
  },
  redistribute: {
    code: 'case:redistribute',
    title: { en: 'Reassign cases', zh: '批量改派案件' },
    work: async (caseNo, { collectionUserNo = '' }, { tx, reach, handing }) =>
      await redistributeCase(tx, caseNo, collectionUserNo, reach, handing),
  },
  recall: {
    code: 'case:recall',
    title: { en: 'Cancel assignments', zh: '批量撤销分案' },
    work: async (caseNo, _, { tx, reach, handing }) => await cancelAllocation(tx, caseNo, reach, handing),
  },
  retain: {
    code: 'case:retain',
    title: { en: 'Retain cases', zh: '批量留案' },
    work: async (caseNo, _, { tx, reach, handing }) => await retainCase(tx, caseNo, reach, handing),
  },
  cancelRetain: {
    code: 'case:retain',
    title: { en: 'Cancel retention', zh: '批量取消留案' },
    work: async (caseNo, _, { tx, reach, handing }) => await cancelRetention(tx, caseNo, reach, handing),
  },
  enterBadDebt: {
    code: 'badDebt:enter',
    title: { en: 'Move to bad-debt pool', zh: '批量进入坏账池' },
    work: async (caseNo, request, { tx, reach, handing }) => {
      const { badDebtReason = '', evidence = [], reason: remark = '' } = request;
      const { by, at } = handing;
      await refuseEvidence(tx, caseNo, { badDebtReason, evidence });
      return await enterBadDebt(tx, caseNo, reach, { badDebtReason, evidence, remark, by, at });
    },
  },
  leaveBadDebt: {
    code: 'badDebt:cancel',
    title: { en: 'Remove from bad-debt pool', zh: '批量退出坏账池' },
    work: async (caseNo, _, { tx, reach, handing }) => await leaveBadDebt(tx, caseNo, reach, handing),
  },
} as const satisfies Readonly<Record<string, CaseCommandKind>>;

export type CaseCommandName = keyof typeof CASE_COMMANDS;

export const AREA = { ORDER: 'collection', BILL: 'collectionStage' } as const;

/** One case, in the transaction of the call or of the job's item, with its audit row. */
export async function runOn(
  name: CaseCommandName,
  caseScope: collection.CaseScope,
  { caseNo, version, ...own }: CaseItem,
  all: CaseChangeRequest,
  call: Context,
): Promise<collection.CasesReply['cases'][number]> {
  const { tx, caller } = call;
  const request = { ...all, ...(own.collectionUserNo !== undefined && own) };
  const reach = { caseScope, caller, isOwn: request.isOwn ?? false };
  const before = await stateOf(call, caseNo);
  if (version !== undefined && before?.version !== version) throw new AppError('CASE_MOVED');
  const { reason } = request;
  const handing = { by: caller.userNo, at: new Date(), ...(reason !== undefined && { reason }) };
  const after = await CASE_COMMANDS[name].work(caseNo, request, { tx, reach, handing });
  const { caseStatus, caseLevel, collectorUserNo, merchantNo } = after;
  await writeAudit(tx, call, {
    action: `${AREA[caseScope]}.${name}`,
    subjectType: 'case',
    subjectNo: caseNo,
    merchantNo,
    ...(before && { before: { caseStatus: before.caseStatus, collectorUserNo: before.collectorUserNo } }),
    after: { caseStatus, collectorUserNo },
    ...(reason !== undefined && { reason }),
  });
  return { caseId: caseNo, caseStatus, caseLevel, collectorUserNo };
}

async function stateOf({ tx }: Context, caseNo: string) {
  const row = await tx
    .selectFrom('collectionCase')
    .select(['caseStatus', 'version'])
    .where('caseNo', '=', caseNo)
    .executeTakeFirst();
  const open = await openAssignment(tx, caseNo);
  return row && { ...row, collectorUserNo: open?.userNo ?? null };
}

export const caseParams = z.strictObject({
  collectionUserNo: z.optional(z.string()),
  reason: z.optional(z.string()),
  badDebtReason: z.optional(z.string()),
  evidence: z.optional(z.array(z.string())),
  isOwn: z.optional(z.boolean()),
});

export const itemInput = z.object({ collectionUserNo: z.optional(z.string()), version: z.optional(z.number()) });

function jobKind(name: CaseCommandName, caseScope: collection.CaseScope): ItemsKind<CaseChangeRequest> {
  const { code, title } = CASE_COMMANDS[name];
  return defineJob({
    kind: `${AREA[caseScope]}.${name}`,
    title,
    code: `${AREA[caseScope]}:${code}`,
    params: caseParams,
    runItem: async ({ subjectNo, input }, request, run) =>
      await runOn(name, caseScope, { caseNo: subjectNo, ...itemInput.parse(input ?? {}) }, request, {
        ...run,
        requestId: run.jobNo,
        address: '',
      }),
  });
}

const names = [
  'distribute',
  'redistribute',
  'recall',
  'retain',
  'cancelRetain',
  'enterBadDebt',
  'leaveBadDebt',
] as const;
const kinds = {
  ORDER: new Map(names.map((name) => [name, jobKind(name, 'ORDER')])),
  BILL: new Map(names.map((name) => [name, jobKind(name, 'BILL')])),
};

/** The jobs that batches of cases run as. */
export const caseJobKinds = [...kinds.ORDER.values(), ...kinds.BILL.values()];

/** What is given away by a plan: each case to its own collector. */
export type PlannedItems = readonly {
  readonly caseId: string;
  readonly version: number;
  readonly collectionUserNo: string;
}[];

/** One case at once; several as a job, an item a transaction. */
export async function runCommand(
  name: CaseCommandName,
  caseScope: collection.CaseScope,
  {
    caseIds,
    plan,
    ...request
  }: CaseChangeRequest & { readonly caseIds: readonly string[]; readonly plan?: PlannedItems | undefined },
  call: CommandCall,
): Promise<collection.CasesReply> {
  const wanted: CaseItem[] =
    plan === undefined
      ? [...new Set(caseIds)].map((caseNo) => ({ caseNo }))
      : plan.map(({ caseId, ...rest }) => ({ caseNo: caseId, ...rest }));
  const [only, ...others] = wanted;
  if (only !== undefined && others.length === 0) {
    return { jobNo: null, cases: [await runOn(name, caseScope, only, request, call)] };
  }
  const kind = kinds[caseScope].get(name);
  if (!kind) throw new Error(`no job runs ${name}`);
  const items = wanted.map(({ caseNo, ...own }) => ({ subjectNo: caseNo, input: plan === undefined ? null : own }));
  return { jobNo: await createJob(kind, request, call, items), cases: [] };
}
