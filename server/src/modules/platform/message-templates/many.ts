import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { asCommand, createJob, defineJob, type ItemsKind, type JobItem, type JobRun } from '../jobs/index.ts';
import type { Tx } from '../../../db/database.ts';
import { copyTemplate, disableTemplate } from './commands.ts';
import { enableTemplate } from './enable.ts';
import { readTemplate } from './template-family.ts';

type Run = JobRun & { readonly tx: Tx };

/** The template of an item as it is when its turn comes. @throws AppError NOT_FOUND */
async function named({ subjectNo: templateCode }: JobItem, { tx }: Run) {
  const found = await readTemplate(tx, templateCode);
  if (!found) throw new AppError('NOT_FOUND');
  return { templateCode, version: found.version };
}

export const copyManyKind: ItemsKind<{ readonly merchantNos: string[] }> = defineJob({
  kind: 'messageTemplates.copy',
  title: { en: 'Copy message templates', zh: '批量复制消息模板' },
  code: 'operation:messageTemplate:copy',
  params: z.strictObject({ merchantNos: z.array(z.string()) }),
  runItem: async (item, { merchantNos }, run) =>
    await copyTemplate(await named(item, run), asCommand(run), merchantNos.length === 0 ? undefined : merchantNos),
});

export const disableManyKind: ItemsKind<Record<string, never>> = defineJob({
  kind: 'messageTemplates.disable',
  title: { en: 'Disable message templates', zh: '批量停用消息模板' },
  code: 'operation:messageTemplate:enable',
  params: z.strictObject({}),
  runItem: async (item, _params, run) => await disableTemplate(await named(item, run), asCommand(run)),
});

export const enableManyKind: ItemsKind<{ readonly reason: string }> = defineJob({
  kind: 'messageTemplates.enable',
  title: { en: 'Enable message templates', zh: '批量启用消息模板' },
  code: 'operation:messageTemplate:enable',
  params: z.strictObject({ reason: z.string() }),
  runItem: async (item, { reason }, run) =>
    await enableTemplate({ ...(await named(item, run)), reason }, asCommand(run)),
});

/** Queues an item a template. */
export async function queueMany<Params>(
  kind: ItemsKind<Params>,
  templateCodes: readonly string[],
  params: Params,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  const items = [...new Set(templateCodes)].map((subjectNo) => ({ subjectNo, input: null }));
  return { jobNo: await createJob(kind, params, call, items) };
}
