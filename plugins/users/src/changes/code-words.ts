import { apiLanguage, formatMoney, session$, useText } from '@kituo/sdk';
import { departmentOptions, useOptions } from '@kituo/sdk/page';
import type { Option } from '@kituo/sdk/page';
import { merchants, organizations, roles } from '../users/user-fields.ts';

export type Facts = Readonly<Record<string, unknown>>;
type WordOf = (code: string, field: string) => string;

/** Where the words stand of the codes that a field holds. */
const WORDS: Readonly<Record<string, string>> = {
  dataScope: 'DATA_SCOPE',
  revealFields: 'REVEAL_FIELD',
  internalExternal: 'INTERNAL_EXTERNAL',
  employeeStatus: 'EMPLOYEE_STATUS',
  employeeCategory: 'EMPLOYEE_CATEGORY',
  userStatus: 'USER_STATUS',
  mode: 'MERCHANT_MODE',
  rowScope: 'ROW_SCOPE',
  maskedFields: 'field',
  effect: 'CHANGE_EFFECT',
};

/** Codes of facts as the pages call them. */
export function useCodeWords(): WordOf {
  const t = useText();
  return (code, field) => {
    const words = WORDS[field];
    return words === undefined ? code : t(`${words}.${code}`);
  };
}

/** Fields that hold numbers of things that have names. */
const NUMBERED = ['roleNos', 'merchantNos', 'deptNo', 'orgNo', 'people'];

/** Whether facts hold numbers that {@link useNames} knows names of. */
export const hasNumbers = (facts: Facts | null): boolean => NUMBERED.some((field) => facts !== null && field in facts);

const labels = ({ value, label, children = [] }: Option): [string, string][] => [
  [value, label],
  ...children.flatMap(labels),
];

/** Numbers of roles, merchants, departments and organisations by name, as far as the reader sees them. */
export function useNames(): WordOf {
  const sources = {
    roleNos: useOptions(roles),
    merchantNos: useOptions(merchants),
    deptNo: useOptions(departmentOptions),
    orgNo: useOptions(organizations),
  };
  const wordOf = useCodeWords();
  const names = new Map(
    Object.entries(sources).map(([field, { options }]) => [field, new Map(options.flatMap(labels))]),
  );
  return (code, field) => names.get(field)?.get(code) ?? wordOf(code, field);
}

/** Facts as people read them: shillings for cents, yes and no, and of texts by language the reader's. */
export function readable(facts: Facts | null): Record<string, unknown> | null {
  return facts === null
    ? null
    : Object.fromEntries(Object.entries(facts).map(([field, value]) => [field, told(field, value)]));
}

function told(field: string, value: unknown): unknown {
  if (typeof value === 'number' && field.endsWith('Cents')) return formatMoney(value);
  if (field === 'isDesensitization') return value === 1;
  if (field !== 'menus' || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value;
  }
  const byLanguage = new Map<string, unknown>(Object.entries(value));
  return byLanguage.get(apiLanguage(session$.value.language)) ?? byLanguage.get('en');
}
