import { payment } from '@kituo/sdk/contracts';
import type { ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { CommandCall } from '../../../http/implement.ts';
import { importFile } from '../../platform/imports/index.ts';
import { writeOffImportOf } from '../auto-write-off/index.ts';
import type { System } from '../waivers/index.ts';
import { reachCaseOf, settleBatches } from './commands.ts';

const importOf = (system: System, kind: string, code: string) =>
  writeOffImportOf({
    kind,
    code,
    batch: settleBatches[system],
    reach: async (orderNo, call) => await reachCaseOf(system, orderNo, call),
  });

export const settleImports = {
  ORDER: importOf('ORDER', 'caseSettle.writeOffs', 'collection:writeOff:import'),
  BILL: importOf('BILL', 'caseSettleStage.writeOffs', 'collectionStage:writeOff:import'),
} as const;

/** A file of write-offs on cases in the body, tried out by a job; what passes goes to an approver. */
export async function importCaseFile(
  system: System,
  { reason }: ParsedRequestOf<typeof payment.writeOffFile>,
  call: CommandCall,
): Promise<ReplyOf<typeof payment.writeOffFile>> {
  return await importFile(settleImports[system], call, {
    maxRows: payment.MAX_WRITE_OFF_ROWS,
    more: { remark: reason },
  });
}
