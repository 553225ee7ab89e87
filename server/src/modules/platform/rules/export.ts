import type { rules } from '@kituo/sdk/contracts';
import type { List } from '../../../lists/index.ts';
import { type CodeWords, exportOf, type ListColumn } from '../exports/index.ts';
import { ruleListOf } from './list.ts';
import type { RuleFamily } from './rule-family.ts';
import type { RuleFileRequest } from './rule-filters.ts';
import { settingColumns } from './setting-columns.ts';

const STATUS: CodeWords = {
  ENABLED: ['Enabled', '已启用'],
  DISABLED: ['Disabled', '已停用'],
  PENDING: ['Awaiting approval', '待审批'],
  SCHEDULED: ['Scheduled', '待生效'],
  REJECTED: ['Rejected', '已驳回'],
  WITHDRAWN: ['Withdrawn', '已撤回'],
};

/** A row of the list, and of it what the rule says. */
interface FileRow<Value> {
  readonly row: Omit<rules.RuleRow, 'allowedActions'>;
  readonly value: Value;
}
type Field = NonNullable<RuleFileRequest['sort']>['field'];

const settingsOf = <Value extends object>({ contract }: RuleFamily<Value>): string[] =>
  Object.keys((contract.value as { readonly shape?: Readonly<Record<string, unknown>> }).shape ?? {});

/** What of a row is the rule itself, beside what all rows have and what is counted for it. */
function valueOf<Value extends object>(family: RuleFamily<Value>): (row: object) => Value {
  const fields = new Set(settingsOf(family));
  return (row) =>
    family.contract.value.parse(Object.fromEntries(Object.entries(row).filter(([field]) => fields.has(field))));
}

/** The rules of a family as a file: what the list shows, for whoever may open its page. */
export function ruleExport<Value extends object>(family: RuleFamily<Value>) {
  const { key, title, contract, page, fileColumns } = family;
  const list = ruleListOf(family);
  const valueIn = valueOf(family);
  const file: Pick<List<RuleFileRequest['filters'], Field, FileRow<Value>, unknown>, 'batches'> = {
    async *batches(selection, reading) {
      for await (const rows of list.batches(selection, reading)) {
        yield rows.map((row) => ({ row, value: valueIn(row) }));
      }
    },
  };
  const shown: readonly ListColumn<Value>[] = fileColumns ?? settingColumns(settingsOf(family));
  const own = shown.map((column): ListColumn<FileRow<Value>> => ({
    ...column,
    of: ({ value }, lang) => column.of(value, lang),
  }));
  return exportOf(file, {
    kind: contract.exportList.name,
    title: { en: `Export of ${title.en.charAt(0).toLowerCase()}${title.en.slice(1)}`, zh: `导出${title.zh}` },
    page,
    params: contract.exportList.request,
    fileStem: key.replaceAll(/\W+/g, '-').toLowerCase(),
    subjectType: 'rule',
    columns: [
      { en: 'Rule', zh: '编号', of: ({ row }) => row.ruleId },
      { en: 'Name', zh: '名称', of: ({ value }) => ('ruleName' in value ? String(value.ruleName) : '') },
      { en: 'Merchant', zh: '商户', of: ({ row }) => row.merchantName },
      ...own,
      { en: 'Status', zh: '状态', of: ({ row }) => row.ruleStatus, codes: STATUS },
      { en: 'Version', zh: '版本', of: ({ row }) => row.versionNo },
      { en: 'In force from', zh: '生效日期', of: ({ row }) => row.effectiveFrom },
      { en: 'Awaiting approval', zh: '待审批版本', of: ({ row }) => row.hasPending },
    ],
  });
}
