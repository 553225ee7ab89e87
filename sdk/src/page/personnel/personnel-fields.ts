import { useMemo } from 'react';
import { call } from '../../api/call.ts';
import type { ReplyOf } from '../../contracts/endpoint.ts';
import type * as user from '../../contracts/staff/user-fields.ts';
import type * as personnel from '../../contracts/staff/personnel.ts';
import type { PersonnelEndpoints, PersonnelRow } from '../../contracts/staff/personnel.ts';
import { departmentOptions, dictionaryOptions, merchantOptions } from '../form/sources.ts';
import { count, defineColumns, flag, number, several, status, text, time } from '../list/columns.ts';
import type { Column } from '../list/columns.ts';
import { defineDictionary } from '../list/dictionary.ts';
import type { CodesOf } from '../list/dictionary.ts';
import { containing, defineFilters, oneOf, tree, yesNo } from '../list/filters.ts';
import type { OptionSource } from '../list/option-source.ts';
import { useOptions } from '../list/use-options.ts';

export type PersonnelInfo = ReplyOf<PersonnelEndpoints['detail']>;

export const PERSONNEL_STATUS = defineDictionary<CodesOf<typeof personnel.personnelStatus>>('PERSONNEL_STATUS', {
  NORMAL: 'good',
  FROZEN: 'failed',
});
const EMPLOYEE_STATUS = defineDictionary<CodesOf<typeof user.employeeStatus>>('EMPLOYEE_STATUS', {
  ON_THE_JOB: 'good',
  LEFT: 'waiting',
});
export const EMPLOYEE_CATEGORY = defineDictionary<CodesOf<typeof user.employeeCategory>>('EMPLOYEE_CATEGORY', {
  NEW: 'active',
  OLD: 'waiting',
});
const EMPLOYEE_KIND = defineDictionary('EMPLOYEE_KIND', { AI: 'active' });
export const languageOptions = dictionaryOptions('SPEAKING_LANGUAGE');
const everyLanguage = dictionaryOptions('SPEAKING_LANGUAGE', { withRetired: true });

const shared = {
  realName: containing({ isPersonal: true }),
  personnelStatus: oneOf(PERSONNEL_STATUS),
  isOnShift: yesNo(),
  userName: containing({ isPersonal: true }),
  userNo: containing(),
  jobNumber: containing(),
  employeeStatus: oneOf(EMPLOYEE_STATUS),
  employeeCategory: oneOf(EMPLOYEE_CATEGORY),
  deptNo: tree(departmentOptions),
  groupName: containing(),
  merchantNo: oneOf(merchantOptions),
  joinAutoAllot: yesNo(),
  firstLoanWhitelist: yesNo(),
  isAiEmployee: yesNo(),
  language: oneOf(languageOptions),
};
export const personnelFilters = defineFilters(shared);
/** Of customer service, whose people handle complaints or do not. */
export const serviceFilters = defineFilters({ ...shared, handlesComplaints: yesNo() });

/** A machine that reviews is marked; of people nothing is said. */
const employeeKind: Column<PersonnelRow> = {
  ...flag('isAiEmployee', { width: 130 }),
  kind: 'status',
  valueOf: ({ isAiEmployee }) => ({
    kind: 'status',
    code: isAiEmployee ? 'AI' : null,
    dictionary: EMPLOYEE_KIND,
  }),
};

const columnsOf = (wordOf: (languageCode: string) => string, hasParts: boolean) =>
  defineColumns<PersonnelRow>([
    number('userNo', { sortable: true, width: 140 }),
    text('realName', { sortable: true, width: 150 }),
    text('userName', { sortable: true, width: 140 }),
    status('personnelStatus', PERSONNEL_STATUS, { sortable: true, width: 110 }),
    count('open', { width: 100 }),
    ...(hasParts ? [count('openFeedback', { width: 120 }), count('openEntries', { width: 120 })] : []),
    count('doneToday', { width: 100 }),
    count('dailyCap', { sortable: true, width: 100 }),
    text('groupName', { sortable: true, width: 130 }),
    text('principalName', { width: 150 }),
    several('merchants', (row) => row.merchants.map((one) => one.merchantName), { width: 180 }),
    flag('isOnShift', { width: 90 }),
    time('lastActiveAt', { width: 165 }),
    flag('joinAutoAllot', { width: 130 }),
    flag('firstLoanWhitelist', { width: 110 }),
    employeeKind,
    several('languages', (row) => row.languages.map(wordOf), { width: 150 }),
    ...(hasParts ? [flag('handlesComplaints', { width: 130 })] : []),
    text('deptName', { width: 150 }),
    number('jobNumber', { width: 110 }),
    text('phone', { mask: 'phone', width: 130 }),
    number('extension', { width: 100 }),
    status('employeeStatus', EMPLOYEE_STATUS, { width: 120 }),
    status('employeeCategory', EMPLOYEE_CATEGORY, { width: 110 }),
    time('joinedAt', { sortable: true, width: 170, hidden: true }),
  ]);

/** The columns with languages in the dictionary's words; a code that it no longer has stands as it is. */
export function usePersonnelColumns(hasParts = false): readonly Column<PersonnelRow>[] {
  const { options } = useOptions(everyLanguage);
  return useMemo(() => {
    const words = new Map(options.map(({ value, label }) => [value, label]));
    return columnsOf((languageCode) => words.get(languageCode) ?? languageCode, hasParts);
  }, [options, hasParts]);
}

/** The account's own merchants: a record has no others. */
export function merchantsOf({ userNo, userMerchants }: PersonnelInfo): OptionSource {
  const options = userMerchants.map((one) => ({ value: one.merchantNo, label: one.merchantName }));
  return {
    kind: 'remote',
    name: `personnel.merchants:${userNo}`,
    load: async () => await Promise.resolve(options),
  };
}

const PAGE = 100;
/** Pages of people that are read at most. */
const MAX_PAGES = 10;

const peopleOf = (
  { page: list }: PersonnelEndpoints,
  name: string,
  filters: personnel.PersonnelFilters,
  isOffered: (row: PersonnelRow) => boolean,
): OptionSource => ({
  kind: 'remote',
  name: `${list.name}.${name}`,
  load: async (signal) => {
    const people: PersonnelRow[] = [];
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const { rows } = await call(
        list,
        { filters, page, pageSize: PAGE, sort: { field: 'groupName', direction: 'asc' } },
        { signal, showLoading: false, quiet: true },
      );
      people.push(...rows);
      if (rows.length < PAGE) break;
    }
    return people
      .filter(isOffered)
      .map((row) => ({ value: row.userNo, label: row.realName, hint: row.groupName ?? '' }));
  },
});

/** Who could lead: people with a group; the server takes those of the same group alone. */
export const principalOptions = (endpoints: PersonnelEndpoints): OptionSource =>
  peopleOf(endpoints, 'principals', {}, (row) => row.groupName !== null);

/** Who can be given work. */
export const normalPeople = (endpoints: PersonnelEndpoints): OptionSource =>
  peopleOf(endpoints, 'people', { personnelStatus: 'NORMAL' }, () => true);
