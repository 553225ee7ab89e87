import type { ParsedRequestOf, ReplyOf, sensitiveInfo } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
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
}

/** Pure: whether a person may reveal the field, how often a day and for which purposes; null means every purpose. */
function standingOf({ budget, roleNos }: Holder, rule: Rule | null): Standing {
  const mayReveal =
    budget > 0 &&
    roleNos.some((roleNo) => rule === null || rule.revealRoles.length === 0 || rule.revealRoles.includes(roleNo)) &&
    rule?.dailyRevealBudget !== 0;
  return {
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
      coalesce(array_agg(r.role_no) FILTER (WHERE ${fieldKey} = ANY(r.reveal_fields)), '{}') AS role_nos
    FROM app_user u LEFT JOIN user_role ur USING (user_no) LEFT JOIN role r USING (role_no)
    WHERE u.user_status = 'NORMAL' GROUP BY u.user_no, u.user_name, u.real_name`.execute(db);
  const compared = rows.map((holder) => ({ holder, now: standingOf(holder, held), then: standingOf(holder, rule) }));
  const person = userName === null ? undefined : compared.find(({ holder }) => holder.userName === userName);
  return {
    users: compared.filter(({ then }) => then.mayReveal).length,
    gaining: compared.filter(({ now, then }) => !now.mayReveal && then.mayReveal).length,
    losing: compared.filter(({ now, then }) => now.mayReveal && !then.mayReveal).length,
    person: person ? { realName: person.holder.realName, now: person.now, then: person.then } : null,
  };
}
