import type { collection } from '@kituo/sdk/contracts';
import type { CaseScope } from '../../../db/collection-schema.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { runCommand } from './commands.ts';
import { viewOf } from './list-cases.ts';
import { findCases } from './query.ts';

/** The most that go back at once. */
const MOST = 5_000;

/**
 * Takes back every assignment that matches and that its collector has noted nothing on: what was given by mistake, and is
 * unharmed. @throws AppError CASE_NONE_UNWORKED where nothing is
 */
export async function recallUnworked(
  { filters }: { readonly filters: collection.CaseFilters },
  caseScope: CaseScope,
  call: CommandCall,
): Promise<collection.CasesReply> {
  const { tx, caller } = call;
  const view = await viewOf({ db: tx, caller }, { caseScope, states: ['COLLECTING'] });
  // Whoever sees names masked finds nobody by a part of one.
  const isExactName = caller.isMasked || caller.maskedFields.has('customerName');
  const { caseNos } = await findCases(
    tx,
    { ...view, isExactName },
    { filters: { ...filters, untouchedSinceAssigned: true }, sort: null, page: 1, pageSize: MOST },
  );
  if (caseNos.length === 0) throw new AppError('CASE_NONE_UNWORKED');
  return await runCommand('recall', caseScope, { caseIds: caseNos }, call);
}
