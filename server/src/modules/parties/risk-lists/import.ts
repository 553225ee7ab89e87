import { riskList } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { defineApprovedImport } from '../../platform/batches/index.ts';
import { importColumns } from '../../platform/imports/index.ts';
import { family, insertEntry, listOf, refuseEnd, refuseListed, refuseStrange } from './commands.ts';

type Form = riskList.RiskListForm;

const columns = importColumns([
  ['listType', 'List', '名单', true, 'BLACK'],
  ['subjectType', 'Subject', '类型', true, 'PHONE'],
  ['subjectValue', 'Value', '内容', true, '254712345678'],
  ['expiresOn', 'Last day', '截止日期', true, '2027-11-30'],
  ['note', 'Reason', '原因', true, 'Forged payslips'],
  ['listCode', 'List code (none: standard list)', '名单编码（空为标准名单）', false, 'BUREAU'],
  ['merchantNos', 'Merchants (none: all)', '商户（空为全部）', false, 'M0001 M0002'],
]);

/** @throws AppError BLACKLIST_EXISTS, LISTED_ELSEWHERE, BAD_REQUEST for an end that is past or too far */
async function refuseRow(db: Queryable, form: Form, scope: DataScope): Promise<void> {
  refuseEnd(form);
  await refuseStrange(db, form, scope);
  await listOf(db, form);
  await refuseListed(db, form);
}

const counted = (forms: readonly Form[], type: Form['listType']) =>
  forms.filter(({ listType }) => listType === type).length;

/** Entries by file: each row is checked, and listed once another person approved them all. */
export const entriesImport = defineApprovedImport<Form>({
  ...family,
  kind: 'riskLists.import',
  changeKind: 'riskList.import',
  rowsKind: 'riskList.listRows',
  title: { en: 'Import of risk lists', zh: '导入风控名单' },
  rowsTitle: { en: 'Imported risk list entries', zh: '导入的风控名单' },
  code: 'risk:list:import',
  columns,
  toInput: ({ merchantNos = '', listCode = '', ...read }) => {
    const named = merchantNos.split(/[\s,;]+/).filter((no) => no !== '');
    const list = listCode.trim().toUpperCase();
    return {
      listSource: 'IMPORT',
      ...read,
      ...(list !== '' && { listCode: list }),
      ...(named.length > 0 && { merchantNos: named }),
    };
  },
  form: riskList.addForm,
  unique: [['subjectType', 'subjectValue']],
  // Who is listed already, the result of each row says, which is on record; a file that is only looked at is not.
  check: async (form) => {
    await Promise.resolve(refuseEnd(form));
  },
  refuse: async (form, { tx, caller }) => {
    await refuseRow(tx, form, caller.scope);
  },
  merchantsOf: () => [],
  facts: (forms) => ({ black: counted(forms, 'BLACK'), grey: counted(forms, 'GREY'), white: counted(forms, 'WHITE') }),
  run: async (form, makerUserNo, call) => await insertEntry(form, call, makerUserNo),
});
