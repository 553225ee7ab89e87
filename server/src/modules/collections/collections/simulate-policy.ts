import type { aiAllocation, casePolicy, ParsedRequestOf, policyPreview } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { addDays, type BusinessDate, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import type { RuleInForce } from '../../platform/rules/index.ts';
import { aiFamily, aiSharesAt } from './ai-share.ts';
import { type Collector, collectorsFor, type DivisionWeights, fairnessOf } from './collectors.ts';
import { DivisionPlanner, type Waiting } from './division-plan.ts';
import { type Division, divisionAt, reminderOf, ruleOf, stepOn } from './division-rule.ts';
import { counted, countBy } from './pool-division.ts';
import { levelOn, movedBy, openBeforeDue, openingTonight, waitingCases } from './waiting-cases.ts';

interface Asked<Value> {
  readonly ruleId?: string | undefined;
  readonly merchantNo: string;
  readonly value: Value;
}
type Ai = ParsedRequestOf<typeof aiAllocation.simulate>;

/** When the next working day is divided; EAT. */
const MORNING_HOURS = 9;

/** What a simulation begins with: the next morning, its people and policies. @throws AppError REFERENCE_UNKNOWN */
async function morningOf({ merchantNo }: Pick<Asked<unknown>, 'merchantNo'>, { db, caller }: Call, now: Date) {
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  const day = addDays(businessDateOf(now), 1);
  const at = new Date(startOfBusinessDate(day).getTime() + MORNING_HOURS * 3_600_000);
  return {
    day,
    division: await divisionAt(db, merchantNo, at),
    people: await collectorsFor(db, { merchantNo, at }),
    shares: await aiSharesAt(db, merchantNo, at),
  };
}

/** The rules in force with one as somebody wrote it, the written one first. */
const withWritten = <Value>(rules: readonly RuleInForce<Value>[], asked: Asked<Value>): RuleInForce<Value>[] => {
  const { ruleId = '', merchantNo, value } = asked;
  const written = { ruleId, merchantNo, value, versionNo: 0, makerUserNo: '', checkerUserNo: '' };
  return [written, ...rules.filter((rule) => rule.ruleId !== ruleId)];
};

/** Who would get which of the waiting cases. @throws AppError REFERENCE_UNKNOWN */
export async function simulateLevel(
  asked: Asked<casePolicy.LevelPolicy>,
  call: Call,
  now = new Date(),
): Promise<policyPreview.PolicyPreview> {
  const morning = await morningOf(asked, call, now);
  const { merchantNo, value } = asked;
  const division: Division = { ...morning.division, levels: withWritten(morning.division.levels, asked) };
  const { day } = morning;
  const tomorrow = await levelOn(call.db, day);
  const waiting = (await waitingCases(call.db, { merchantNo })).map((one) => ({ ...one, ...tomorrow.of(one) }));
  // What nobody keeps is handed on with what waits, at the levels that tonight brings.
  const moved = (await movedBy(call.db, { merchantNo, levels: tomorrow })).filter(
    (one) => !ruleOf(division, one, day).keepCollector,
  );
  const isAbout = (one: Waiting): boolean =>
    value.caseScopes.includes(one.caseScope) &&
    value.caseLevels.some((level) => level === one.caseLevel) &&
    one.dueAtEntryCents >= (value.amountFromCents ?? 0) &&
    one.dueAtEntryCents <= (value.amountToCents ?? Infinity);
  return await previewOf({ ...morning, division, cases: [...waiting, ...moved], isAbout, weights: value }, call);
}

/** How tomorrow's cases of S0 would be reminded, and who would get those for people. @throws AppError REFERENCE_UNKNOWN */
export async function simulateReminder(
  asked: Asked<casePolicy.ReminderPolicy>,
  call: Call,
  now = new Date(),
): Promise<policyPreview.PolicyPreview> {
  const morning = await morningOf(asked, call, now);
  const { merchantNo, value } = asked;
  const { day } = morning;
  const division: Division = { ...morning.division, reminders: withWritten(morning.division.reminders, asked) };
  const isOurs = (one: Waiting): boolean => reminderOf(division, one)?.value === value;
  const tonight = await openingTonight(call.db, { merchantNo, day });
  const open = [...(await openBeforeDue(call.db, { merchantNo, day })), ...tonight].filter(isOurs);
  const steps = countBy(open, (one) => stepOn(value, one, day) ?? 'NONE');
  const waiting = [...(await waitingCases(call.db, { merchantNo })), ...tonight];
  const numbers = new Set(open.map(({ caseNo }) => caseNo));
  const isAbout = (one: Waiting): boolean => numbers.has(one.caseNo) && stepOn(value, one, day) === 'PERSON';
  const preview = await previewOf({ ...morning, division, cases: waiting, isAbout, weights: weightsOf(value) }, call);
  return {
    ...preview,
    cases: open.length,
    amountCents: sumOf(open),
    steps: counted(steps).map(([step, cases]) => ({ step, cases })),
  };
}

const weightsOf = (value: casePolicy.ReminderPolicy): DivisionWeights => ({ ...value, newStaffMaxAmountCents: null });
const sumOf = (cases: readonly Waiting[]): number => cases.reduce((sum, one) => sum + one.dueAtEntryCents, 0);

/** What of its cases the AI employee would get, and who the others. @throws AppError REFERENCE_UNKNOWN, AI_EMPLOYEE_NEEDED */
export async function simulateAi(asked: Ai, call: Call, now = new Date()): Promise<policyPreview.PolicyPreview> {
  const morning = await morningOf(asked, call, now);
  const { merchantNo, value } = asked;
  await aiFamily.check?.(call.db, merchantNo, value);
  const aiRules = withWritten(morning.shares.aiRules, asked).toSorted((one, other) =>
    // As in force they share in the order of their numbers; a new one comes last.
    (one.ruleId || '~').localeCompare(other.ruleId || '~'),
  );
  const isAbout = (one: Waiting): boolean =>
    value.caseScopes.includes(one.caseScope) &&
    value.caseLevels.includes(one.caseLevel) &&
    one.dueAtEntryCents >= (value.minDueCents ?? 0) &&
    one.dueAtEntryCents <= (value.maxDueCents ?? Infinity);
  const cases = await waitingCases(call.db, { merchantNo });
  const first = cases.find(isAbout);
  const weights = first ? ruleOf(morning.division, first, morning.day) : null;
  return await previewOf({ ...morning, shares: { ...morning.shares, aiRules }, cases, isAbout, weights }, call);
}

interface Question {
  readonly day: BusinessDate;
  readonly division: Division;
  readonly people: readonly Collector[];
  readonly shares: Awaited<ReturnType<typeof aiSharesAt>>;
  readonly cases: readonly Waiting[];
  /** Of all that compete for the same people, which the policy speaks of. */
  readonly isAbout: (one: Waiting) => boolean;
  readonly weights: DivisionWeights | null;
}

async function previewOf(
  { day, division, people, shares, cases, isAbout, weights }: Question,
  { db }: Call,
): Promise<policyPreview.PolicyPreview> {
  const before = new Map(people.map(({ userNo, openCases }) => [userNo, openCases]));
  // Nobody has been given anything on a day that has not begun.
  const plan = new DivisionPlanner({ division, day, people, ...shares, givenToAi: new Map() }).plan(cases);
  const given = plan.given.filter(({ one }) => isAbout(one));
  const byPerson = Map.groupBy(given, ({ userNo }) => userNo);
  const names = await db
    .selectFrom('appUser')
    .select(['userNo', 'realName'])
    .where('userNo', 'in', [...byPerson.keys(), ''])
    .execute();
  const robots = new Set(shares.aiRules.map(({ value }) => value.aiEmployeeUserNo));
  const ours = cases.filter(isAbout);
  return {
    day,
    cases: ours.length,
    amountCents: sumOf(ours),
    steps: [],
    people: [...byPerson]
      .map(([userNo, all]) => ({
        userNo,
        realName: names.find((one) => one.userNo === userNo)?.realName ?? userNo,
        employeeCategory: people.find((one) => one.userNo === userNo)?.employeeCategory ?? 'OLD',
        isAiEmployee: robots.has(userNo),
        openCases: before.get(userNo) ?? 0,
        cases: all.length,
        amountCents: sumOf(all.map(({ one }) => one)),
        reasons: counted(countBy(all, ({ why }) => why)).map(([why, count]) => ({ why, cases: count })),
      }))
      .toSorted((one, other) => other.cases - one.cases || one.userNo.localeCompare(other.userNo)),
    left: counted(
      countBy(
        plan.left.filter(({ one }) => isAbout(one)),
        ({ why }) => why,
      ),
    ).map(([why, count]) => ({ why, cases: count })),
    fairness:
      weights &&
      fairnessOf(
        people.filter(({ userNo }) => !robots.has(userNo)),
        weights,
      ),
  };
}
