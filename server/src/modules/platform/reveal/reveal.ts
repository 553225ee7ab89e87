import type { reveal, sensitiveInfo } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { isPermitted } from '../../../http/register.ts';
import { authenticate } from '../access/index.ts';
import { businessDateOf } from '../policy/index.ts';
import { allowanceOf, lockDay, countOne, type Allowance } from './budget.ts';
import type { RevealKind } from './kinds.ts';
import { refuseAgainstRule, ruleOf, shownOf } from './sensitive-info.ts';
import { warnOfSpentBudget } from './warn.ts';

export interface RevealRequest {
  readonly kind: string;
  readonly subjectNo: string;
  readonly purpose: string;
  readonly note?: string | undefined;
}

type Outcome = reveal.RevealRow['outcome'];

/** The kind, and the caller with what they reach on its page. Throws NOT_FOUND, FORBIDDEN. */
async function admit(requested: RevealRequest, call: Call): Promise<{ kind: RevealKind; caller: Caller }> {
  const kind = call.services.reveals.get(requested.kind);
  if (!kind) throw new AppError('NOT_FOUND');
  const caller = await authenticate(call.db, call.services, call.raw.request, kind.access);
  if (!isPermitted(kind.access, caller)) throw new AppError('FORBIDDEN');
  return { kind, caller };
}

/** Throws REFERENCE_UNKNOWN beside the purpose, BAD_REQUEST beside a note that is missing. */
async function checkPurpose({ purpose, note }: RevealRequest, { db }: Call): Promise<void> {
  const known = await db
    .selectFrom('dictionaryEntry')
    .select('entryId')
    .where('dictKey', '=', 'REVEAL_PURPOSE')
    .where('value', '=', purpose)
    .where('isEnabled', '=', true)
    .executeTakeFirst();
  if (!known) throw new AppError('REFERENCE_UNKNOWN', { fields: ['purpose'] });
  if (purpose === 'OTHER' && note === undefined) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'note', msg: 'Content cannot be blank' }] });
  }
}

interface Attempt {
  readonly kind: RevealKind;
  readonly requested: RevealRequest;
  readonly caller: Caller;
  readonly eatDay: string;
  readonly allowance: Allowance;
  /** Of this kind of value; null where the roles alone decide. */
  readonly rule: sensitiveInfo.SensitiveRule | null;
  readonly isEmpty: boolean;
}

async function wasShown(tx: Tx, { requested, caller, eatDay }: Attempt): Promise<boolean> {
  const found = await tx
    .selectFrom('revealLog')
    .select('revealId')
    .where('userNo', '=', caller.userNo)
    .where('eatDay', '=', eatDay)
    .where('kind', '=', requested.kind)
    .where('subjectNo', '=', requested.subjectNo)
    .where('outcome', '=', 'SHOWN')
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether the day of this kind of value has room; the person's whole day was locked before. */
async function isWithin(tx: Tx, { rule, kind, caller, eatDay }: Attempt): Promise<boolean> {
  if (rule === null) return true;
  return (await shownOf(tx, { userNo: caller.userNo, eatDay, field: kind.field })) < rule.dailyRevealBudget;
}

/** Decides and records in one transaction, so that what was shown was written down before. */
async function decide(tx: Tx, attempt: Attempt, call: Call): Promise<{ outcome: Outcome; used: number }> {
  const { kind, requested, caller, eatDay, allowance, isEmpty } = attempt;
  const used = await lockDay(tx, caller.userNo, eatDay);
  // A value seen today may be seen again: it is one value, and it stays one of the budget.
  const outcome: Outcome = isEmpty
    ? 'EMPTY'
    : (await wasShown(tx, attempt))
      ? 'REPEATED'
      : used < allowance.budget && (await isWithin(tx, attempt))
        ? 'SHOWN'
        : 'REFUSED';
  if (outcome === 'SHOWN') await countOne(tx, caller.userNo, eatDay);
  await tx
    .insertInto('revealLog')
    .values({
      eatDay,
      userNo: caller.userNo,
      sessionId: caller.sessionId,
      requestId: call.requestId,
      address: call.address,
      kind: kind.kind,
      field: kind.field,
      subjectNo: requested.subjectNo,
      purpose: requested.purpose,
      note: requested.note ?? null,
      outcome,
    })
    .execute();
  return { outcome, used: outcome === 'SHOWN' ? used + 1 : used };
}

/**
 * One value in full, `-` where there is none, after it was recorded and counted. Throws what `admit`,
 * `checkPurpose` and the kind's own page do, REVEAL_FIELD where no role of the caller's allows the
 * field, REVEAL_BUDGET when the day's is used up.
 */
export async function revealValue(requested: RevealRequest, call: Call): Promise<{ value: string; left: number }> {
  const { kind, caller } = await admit(requested, call);
  await checkPurpose(requested, call);
  const allowance = await allowanceOf(call.db, caller);
  if (!allowance.fields.includes(kind.field)) throw new AppError('REVEAL_FIELD');
  const rule = await ruleOf(call.db, kind.field);
  if (rule !== null) refuseAgainstRule(rule, caller, requested.purpose);
  const value = (await kind.load(call.db, requested.subjectNo, caller, call.services)) ?? '';
  const eatDay = businessDateOf(new Date());
  const attempt = { kind, requested, caller, eatDay, allowance, rule, isEmpty: value === '' };
  const { outcome, used } = await call.db.transaction().execute(async (tx) => await decide(tx, attempt, call));
  const isSpent = used >= allowance.budget;
  if (isSpent && (outcome === 'SHOWN' || outcome === 'REFUSED')) {
    await warnOfSpentBudget(call, caller, allowance.budget, eatDay);
  }
  if (outcome === 'REFUSED') {
    const budget = Math.min(allowance.budget, rule?.dailyRevealBudget ?? allowance.budget);
    throw new AppError('REVEAL_BUDGET', { facts: { budget } });
  }
  return { value: value === '' ? '-' : value, left: Math.max(0, allowance.budget - used) };
}
