import type { ParsedRequestOf, riskList } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { tryItems } from '../../platform/batches/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { extendEntry, family, takeOff } from './commands.ts';

/*
 * Many entries at once take two people. Each is tried when it is requested, and what would be refused is told; once
 * approved it is a job of the approver's, a transaction an entry.
 */

const why = z.strictObject({ reason: z.string() });
const until = z.strictObject({ expiresOn: z.string(), reason: z.string() });
type Why = z.output<typeof why>;
type Until = z.output<typeof until>;
const code = family.checkerCode;

export const removeJob: ItemsKind<Why> = defineJob({
  kind: 'riskList.takeOffMany',
  title: { en: 'Removal from risk lists', zh: '批量移出风控名单' },
  code,
  params: why,
  runItem: async ({ subjectNo }, { reason }, run) => await takeOff(subjectNo, asCommand(run), reason),
});

export const extendJob: ItemsKind<Until> = defineJob({
  kind: 'riskList.prolongMany',
  title: { en: 'Extension of risk list entries', zh: '批量延长风控名单' },
  code,
  params: until,
  runItem: async ({ subjectNo }, params, run) => await extendEntry({ entryNo: subjectNo, ...params }, asCommand(run)),
});

/** @throws AppError BLACKLIST_NOT_FOUND */
async function refuseUnknown(db: Queryable, entryNos: readonly string[]): Promise<void> {
  const known = await db
    .selectFrom('riskListEntry')
    .select('entryNo')
    .where('entryNo', 'in', [...entryNos])
    .execute();
  if (known.length < entryNos.length) throw new AppError('BLACKLIST_NOT_FOUND', { fields: ['entryNos'] });
}

/** What the approver starts: tried out when it is requested, by a person who may not start it. */
async function started<Params>(
  job: ItemsKind<Params>,
  entryNos: readonly string[],
  params: Params,
  call: CommandContext,
): Promise<{ jobNo: string | null }> {
  if (!call.caller.codes.has(code)) return { jobNo: null };
  const items = entryNos.map((subjectNo) => ({ subjectNo, input: null }));
  return { jobNo: await createJob(job, params, call, items) };
}

const manyOf = { entryNos: z.array(z.string()) };
const removal = z.strictObject({ ...manyOf, ...why.shape });
const extension = z.strictObject({ ...manyOf, ...until.shape });

export const removeManyKind: ChangeKind<z.output<typeof removal>> = {
  ...family,
  kind: 'riskList.removeMany',
  title: removeJob.title,
  payload: removal,
  async describe(db, { entryNos }) {
    await refuseUnknown(db, entryNos);
    return { ...aboutMany(entryNos), before: { listStatus: 'ACTIVE' }, after: { listStatus: 'REMOVED', entryNos } };
  },
  apply: async ({ entryNos, reason }, call) => await started(removeJob, entryNos, { reason }, call),
};

export const extendManyKind: ChangeKind<z.output<typeof extension>> = {
  ...family,
  kind: 'riskList.extendMany',
  title: extendJob.title,
  payload: extension,
  async describe(db, { entryNos, expiresOn }) {
    await refuseUnknown(db, entryNos);
    return { ...aboutMany(entryNos), before: null, after: { expiresOn, entryNos } };
  },
  apply: async ({ entryNos, ...params }, call) => await started(extendJob, entryNos, params, call),
};

const aboutMany = (entryNos: readonly string[]) => ({
  subjectNo: null,
  subjectName: entryNos.length === 1 ? (entryNos[0] ?? '') : `${entryNos[0] ?? ''} + ${entryNos.length - 1}`,
  concerns: [],
  merchantNos: [],
  state: null,
});

/** In one order for everybody: they are locked one after the other. */
const inOrder = (entryNos: readonly string[]) => [...new Set(entryNos)].toSorted();

/** @throws AppError BLACKLIST_NOT_FOUND; what the first is refused with, where all are */
export async function requestRemovals(
  { entryNos: given, reason }: ParsedRequestOf<typeof riskList.removeMany>,
  call: CommandContext,
) {
  const entryNos = inOrder(given);
  const changeNo = await requestChange(removeManyKind, { entryNos, reason }, call, reason);
  const work = async (entryNo: string) => await takeOff(entryNo, call, reason);
  return { changeNo, items: await tryItems(entryNos, work, 'entryNos', call) };
}

/** @throws AppError BLACKLIST_NOT_FOUND; what the first is refused with, where all are */
export async function requestExtensions(
  { entryNos: given, expiresOn, reason }: ParsedRequestOf<typeof riskList.extendMany>,
  call: CommandContext,
) {
  const entryNos = inOrder(given);
  const changeNo = await requestChange(extendManyKind, { entryNos, expiresOn, reason }, call, reason);
  const work = async (entryNo: string) => await extendEntry({ entryNo, expiresOn, reason }, call);
  return { changeNo, items: await tryItems(entryNos, work, 'entryNos', call) };
}
