import { call } from '../../api/call.ts';
import type { PersonnelEndpoints, PersonnelRow } from '../../contracts/staff/personnel.ts';
import { handOver } from '../../contracts/collections/service-personnel.contract.ts';
import { allowedAs } from '../action/on-row.ts';
import { openWith } from '../action/open-with.ts';
import { useAction } from '../action/use-action.ts';
import { useBatch } from '../batch/use-batch.ts';
import type { List } from '../list/use-list.ts';
import type { PersonnelScreenProps } from './personnel-screen-props.ts';
import type { PersonnelInfo } from './personnel-fields.ts';

export interface PersonnelValues extends Record<string, unknown> {
  readonly groupName: string | null;
  readonly principalUserNo: string | null;
  readonly merchantNos: string[];
  readonly dailyCap: number | null;
  readonly joinAutoAllot: boolean;
  readonly firstLoanWhitelist: boolean;
  readonly languages: string[];
  readonly handlesComplaints: boolean;
  readonly isAiEmployee: boolean;
  readonly extension: string | null;
  readonly employeeCategory: PersonnelRow['employeeCategory'];
  readonly acceptsCapBelowOpen: boolean;
}
export interface FreezeValues extends Record<string, unknown> {
  readonly reason: string;
  readonly alsoSignIn: boolean;
}
export interface HandOverValues extends Record<string, unknown> {
  readonly toUserNo: string | null;
  readonly reason: string;
}
export interface PersonnelBatch extends Record<string, unknown> {
  readonly dailyCap: number | null;
  readonly groupName: string;
  readonly merchantMode: 'ADD' | 'REMOVE' | 'REPLACE';
  readonly merchantNos: string[];
  readonly joinAutoAllot: string;
  readonly firstLoanWhitelist: string;
}

const nameOf = (row: PersonnelRow) => ({ name: row.realName });

export function valuesOf(info: PersonnelInfo): PersonnelValues {
  return {
    groupName: info.groupName,
    principalUserNo: info.principalUserNo,
    merchantNos: info.merchants.map(({ merchantNo }) => merchantNo),
    dailyCap: info.dailyCap,
    joinAutoAllot: info.joinAutoAllot,
    firstLoanWhitelist: info.firstLoanWhitelist,
    languages: [...info.languages],
    handlesComplaints: info.handlesComplaints,
    isAiEmployee: info.isAiEmployee,
    extension: info.extension,
    employeeCategory: info.employeeCategory,
    acceptsCapBelowOpen: false,
  };
}

/** Everything that can be done with the records of people. */
export function usePersonnelActions(
  endpoints: PersonnelEndpoints,
  jobs: string,
  list: List<PersonnelRow>,
  { hasParts = false, hasDeskFacts = false }: Pick<PersonnelScreenProps, 'hasParts' | 'hasDeskFacts'> = {},
) {
  const update = useAction<PersonnelEndpoints['update'], PersonnelInfo, PersonnelValues>({
    name: 'personnelUpdate',
    endpoint: endpoints.update,
    request: (
      { userNo, version },
      { groupName, dailyCap, handlesComplaints, extension, employeeCategory, ...values },
    ) => ({
      userNo,
      version,
      ...values,
      groupName: groupName === '' ? null : groupName,
      ...(dailyCap !== null && { dailyCap }),
      ...(hasParts && { handlesComplaints }),
      ...(hasDeskFacts && { extension: extension === '' ? null : extension, employeeCategory }),
    }),
    list,
    facts: nameOf,
  });
  const freeze = useAction({
    name: 'personnelFreeze',
    endpoint: endpoints.freeze,
    request: ({ userNo }: PersonnelRow, { reason, alsoSignIn }: FreezeValues) => ({
      userNo,
      alsoSignIn,
      ...(reason.trim() !== '' && { reason }),
    }),
    list,
    facts: (row, reply) => ({ ...nameOf(row), count: reply?.sentBack ?? 0 }),
    isDangerous: true,
  });
  const unfreeze = useAction({
    name: 'personnelUnfreeze',
    endpoint: endpoints.unfreeze,
    request: ({ userNo }: PersonnelRow) => ({ userNo }),
    list,
    facts: nameOf,
  });
  const handing = useAction({
    name: 'personnelHandOver',
    endpoint: handOver,
    request: ({ userNo }: PersonnelRow, { toUserNo, reason }: HandOverValues) => ({
      userNo,
      toUserNo: toUserNo ?? '',
      ...(reason.trim() !== '' && { reason }),
    }),
    list: { refresh: list.refresh },
    facts: (row, reply) => ({ ...nameOf(row), count: reply?.handedOver ?? 0, kept: reply?.kept ?? 0 }),
    isDangerous: true,
  });
  const sync = useAction({
    name: 'personnelSync',
    endpoint: endpoints.sync,
    request: (_nothing: null) => ({}),
    list: { refresh: list.refresh },
    facts: (_nothing, reply) => ({
      added: reply?.added.length ?? 0,
      changed: reply?.changed.length ?? 0,
      left: reply?.left.length ?? 0,
    }),
  });
  const batch = useBatch({
    name: 'personnelBatch',
    endpoint: endpoints.batchUpdate,
    jobKind: `${jobs}.update`,
    list,
    request: ({ ids }, values: PersonnelBatch) => ({
      userNos: [...(ids ?? [])],
      ...(values.dailyCap !== null && { dailyCap: values.dailyCap }),
      ...(values.groupName.trim() !== '' && { groupName: values.groupName }),
      ...(values.merchantNos.length > 0 && {
        merchantMode: values.merchantMode,
        merchantNos: [...values.merchantNos],
      }),
      ...(values.joinAutoAllot !== '' && { joinAutoAllot: values.joinAutoAllot === 'YES' }),
      ...(values.firstLoanWhitelist !== '' && { firstLoanWhitelist: values.firstLoanWhitelist === 'YES' }),
    }),
  });
  const edit = openWith(
    update,
    (row: PersonnelRow) => call(endpoints.detail, { userNo: row.userNo }),
    (row) => update.isPermitted && row.allowedActions.includes('update'),
  );
  const own = { freeze: allowedAs(freeze, 'freeze'), unfreeze: allowedAs(unfreeze, 'unfreeze') };
  // Of customer service alone.
  const handOverOwn = { ...handing, isAllowed: ({ open }: PersonnelRow) => handing.isPermitted && open > 0 };
  const rowActions = [edit, own.freeze, own.unfreeze, ...(hasParts ? [handOverOwn] : [])];
  return { update, sync, batch, ...own, handOver: handOverOwn, rowActions };
}
