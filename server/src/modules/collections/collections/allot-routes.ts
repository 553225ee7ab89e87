import type { collection } from '@kituo/sdk/contracts';
import type { CaseScope } from '../../../db/collection-schema.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { runCommand } from './commands.ts';
import { withSiblings } from './siblings.ts';

type Distribute = (typeof collection.distributeForm)['_zod']['output'];
type Redistribute = (typeof collection.redistributeForm)['_zod']['output'];

/** Gives cases from the pool to collectors: to one, by the rules, or as a plan says. */
export async function distribute(request: Distribute, caseScope: CaseScope, call: CommandCall) {
  const { mode, plan, collectionUserNo } = request;
  const caseIds = await casesFor(request, caseScope, 'POOL', call);
  const to = mode === 'AUTO' ? { caseIds } : { caseIds, collectionUserNo };
  return await runCommand('distribute', caseScope, isDivided(mode) ? { caseIds, plan } : to, call);
}

/** Hands cases in work to another collector, or to several as a plan says. */
export async function redistribute(request: Redistribute, caseScope: CaseScope, call: CommandCall) {
  const { mode, plan, collectionUserNo, reason } = request;
  // The least loaded is asked for where a case waits; one that is worked is handed to somebody.
  if (mode === 'AUTO') throw new AppError('BAD_REQUEST', { fields: [{ field: 'mode', msg: 'Please choose' }] });
  const caseIds = await casesFor(request, caseScope, 'COLLECTING', call);
  if (isDivided(mode)) return await runCommand('redistribute', caseScope, { caseIds, plan, reason }, call);
  const moving = caseIds.length > request.caseIds.length ? await notYetWith(caseIds, collectionUserNo, call) : caseIds;
  return await runCommand('redistribute', caseScope, { caseIds: moving, collectionUserNo, reason }, call);
}

/** Of an order that is brought together, what its collector has already stays where it is. */
async function notYetWith(
  caseIds: readonly string[],
  collectionUserNo: string | undefined,
  { tx }: CommandCall,
): Promise<readonly string[]> {
  const held = await tx
    .selectFrom('collectionCase')
    .select('caseNo')
    .where('caseNo', 'in', [...caseIds])
    .where('collectorUserNo', '=', collectionUserNo ?? '')
    .execute();
  const has = new Set(held.map(({ caseNo }) => caseNo));
  const others = caseIds.filter((caseNo) => !has.has(caseNo));
  // Where all is with them already, the command says so.
  return others.length > 0 ? others : caseIds;
}

const isDivided = (mode: collection.AllotMode): boolean => mode !== 'HAND' && mode !== 'AUTO';

/**
 * By bill the order's other cases go along, unless somebody who may split an order says why not.
 * @throws AppError FORBIDDEN, BAD_REQUEST
 */
async function casesFor(
  { caseIds, takeSiblings = true, splitReason, mode }: Distribute | Redistribute,
  caseScope: CaseScope,
  state: 'POOL' | 'COLLECTING',
  { tx, caller }: CommandCall,
): Promise<string[]> {
  if (caseScope === 'ORDER' || isDivided(mode)) return [...caseIds];
  const all = await withSiblings(tx, caseIds, [state]);
  if (takeSiblings || all.length === new Set(caseIds).size) return takeSiblings ? all : [...caseIds];
  if (!caller.codes.has('collectionStage:case:split')) throw new AppError('FORBIDDEN');
  if (splitReason === undefined) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'splitReason', msg: 'Content cannot be blank' }] });
  }
  return [...caseIds];
}
