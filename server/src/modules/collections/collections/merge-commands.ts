import { type collection, collectionMerge } from '@kituo/sdk/contracts';
import type { CaseScope } from '../../../db/collection-schema.ts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import {
  AREA,
  CASE_COMMANDS,
  type CaseChangeRequest,
  type CaseItem,
  caseParams,
  itemInput,
  type PlannedItems,
  runOn,
} from './commands.ts';

const NAMES = ['distribute', 'redistribute', 'recall'] as const;
type Name = (typeof NAMES)[number];
type Context = Parameters<typeof runOn>[4];

/** A case by the command of its own system, for whom that system's code allows it. @throws AppError FORBIDDEN */
async function runAny(name: Name, item: CaseItem, request: CaseChangeRequest, call: Context) {
  const caseScope = await scopeOf(call.tx, item.caseNo);
  if (!call.caller.codes.has(`${AREA[caseScope]}:${CASE_COMMANDS[name].code}`)) throw new AppError('FORBIDDEN');
  return await runOn(name, caseScope, item, request, call);
}

async function scopeOf(db: Queryable, caseNo: string): Promise<CaseScope> {
  const row = await db.selectFrom('collectionCase').select('caseScope').where('caseNo', '=', caseNo).executeTakeFirst();
  if (!row) throw new AppError('CASE_NOT_FOUND');
  return row.caseScope;
}

function mergedKind(name: Name): ItemsKind<CaseChangeRequest> {
  return defineJob({
    kind: `collectionMerge.${name}`,
    title: CASE_COMMANDS[name].title,
    code: { page: collectionMerge.MERGED_DESK_PAGE },
    params: caseParams,
    runItem: async ({ subjectNo, input }, request, run) =>
      await runAny(name, { caseNo: subjectNo, ...itemInput.parse(input ?? {}) }, request, {
        ...run,
        requestId: run.jobNo,
        address: '',
      }),
  });
}

const kinds = new Map(NAMES.map((name) => [name, mergedKind(name)]));
export const mergeJobKinds = [...kinds.values()];

/** One case at once; several of both systems as one job, an item a transaction. */
export async function runMerged(
  name: Name,
  caseIds: readonly string[],
  plan: PlannedItems | undefined,
  request: CaseChangeRequest,
  call: CommandCall,
): Promise<collection.CasesReply> {
  const wanted: CaseItem[] =
    plan === undefined
      ? [...new Set(caseIds)].map((caseNo) => ({ caseNo }))
      : plan.map(({ caseId, ...rest }) => ({ caseNo: caseId, ...rest }));
  const [only, ...others] = wanted;
  if (only !== undefined && others.length === 0) {
    return { jobNo: null, cases: [await runAny(name, only, request, call)] };
  }
  const kind = kinds.get(name);
  if (!kind) throw new Error(`no job runs ${name}`);
  const items = wanted.map(({ caseNo, ...own }) => ({ subjectNo: caseNo, input: plan === undefined ? null : own }));
  return { jobNo: await createJob(kind, request, call, items), cases: [] };
}
