import { languages, type ParsedRequestOf } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import * as mini from 'zod/mini';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { exportKind, type Table } from '../exports/index.ts';
import type { Cells, ImportKind } from '../imports/index.ts';
import { createJob } from '../jobs/index.ts';
import { announceLater } from './announce.ts';
import { findTexts, needLanguage } from './text-rows.ts';
import { checkText, writeText } from './text-save.ts';

const CODE = 'user:language:save';
const titles = {
  languageCode: { en: 'Language', zh: '语言' },
  namespace: { en: 'Section', zh: '模块' },
  key: { en: 'Key', zh: '键' },
  original: { en: 'Original', zh: '原文' },
  shipped: { en: 'Shipped', zh: '内置译文' },
  text: { en: 'Text', zh: '文本' },
} as const;

type ExportParams = ParsedRequestOf<typeof languages.textExport>;

async function* batchOf(rows: readonly languages.TextRow[], languageCode: string) {
  yield await Promise.resolve(
    rows.map((row) => [languageCode, row.namespace, row.key, row.original, row.shipped, row.own]),
  );
}

/** The texts as a file that the import takes again, the last column filled in. */
export const exportTextsKind = exportKind<ExportParams>({
  kind: 'languages.exportTexts',
  title: { en: 'Export of texts', zh: '导出文本' },
  code: CODE,
  params: languages.textExport.request,
  fileStem: 'texts',
  async table({ filters }, run): Promise<Table> {
    const rows = await findTexts(filters, run);
    return {
      name: 'Texts',
      head: Object.values(titles).map((title) => title[run.lang]),
      batches: batchOf(rows, filters.languageCode),
    };
  },
});

export async function queueTextExport(params: ExportParams, call: CommandCall): Promise<{ jobNo: string }> {
  const jobNo = await createJob(exportTextsKind, params, call);
  await writeAudit(call.tx, call, {
    action: 'language.textExport',
    subjectType: 'language',
    subjectNo: params.filters.languageCode,
    after: { ...params, jobNo },
  });
  return { jobNo };
}

const row = mini.strictObject({
  languageCode: languages.languageCode,
  namespace: languages.textNamespace,
  key: languages.textKey,
  /** Empty: the row is left as it is. */
  text: mini.string().check(mini.maxLength(2_000, 'At most 2000 characters')),
});
const examples = { languageCode: 'sw', namespace: 'host', key: 'person.signOut', text: 'Ondoka' };

/** Texts by the hundred, from a file the export made or one typed by a translator. */
export const importTextsKind: ImportKind<z.output<typeof row>> = {
  kind: 'languages.texts',
  title: { en: 'Import of texts', zh: '导入文本' },
  code: CODE,
  columns: (['languageCode', 'namespace', 'key', 'text'] as const).map((key) => ({
    key,
    title: titles[key],
    isRequired: true,
    example: examples[key],
  })),
  toInput: (cells: Cells) => ({ text: '', ...cells }),
  form: row,
  async check(requested, { db, services }) {
    if (requested.text === '') return;
    await needLanguage(db, requested.languageCode);
    await checkText(requested, services);
  },
  async apply(requested, run) {
    if (requested.text === '') return { written: false };
    await writeText(requested, null, { ...run, requestId: run.jobNo, address: '' });
    announceLater(run);
    return { written: true };
  },
};
