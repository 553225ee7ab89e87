import type { role } from '@kituo/sdk/contracts';
import type { Caller } from '../../../http/implement.ts';
import type { RoleRecord } from './read.ts';

type Group = role.SensitiveGroup;
type Held = Pick<RoleRecord, 'roleNo' | 'sensitive'>;

/** What is not held, in the words of either language; pages and operations are called by their key. */
export type Words = Readonly<Record<'en' | 'zh', string>>;

/** What somebody holds through several roles: rights add up, a hint to hide yields. */
export function sumOf(groups: readonly Group[]): Group {
  return {
    isDesensitization: groups.every((one) => one.isDesensitization === 1) ? 1 : 0,
    revealFields: [...new Set(groups.flatMap((one) => one.revealFields))],
    dailyRevealBudget: Math.max(0, ...groups.map((one) => one.dailyRevealBudget)),
    addressBookHide: groups.every((one) => one.addressBookHide),
    orderDetailsHide: groups.length > 0 && groups.every((one) => one.orderDetailsHide),
    unmaskedExport: groups.some((one) => one.unmaskedExport),
    deductionCapCents: groups.reduce<number | null>(
      (most, one) => (one.deductionCapCents === null ? most : Math.max(most ?? 0, one.deductionCapCents)),
      null,
    ),
    mfaRequired: groups.some((one) => one.mfaRequired),
    validateCodeRequired: groups.some((one) => one.validateCodeRequired),
  };
}

/** The caller's own group. */
export function ownOf(caller: Caller, roles: readonly Held[]): Group {
  return sumOf(roles.filter((one) => caller.roleNos.includes(one.roleNo)).map((one) => one.sensitive));
}

/** What a form requests of the group, over what stands. */
export function groupIn(form: { readonly [Field in keyof Group]?: Group[Field] | undefined }, base: Group): Group {
  return {
    isDesensitization: form.isDesensitization ?? base.isDesensitization,
    revealFields: form.revealFields ?? base.revealFields,
    dailyRevealBudget: form.dailyRevealBudget ?? base.dailyRevealBudget,
    addressBookHide: form.addressBookHide ?? base.addressBookHide,
    orderDetailsHide: form.orderDetailsHide ?? base.orderDetailsHide,
    unmaskedExport: form.unmaskedExport ?? base.unmaskedExport,
    deductionCapCents: form.deductionCapCents === undefined ? base.deductionCapCents : form.deductionCapCents,
    mfaRequired: form.mfaRequired ?? base.mfaRequired,
    validateCodeRequired: form.validateCodeRequired ?? base.validateCodeRequired,
  };
}

/** What of `requested` goes beyond `own`, field and words. Sign-in rules only tighten, so anybody may set them. */
export function beyondOf(requested: Group, own: Group): { field: keyof Group; what: Words }[] {
  const isBeyond: Partial<Record<keyof Group, boolean>> = {
    isDesensitization: requested.isDesensitization < own.isDesensitization,
    revealFields: requested.revealFields.some((field) => !own.revealFields.includes(field)),
    dailyRevealBudget: requested.dailyRevealBudget > own.dailyRevealBudget,
    addressBookHide: !requested.addressBookHide && own.addressBookHide,
    orderDetailsHide: !requested.orderDetailsHide && own.orderDetailsHide,
    unmaskedExport: requested.unmaskedExport && !own.unmaskedExport,
    deductionCapCents: (requested.deductionCapCents ?? 0) > (own.deductionCapCents ?? 0),
  };
  const order = [
    ['isDesensitization', 'unmasked values', '明文数据'],
    ['revealFields', 'reveals', '查看明文'],
    ['dailyRevealBudget', 'daily reveal budget', '每日查看明文次数'],
    ['addressBookHide', 'address book', '通讯录'],
    ['orderDetailsHide', 'order details', '订单详情'],
    ['unmaskedExport', 'unmasked export', '明文导出'],
    ['deductionCapCents', 'deduction cap', '减免上限'],
  ] as const;
  return order.flatMap(([field, en, zh]) => (isBeyond[field] === true ? [{ field, what: { en, zh } }] : []));
}
