import { createHash } from 'node:crypto';
import type { rules } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { readClaims, serverSecret, signClaims } from '../vault/index.ts';
import type { RuleFamily } from './rule-family.ts';

const PURPOSE = 'rules.dryRun';

/** Keys in one order, so that equal values are equal texts. */
const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

interface Proven {
  readonly key: string;
  readonly merchantNo: string;
  readonly userNo: string;
  readonly value: object;
}

/** What a token says: who simulated which values of whose rule. */
const claimsOf = ({ value, ...who }: Proven) => ({
  ...who,
  values: createHash('sha256').update(JSON.stringify(value, sorted)).digest('base64url'),
});

/** Throws DRY_RUN_NEEDED unless these very values were simulated by this person. */
export async function needDryRun(db: Queryable, what: Proven, token: string | undefined): Promise<void> {
  const held = token === undefined ? null : readClaims(await serverSecret(db, PURPOSE), token);
  if (JSON.stringify(held, sorted) !== JSON.stringify(claimsOf(what), sorted)) throw new AppError('DRY_RUN_NEEDED');
}

interface DryRunRequest<Value> {
  readonly merchantNo: string;
  readonly ruleId?: string | undefined;
  readonly value: Value;
}

/** What a rule would do, with the token that saving it asks for. @throws AppError REFERENCE_UNKNOWN */
export async function dryRunRule<Value extends object>(
  family: RuleFamily<Value> & { readonly simulate: NonNullable<RuleFamily<Value>['simulate']> },
  { merchantNo, ruleId = undefined, value }: DryRunRequest<Value>,
  { db, caller }: Call,
): Promise<rules.DryRunReply> {
  if (!seesMerchant(caller.scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  await family.check?.(db, merchantNo, value);
  const found = await family.simulate(db, { merchantNo, ruleId: ruleId ?? null, value }, new Date());
  const { key } = family;
  const claims = claimsOf({ key, merchantNo, userNo: caller.userNo, value });
  return { ...found, dryRunToken: signClaims(await serverSecret(db, PURPOSE), claims) };
}
