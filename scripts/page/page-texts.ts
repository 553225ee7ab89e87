import type { PageNames } from './page-names.ts';
import type { PagePlace } from './page-place.ts';
import { capital } from './server-files.ts';

export type Texts = { readonly [key: string]: string | Texts };

/** The page's texts in English and Chinese; a person words them anew. */
export function pageTexts({ thing, words }: PageNames, { title, sectionTitle }: PagePlace): { en: Texts; zh: Texts } {
  const said = (label: string, of: string, submit: string, done: string) => ({ label, title: of, submit, done });
  return {
    en: {
      section: { title: sectionTitle.en },
      [thing]: { title: title.en },
      tab: { history: 'History' },
      field: {
        [`${thing}No`]: 'Number',
        [`${thing}Name`]: 'Name',
        merchantNo: 'Merchant',
        merchantName: 'Merchant',
        remark: 'Remark',
        updatedByName: 'Changed by',
        updatedAt: 'Changed',
      },
      action: {
        [`${thing}Add`]: said('Add', `Add ${words}`, 'Add', `${capital(words)} added.`),
        [`${thing}Update`]: said('Edit', 'Edit {{name}}', 'Save', '{{name}} saved.'),
      },
      history: { [thing]: { save: 'Added', update: 'Changed' } },
    },
    zh: {
      section: { title: sectionTitle.zh },
      [thing]: { title: title.zh },
      tab: { history: '历史' },
      field: {
        [`${thing}No`]: '编号',
        [`${thing}Name`]: '名称',
        merchantNo: '商户',
        merchantName: '商户',
        remark: '备注',
        updatedByName: '修改人',
        updatedAt: '修改时间',
      },
      action: {
        [`${thing}Add`]: said('新增', `新增${title.zh}`, '新增', '已新增。'),
        [`${thing}Update`]: said('编辑', '编辑{{name}}', '保存', '{{name}}已保存。'),
      },
      history: { [thing]: { save: '新增', update: '修改' } },
    },
  };
}

/** What is there stays as it is; what is missing is added. */
export function withTexts(held: Texts, added: Texts): Texts {
  const merged: Record<string, string | Texts> = { ...held };
  for (const [key, value] of Object.entries(added)) {
    const own = merged[key];
    if (own === undefined) merged[key] = value;
    else if (typeof own === 'object' && typeof value === 'object') merged[key] = withTexts(own, value);
  }
  return merged;
}
