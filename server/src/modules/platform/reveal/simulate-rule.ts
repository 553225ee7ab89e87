import type { ParsedRequestOf, ReplyOf, sensitiveInfo } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { withMasks } from '../../../ground/masks-in-force.ts';
import type { Call } from '../../../http/implement.ts';
import { masksOf } from '../access/index.ts';
import {
  maskAccount,
  maskAddress,
  maskContact,
  maskEmail,
  maskIdCard,
  maskLocation,
  maskName,
  maskPhone,
} from '../masking/index.ts';
import type { RevealField } from './kinds.ts';
import { ruleOf } from './sensitive-info.ts';

type Rule = sensitiveInfo.SensitiveRule;
type Standing = NonNullable<ReplyOf<typeof sensitiveInfo.simulate>['person']>['now'];

interface Holder {
  readonly userNo: string;
  readonly userName: string;
  readonly realName: string;
  /** The largest of the person's roles. */
  readonly budget: number;
  /** Roles that name the field among their sensitive permissions. */
  readonly roleNos: readonly string[];
  readonly isMasked: boolean;
  readonly exportsUnmasked: boolean;
}

/** Nobody's. */
const EXAMPLES: Readonly<Record<RevealField, string>> = {
  customerName: 'Wanjiru Kamau',
  phone: '254712345678',
  idCardNo: '23456789',
  bankAccount: '0112345678901',
  email: 'wanjiru.kamau@example.co.ke',
  address: 'House 12, Ngong Road',
  contacts: '254722334455',
  location: 'Kenyatta Avenue 14',
};
const MASKS: Readonly<Record<RevealField, (value: string) => string>> = {
  customerName: maskName,
  phone: maskPhone,
  idCardNo: maskIdCard,
  bankAccount: maskAccount,
  email: maskEmail,
  address: maskAddress,
  contacts: maskContact,
  location: maskLocation,
};

const maskedBy = (fieldKey: RevealField, rule: Rule | null, isFile: boolean): string =>
  withMasks(masksOf(rule === null ? [] : [rule], isFile), () => MASKS[fieldKey](EXAMPLES[fieldKey]));

/** The example as this person sees it: names in full where a role of theirs shows them. */
function shownTo(
  { isMasked, exportsUnmasked }: Holder,
  field: RevealField,
  rule: Rule | null,
  isFile: boolean,
): string {
  const mayShow = isFile ? rule?.exportAllowed !== false && (!isMasked || exportsUnmasked) : !isMasked;
  return field === 'customerName' && mayShow ? EXAMPLES[field] : maskedBy(field, rule, isFile);
}

/** Pure: what a person sees of the field, whether they may reveal the field, how often a day and for which purposes; null means every purpose. */
function standingOf(holder: Holder, field: RevealField, rule: Rule | null): Standing {
  const { budget, roleNos } = holder;
  const mayReveal =
    budget > 0 &&
    roleNos.some((roleNo) => rule === null || rule.revealRoles.length === 0 || rule.revealRoles.includes(roleNo)) &&
    rule?.dailyRevealBudget !== 0;
  return {
    shown: shownTo(holder, field, rule, false),
    inFiles: shownTo(holder, field, rule, true),
    mayReveal,
    aDay: mayReveal ? Math.min(budget, rule?.dailyRevealBudget ?? budget) : 0,
    purposes: rule === null || rule.purposes.length === 0 ? null : rule.purposes,
  };
}

/** What a rule would change for the people who reveal its field, and for one of them. */
export async function simulateRule(
  { rule, userName }: ParsedRequestOf<typeof sensitiveInfo.simulate>,
  { db }: Call,
): Promise<ReplyOf<typeof sensitiveInfo.simulate>> {
  const { fieldKey } = rule;
  const held = await ruleOf(db, fieldKey);
  const { rows } = await sql<Holder>`
    SELECT u.user_no, u.user_name, u.real_name, coalesce(max(r.daily_reveal_budget), 0)::int AS budget,
      coalesce(array_agg(r.role_no) FILTER (WHERE ${fieldKey} = ANY(r.reveal_fields)), '{}') AS role_nos,
      coalesce(bool_and(r.is_desensitization), true) AS is_masked,
      coalesce(bool_or(r.unmasked_export), false) AS exports_unmasked
    FROM app_user u LEFT JOIN user_role ur USING (user_no) LEFT JOIN role r USING (role_no)
    WHERE u.user_status = 'NORMAL' GROUP BY u.user_no, u.user_name, u.real_name`.execute(db);
  const compared = rows.map((holder) => ({
    holder,
    now: standingOf(holder, fieldKey, held),
    then: standingOf(holder, fieldKey, rule),
  }));
  const person = userName === null ? undefined : compared.find(({ holder }) => holder.userName === userName);
  return {
    users: compared.filter(({ then }) => then.mayReveal).length,
    gaining: compared.filter(({ now, then }) => !now.mayReveal && then.mayReveal).length,
    masked: { now: maskedBy(fieldKey, held, false), then: maskedBy(fieldKey, rule, false) },
    losing: compared.filter(({ now, then }) => now.mayReveal && !then.mayReveal).length,
    person: person ? { realName: person.holder.realName, now: person.now, then: person.then } : null,
  };
}
