import { dictionary } from '@kituo/sdk/contracts';
import { type CodeWords, listExport } from '../exports/index.ts';
import { readTree } from './entries.ts';

const STATES: CodeWords = { ENABLED: ['Enabled', '启用'], DISABLED: ['Disabled', '停用'] };
const TYPES: CodeWords = { FLAT: ['List', '列表'], TREE: ['Tree', '树'], JSON: ['JSON', 'JSON'] };

const contains = (value: string, part: string | undefined): boolean =>
  part === undefined || value.toLowerCase().includes(part.toLowerCase());

const others = (label: Readonly<Record<string, string>>): string =>
  Object.entries(label)
    .filter(([code, text]) => code !== 'en' && code !== 'zh' && text !== '')
    .map(([code, text]) => `${code}: ${text}`)
    .join('; ');

/** Its first columns are those of the import, so that the file can be changed and read again elsewhere. */
export const entryExport = listExport({
  kind: 'dictionaries.export',
  title: { en: 'Export of dictionary entries', zh: '导出字典项' },
  page: '/AdminContent/UserSystem/DataDictionary',
  params: dictionary.exportEntries.request,
  fileStem: 'dictionary',
  subjectType: 'dictionary',
  async rows({ dictType, filters: { code, words, state } }, { db, caller, lang }) {
    const [found] = await readTree(db, dictType, caller, lang);
    if (!found) return [];
    const keys = new Map(found.entries.map(({ id, dictKey }) => [id, dictKey]));
    return found.entries
      .filter(
        (entry) =>
          (contains(entry.dictKey, code) || contains(entry.dictValue, code)) &&
          Object.values(entry.label).some((text) => contains(text, words)) &&
          (state === undefined || (entry.enabled ? 'ENABLED' : 'DISABLED') === state),
      )
      .map((entry) => ({
        ...entry,
        codeTableType: found.codeTableType,
        parentKey: entry.parentId === null ? null : (keys.get(entry.parentId) ?? null),
      }));
  },
  idOf: ({ id }) => String(id),
  columns: [
    { en: 'Dictionary', zh: '字典', of: (row) => row.dictType },
    { en: 'Parent key', zh: '上级键', of: (row) => row.parentKey },
    { en: 'Key', zh: '键', of: (row) => row.dictKey },
    { en: 'Value', zh: '值', of: (row) => row.dictValue },
    { en: 'English', zh: '英文', of: (row) => row.label['en'] ?? '' },
    { en: 'Chinese', zh: '中文', of: (row) => row.label['zh'] ?? '' },
    { en: 'Sort', zh: '排序', of: (row) => row.sort },
    { en: 'Colour', zh: '颜色', of: (row) => row.tagColour },
    { en: 'Remark', zh: '备注', of: (row) => row.remark },
    { en: 'Other languages', zh: '其他语言', of: (row) => others(row.label) },
    { en: 'State', zh: '状态', of: (row) => (row.enabled ? 'ENABLED' : 'DISABLED'), codes: STATES },
    { en: 'Uses', zh: '使用数', of: (row) => row.uses },
    { en: 'Type', zh: '码表类型', of: (row) => row.codeTableType, codes: TYPES },
  ],
});
