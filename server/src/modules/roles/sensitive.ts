import type { role } from '@kituo/sdk/contracts';
import type { Caller } from '../../http/implement.ts';
import type { RoleRecord } from './read.ts';

type Group = role.SensitiveGroup;
type Held = Pick<RoleRecord, 'roleNo' | 'sensitive'>;

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
      (most, one) =>
        one.deductionCapCents === null ? most : Math.max(most ?? 0, one.deductionCapCents),
      null,
    ),
    mfaRequired: groups.some((one) => one.mfaRequired),
    validateCodeRequired: groups.some((one) => one.validateCodeRequired),
  };
}

/** The caller's own group. */
export function ownOf(caller: Caller, roles: readonly Held[]): Group {
  return sumOf(
    roles.filter((one) => caller.roleNos.includes(one.roleNo)).map((one) => one.sensitive),
  );
}

/** What of `wished` goes beyond `own`, in words. Sign-in rules only tighten, so anybody may set them. */
export function beyondOf(wished: Group, own: Group): string[] {
  const missing: string[] = [];
  if (wished.isDesensitization < own.isDesensitization) missing.push('unmasked values');
  const fields = wished.revealFields.filter((field) => !own.revealFields.includes(field));
  missing.push(...fields.map((field) => `reveal of ${field}`));
  if (wished.dailyRevealBudget > own.dailyRevealBudget) missing.push('daily reveal budget');
  if (!wished.addressBookHide && own.addressBookHide) missing.push('address book');
  if (!wished.orderDetailsHide && own.orderDetailsHide) missing.push('order details');
  if (wished.unmaskedExport && !own.unmaskedExport) missing.push('unmasked export');
  if ((wished.deductionCapCents ?? 0) > (own.deductionCapCents ?? 0)) missing.push('deduction cap');
  return missing;
}
