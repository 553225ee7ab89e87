import type * as z from 'zod/mini';
import { call } from '../../api/call.ts';
import * as address from '../../contracts/parties/address.contract.ts';
import * as dept from '../../contracts/staff/dept.contract.ts';
import type { Department } from '../../contracts/staff/dept.contract.ts';
import * as dictionary from '../../contracts/platform/dictionary.contract.ts';
import type { Endpoint } from '../../contracts/endpoint.ts';
import * as merchant from '../../contracts/parties/merchant.contract.ts';
import { remoteOptions } from '../list/option-source.ts';
import type { Option, OptionSource } from '../list/option-source.ts';

/** The merchants the reader sees; closed ones are shown and cannot be chosen. */
export const merchantOptions: OptionSource = remoteOptions(merchant.options, (all) =>
  all.map((one) => ({
    value: one.merchantNo,
    label: one.merchantName,
    isDisabled: !one.enabled,
  })),
);

const departmentOption = (one: Department): Option => ({
  value: one.deptNo,
  label: one.name,
  children: one.childList.map(departmentOption),
});

/** The tree of departments. */
export const departmentOptions: OptionSource = remoteOptions(dept.tree, (tops) => tops.map(departmentOption));

/** A group of people as trees of users hold them: a department, and who of it can be chosen. */
export interface PeopleGroup {
  readonly deptName: string;
  readonly people: readonly { readonly userNo: string; readonly realName: string }[];
}

/**
 * People below their departments, which cannot be chosen themselves. Sections name the people of a group
 * differently; `groupsOf` says where they are.
 *
 * @example peopleOptions(caseAllot.userTree, (tree) => tree.map((one) => ({ deptName: one.deptName, people: one.collectionUsers })))
 */
export function peopleOptions<Reply>(
  endpoint: Endpoint<z.ZodMiniType<unknown, object>, z.ZodMiniType<Reply>>,
  groupsOf: (reply: Reply) => readonly PeopleGroup[],
): OptionSource {
  return remoteOptions(endpoint, (reply) =>
    groupsOf(reply).map(({ deptName, people }, index) => ({
      value: `group:${index}`,
      label: deptName,
      isDisabled: true,
      children: people.map(({ userNo, realName }) => ({ value: userNo, label: realName })),
    })),
  );
}

/**
 * The values of a dictionary that operators edit, by its key. Filters take `withRetired`: they must still find
 * what was retired.
 *
 * @example <Select name="bankCode" options={dictionaryOptions('BANK_NAME_TYPE')} />
 */
export function dictionaryOptions(dictKey: string, options: { readonly withRetired?: boolean } = {}): OptionSource {
  const endpoint =
    options.withRetired === true ? dictionary.getEnabledNotEnabledOptionRespDtos : dictionary.getSelectOptionRespDtos;
  return {
    kind: 'remote',
    name: `${endpoint.name}:${dictKey}`,
    load: async (signal) => {
      const entries = await call(endpoint, { dictKey }, { signal, showLoading: false, quiet: true });
      return entries.map((entry) => ({ value: entry.dictKey, label: entry.label }));
    },
  };
}

/** Kenya's counties with their sub-counties, for the address field. */
export const addressOptions: OptionSource = remoteOptions(address.getAddressList, (counties) =>
  counties.map(({ code, name, childList }) => ({
    value: code,
    label: name,
    children: childList.map((child) => ({ value: child.code, label: child.name })),
  })),
);

/**
 * The values of a dictionary that is a tree, for `Cascade` and `TreeSelect`.
 *
 * @example <Cascade name="ruleType" source={cascadeOptions('RULE_TYPE')} levels={[t('group'), t('rule')]} />
 */
export function cascadeOptions(dictKey: string): OptionSource {
  const toOption = (one: dictionary.CascadeOption): Option => ({
    value: one.dictKey,
    label: one.label,
    children: one.childList.map(toOption),
  });
  const endpoint = dictionary.fetchCascadeSelectOptionInfo;
  return {
    kind: 'remote',
    name: `${endpoint.name}:${dictKey}`,
    load: async (signal) =>
      (await call(endpoint, { dictKey }, { signal, showLoading: false, quiet: true })).map(toOption),
  };
}
