import { collectorSettings } from '@kituo/sdk/contracts';
import {
  anyOf,
  type Column,
  containing,
  count,
  defineColumns,
  defineDictionary,
  defineFilters,
  departmentOptions,
  flag,
  merchantOptions,
  money,
  oneOf,
  remoteOptions,
  several,
  status,
  text,
  tree,
  yesNo,
} from '@kituo/sdk/page';

export type SettingsRow = collectorSettings.SettingsRow;
export type SettingsScope = 'ORDER' | 'BILL';
export const ENDPOINTS = { ORDER: collectorSettings.byOrder, BILL: collectorSettings.byBill } as const;

export const CASE_LEVEL = defineDictionary('CASE_LEVEL', {
  S0: 'waiting',
  S1: 'active',
  S2: 'active',
  S3: 'attention',
  S4: 'attention',
  S5: 'failed',
});
export const CASE_LEVELS = ['S0', 'S1', 'S2', 'S3', 'S4', 'S5'] as const;
const EMPLOYEE_CATEGORY = defineDictionary('EMPLOYEE_CATEGORY', { NEW: 'waiting', OLD: 'active' });
const EMPLOYEE_STATUS = defineDictionary('EMPLOYEE_STATUS', { ON_THE_JOB: 'good', LEFT: 'waiting' });
const PERSONNEL_STATUS = defineDictionary('PERSONNEL_STATUS', { NORMAL: 'good', FROZEN: 'failed' });

export const productOptions = (scope: SettingsScope) =>
  remoteOptions(ENDPOINTS[scope].products, (all) =>
    all.map(({ productNo, productName, merchantName }) => ({
      value: productNo,
      label: productName,
      hint: merchantName,
    })),
  );

/** An empty list limits nothing. */
const orAll = (values: readonly string[], all: string): readonly string[] => (values.length === 0 ? [all] : values);

export const columnsOf = (scope: SettingsScope, all: string): readonly Column<SettingsRow>[] =>
  defineColumns<SettingsRow>([
    text('realName', { sortable: true, width: 170 }),
    text('userNo', { sortable: true, width: 110 }),
    several('caseLevels', ({ caseLevels }) => orAll(caseLevels, all), { width: 150 }),
    ...(scope === 'BILL'
      ? [
          several<SettingsRow>('productNames', ({ productNames }) => orAll(productNames, all), { width: 170 }),
          count<SettingsRow>('billCap', { width: 100 }),
          money<SettingsRow>('amountCapCents', { width: 130 }),
        ]
      : []),
    count('openCases', { width: 100 }),
    count('borrowerCount', { width: 110 }),
    ...(scope === 'BILL'
      ? [several<SettingsRow>('termNos', ({ termNos }) => termNos.map(String), { width: 110 })]
      : []),
    money('amountInHandCents', { width: 140 }),
    count('otherCases', { width: 130 }),
    flag('isOnShift', { width: 90 }),
    flag('joinAutoAllot', { width: 120 }),
    flag('firstLoanWhitelist', { width: 120 }),
    text('groupName', { width: 120 }),
    text('principalName', { width: 140 }),
    several('merchantNames', ({ merchantNames }) => merchantNames, { width: 170 }),
    text('deptName', { width: 140 }),
    text('jobNumber', { width: 110 }),
    text('phone', { mask: 'phone', width: 130 }),
    status('employeeCategory', EMPLOYEE_CATEGORY, { width: 110 }),
    status('employeeStatus', EMPLOYEE_STATUS, { width: 110 }),
    status('personnelStatus', PERSONNEL_STATUS, { width: 110 }),
    flag('isAiEmployee', { width: 110 }),
  ]);

export const filtersOf = (scope: SettingsScope) =>
  defineFilters({
    realName: containing(),
    caseLevel: oneOf(CASE_LEVEL),
    merchantNo: anyOf(merchantOptions),
    ...(scope === 'BILL' ? { productNo: anyOf(productOptions(scope)) } : {}),
    deptNo: tree(departmentOptions),
    groupName: containing(),
    worksBothScopes: yesNo(),
    employeeCategory: oneOf(EMPLOYEE_CATEGORY),
    employeeStatus: oneOf(EMPLOYEE_STATUS),
    personnelStatus: oneOf(PERSONNEL_STATUS),
    isAiEmployee: yesNo(),
    userNo: containing({ example: 'U000005' }),
  });
