import { personnel } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import * as mini from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { asCommand, createJob, type ItemsKind, defineJob } from '../../platform/jobs/index.ts';
import { applyPatch } from './update.ts';
import type { PersonnelWork } from './works.ts';
import { lockRecord } from './write.ts';

const { userNos: _all, ...changes } = personnel.personnelBatch.shape;
const changeForm = mini.strictObject(changes);
type Change = z.output<typeof changeForm>;

/** Changes of many records, each in a transaction of its own. */
export function personnelBatchKind(kind: string, work: PersonnelWork, title: ItemsKind['title']): ItemsKind<Change> {
  return defineJob({
    kind,
    title,
    code: `${work.codes}:update`,
    params: changeForm,
    async runItem({ subjectNo }, { merchantMode, merchantNos = [], ...patch }, run) {
      const call = asCommand(run);
      const record = await lockRecord(call, work.kind, subjectNo);
      const held = record.merchants.map(({ merchantNo }) => merchantNo);
      const requested = merchantMode && { merchantNos: merged(held, merchantMode, merchantNos) };
      const after = await applyPatch(work, record, { ...patch, ...requested }, call);
      return { userNo: after.userNo, version: after.version };
    },
  });
}

function merged(held: readonly string[], mode: 'ADD' | 'REMOVE' | 'REPLACE', merchantNos: readonly string[]): string[] {
  if (mode === 'ADD') return [...new Set([...held, ...merchantNos])];
  if (mode === 'REMOVE') return held.filter((merchantNo) => !merchantNos.includes(merchantNo));
  return [...merchantNos];
}

/** Queues an item a person. Throws NOTHING_CHANGES for a batch that names no change. */
export async function queuePersonnelBatch(
  kind: ItemsKind<Change>,
  { userNos, ...change }: z.output<typeof personnel.personnelBatch>,
  call: CommandCall,
): Promise<string> {
  if (Object.keys(change).length === 0) throw new AppError('NOTHING_CHANGES');
  const items = [...new Set(userNos)].map((subjectNo) => ({ subjectNo, input: null }));
  return await createJob(kind, change, call, items);
}
