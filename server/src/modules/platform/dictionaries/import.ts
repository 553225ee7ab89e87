import { dictionary } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import * as mini from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { type Cells, importColumns, type ImportKind, orNull } from '../imports/index.ts';
import { asCommand } from '../jobs/index.ts';
import { saveEntry } from './save.ts';

const columns = importColumns([
  ['dictType', 'Dictionary', '字典', true, 'BANK_NAME_TYPE'],
  ['parentKey', 'Parent key', '上级键', false, ''],
  ['dictKey', 'Key', '键', true, 'EQUITY'],
  ['dictValue', 'Value', '值', false, ''],
  ['en', 'English', '英文', true, 'Equity Bank'],
  ['zh', 'Chinese', '中文', false, '衡平银行'],
  ['sort', 'Sort', '排序', true, '1'],
  ['tagColour', 'Colour', '颜色', false, 'none'],
  ['remark', 'Remark', '备注', false, ''],
]);

const { dictType, dictKey, dictValue, sort, tagColour, remark } = dictionary.save.request.shape;
const words = dictionary.save.request.shape.label;
const row = mini.strictObject({
  dictType,
  dictKey,
  dictValue,
  sort,
  tagColour,
  remark,
  parentKey: mini.nullable(mini.string().check(mini.maxLength(64, 'At most 64 characters'))),
  label: words,
});
type Row = z.output<typeof row>;

/** Throws REFERENCE_UNKNOWN beside the key of the entry above. */
async function formOf({ parentKey, ...entry }: Row, db: Queryable) {
  if (parentKey === null) return { ...entry, enabled: true };
  const parent = await db
    .selectFrom('dictionaryEntry')
    .select('entryId')
    .where('dictKey', '=', entry.dictType)
    .where('value', '=', parentKey)
    .orderBy('entryId')
    .executeTakeFirst();
  if (!parent) throw new AppError('REFERENCE_UNKNOWN', { fields: ['parentKey'] });
  return { ...entry, enabled: true, parentId: parent.entryId };
}

/** Entries by the dozen: each is added, none is changed. */
export const importEntriesKind: ImportKind<Row> = {
  kind: 'dictionaries.entries',
  title: { en: 'Import of dictionary entries', zh: '导入字典项' },
  code: 'user:dictionary:save',
  columns,
  toInput(cells: Cells) {
    const { en = '', zh = '', parentKey, sort: place, tagColour: colour, ...rest } = cells;
    return {
      dictValue: '',
      remark: '',
      ...rest,
      parentKey: orNull(parentKey),
      tagColour: orNull(colour),
      sort: place === undefined || place.trim() === '' ? undefined : Number(place),
      label: { en, ...(zh !== '' && { zh }) },
    };
  },
  form: row,
  nameColumn: 'dictKey',
  unique: [['dictType', 'parentKey', 'dictKey']],
  async apply(entry, run) {
    const { id } = await saveEntry(await formOf(entry, run.tx), asCommand(run));
    return { id };
  },
  /** Open consoles are told once, of all rows. */
  async ended({ services }) {
    await services.events.publish('everyone', { type: 'dictionaries' });
  },
};
