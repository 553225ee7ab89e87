import type { CatalogueEntry } from './catalogue-entry.ts';

/** Views, filters, exports and imports (3030 to 3049, 3070 to 3079). */
export const LISTS_ERRORS = {
  JOB_NOT_FOUND: {
    code: 3030,
    status: 404,
    en: 'Job not found.',
    zh: '您没有此任务。',
  },
  JOB_FILE_GONE: {
    code: 3031,
    status: 410,
    en: 'This file has expired. Export it again.',
    zh: '文件已失效，请重新导出。',
  },
  JOBS_TOO_MANY: {
    code: 3039,
    status: 429,
    en: '{count} of your jobs are still waiting or running. Wait until some have finished, or cancel some.',
    zh: '您有 {count} 个任务在排队或运行，请等待部分完成或取消一些。',
  },
  IMPORT_UNREADABLE: {
    code: 3040,
    status: 400,
    en: 'Not a UTF-8 CSV file or an Excel workbook.',
    zh: '文件不是 UTF-8 编码的 CSV 或 Excel 工作簿。',
  },
  IMPORT_COLUMNS: {
    code: 3041,
    status: 400,
    en: 'Missing columns: {missing}. Use the template.',
    zh: '缺少列：{missing}。请使用模板。',
  },
  IMPORT_TOO_LONG: {
    code: 3042,
    status: 400,
    en: 'At most {maxRows} rows at a time.',
    zh: '每次最多 {maxRows} 行。',
  },
  IMPORT_FILE_SEEN: {
    code: 3046,
    status: 409,
    en: 'This file was imported before: {no}, {at}. Confirm to import it again.',
    zh: '该文件已于 {at} 导入（{no}）。如需再次导入，请确认。',
  },
  IMPORT_TOO_LARGE: {
    code: 3044,
    status: 400,
    en: 'The file is too large. Rows: at most {maxRows}. Columns: at most {maxColumns}.',
    zh: '文件过大：最多 {maxRows} 行、{maxColumns} 列。',
  },
  IMPORT_REPEATED: {
    code: 3043,
    status: 400,
    en: 'Duplicate of row {row}.',
    zh: '与第 {row} 行重复。',
  },
  VIEW_NOT_FOUND: { code: 3070, status: 404, en: 'View not found.', zh: '该视图不存在。' },
  VIEW_EXISTS: {
    code: 3071,
    status: 409,
    en: 'You already have a view with this name.',
    zh: '您已有同名视图。',
  },
  VIEW_LIMIT: {
    code: 3072,
    status: 409,
    en: 'View limit for this list: {max}. Delete one first.',
    zh: '每个列表最多保存 {max} 个视图，请先删除一个。',
  },
  FILTER_PERSONAL: {
    code: 3073,
    status: 400,
    en: 'A view cannot contain personal data. Save it as a filter first.',
    zh: '视图中不能包含个人数据，请先将其保存为筛选条件。',
  },
  FILTER_NOT_FOUND: {
    code: 3074,
    status: 404,
    en: 'This filter has expired or belongs to someone else.',
    zh: '该筛选条件不属于您或已过期。',
  },
  REPORT_QUERY_UNKNOWN: {
    code: 3075,
    status: 400,
    en: 'This figure is no longer known. Open it from the report again.',
    zh: '该数字已失效，请从报表重新打开。',
  },
  REPORT_MEASURE_UNKNOWN: {
    code: 3076,
    status: 400,
    en: 'This report has no such measure.',
    zh: '该报表没有此指标。',
  },
} as const satisfies Record<string, CatalogueEntry>;
