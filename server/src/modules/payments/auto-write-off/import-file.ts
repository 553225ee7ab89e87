import { type ParsedRequestOf, payment, type ReplyOf } from '@kituo/sdk/contracts';
import type { CommandCall } from '../../../http/implement.ts';
import { importFile } from '../../platform/imports/index.ts';
import { writeOffImportKind } from './import.ts';

/** A file of write-offs in the body, tried out by a job; what passes goes to an approver. */
export async function importWriteOffFile(
  { reason }: ParsedRequestOf<typeof payment.writeOffFile>,
  call: CommandCall,
): Promise<ReplyOf<typeof payment.writeOffFile>> {
  return await importFile(writeOffImportKind, call, { maxRows: payment.MAX_WRITE_OFF_ROWS, more: { remark: reason } });
}
