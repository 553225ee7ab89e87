import { can } from '@kituo/sdk';
import type { RequestOf, role } from '@kituo/sdk/contracts';
import type { RoleInfo } from './role-fields.ts';

type Group = role.SensitiveGroup;

/** What the form holds; `pages` holds ticked operations, too: they stand in one tree. */
export interface RoleValues extends Omit<Group, 'isDesensitization'>, Record<string, unknown> {
  readonly roleName: string;
  readonly remark: string | null;
  readonly dataScope: 'ALL' | 'MERCHANTS';
  readonly pages: string[];
  readonly isDesensitization: boolean;
  /** Why, for whoever decides where it waits. */
  readonly reason: string | null;
}

const HIDDEN: Group = {
  isDesensitization: 1,
  revealFields: [],
  dailyRevealBudget: 0,
  deductionCapCents: null,
  addressBookHide: true,
  orderDetailsHide: false,
  unmaskedExport: false,
  mfaRequired: false,
  validateCodeRequired: false,
};

function valuesFrom(
  source: Pick<RoleInfo, 'roleName' | 'remark' | 'dataScope' | 'pages' | 'codes'>,
  { isDesensitization, ...group }: Group,
): RoleValues {
  const { roleName, remark, dataScope, pages, codes } = source;
  return {
    roleName,
    remark,
    dataScope,
    ...group,
    pages: [...pages, ...codes],
    isDesensitization: isDesensitization === 1,
    reason: null,
  };
}

/** A new role: empty, or a copy that only lacks a name of its own. */
export function valuesForNew(origin: RoleInfo | null): RoleValues {
  const nothing = { remark: null, dataScope: 'MERCHANTS', pages: [], codes: [] } as const;
  return origin === null
    ? valuesFrom({ roleName: '', ...nothing, pages: [], codes: [] }, HIDDEN)
    : valuesFrom({ ...origin, roleName: '' }, can('user:role:sensitive') ? origin.sensitive : HIDDEN);
}

export function valuesOf(info: RoleInfo): RoleValues {
  return valuesFrom(info, info.sensitive);
}

/** Pages begin with a slash, operations do not. */
export function splitKeys(keys: readonly string[]) {
  return {
    pages: keys.filter((key) => key.startsWith('/')),
    codes: keys.filter((key) => !key.startsWith('/')),
  };
}

function groupOf(values: RoleValues): Group {
  const { revealFields, dailyRevealBudget, addressBookHide, orderDetailsHide } = values;
  const { unmaskedExport, deductionCapCents, mfaRequired, validateCodeRequired } = values;
  return {
    isDesensitization: values.isDesensitization ? 1 : 0,
    revealFields: [...revealFields],
    dailyRevealBudget,
    addressBookHide,
    orderDetailsHide,
    unmaskedExport,
    deductionCapCents,
    mfaRequired,
    validateCodeRequired,
  };
}

/** Whoever may not change the sensitive group does not send it. */
export function saveRequest(values: RoleValues): RequestOf<typeof role.save> {
  const { roleName, remark, dataScope, reason } = values;
  return {
    roleName,
    remark,
    dataScope,
    ...splitKeys(values.pages),
    ...(can('user:role:sensitive') && groupOf(values)),
    ...(reason !== null && reason.trim() !== '' && { reason }),
  };
}
