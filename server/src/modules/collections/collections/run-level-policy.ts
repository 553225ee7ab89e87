import { casePolicy, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { type Call, type CommandCall, implement } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { createJob, defineJob } from '../../platform/jobs/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { everyRuleAt, type RuleInForce } from '../../platform/rules/index.ts';
import { aiSharesAt } from './ai-share.ts';
import { levelFamily } from './case-policies.ts';
import { collectorsFor } from './collectors.ts';
import { AT_ONCE, divideAsked } from './divide-pool.ts';
import { DivisionPlanner, type Waiting } from './division-plan.ts';
import { divisionAt, ruleOf } from './division-rule.ts';
import { turnOf } from './pool-division.ts';
import { regroupOne } from './regroup.ts';
import { movedCases, waitingCases } from './waiting-cases.ts';

type Rule = RuleInForce<casePolicy.LevelPolicy>;
type Asked = ParsedRequestOf<typeof casePolicy.levelRun>;

/** A policy in force of a merchant that the caller sees. @throws AppError NOT_FOUND, ILLEGAL_TRANSITION while it is disabled */
async function ruleInForce(db: Queryable, ruleId: string, at: Date, { caller }: Pick<Call, 'caller'>): Promise<Rule> {
  const rule = (await everyRuleAt(db, levelFamily, at)).find((one) => one.ruleId === ruleId);
  if (!rule || !seesMerchant(caller.scope, rule.merchantNo)) throw new AppError('NOT_FOUND');
  if (!rule.isEnabled) throw new AppError('ILLEGAL_TRANSITION');
  return rule;
}

/** What the policy speaks of now: what waits, and what came to its levels and is nobody's to keep. */
async function casesOf(db: Queryable, { ruleId, merchantNo }: Rule, at: Date) {
  const division = await divisionAt(db, merchantNo, at);
  const day = businessDateOf(at);
  const isOfRule = (one: Waiting): boolean => ruleOf(division, one, day).policy?.ruleId === ruleId;
  const moved = (await movedCases(db)).filter(
    (one) => one.merchantNo === merchantNo && isOfRule(one) && !ruleOf(division, one, day).keepCollector,
  );
  return { division, day, waiting: (await waitingCases(db, { merchantNo })).filter(isOfRule), moved };
}

async function previewRun({ ruleId }: Asked, call: Call): Promise<ReplyOf<typeof casePolicy.levelRunPreview>> {
  const { db } = call;
  const at = new Date();
  const rule = await ruleInForce(db, ruleId, at, call);
  const { merchantNo } = rule;
  const { division, day, waiting, moved } = await casesOf(db, rule, at);
  const people = await collectorsFor(db, { merchantNo, at });
  const planner = new DivisionPlanner({ division, day, people, ...(await aiSharesAt(db, merchantNo, at)) });
  const { given } = planner.plan([...waiting, ...moved]);
  return {
    cases: waiting.length + moved.length,
    given: given.length,
    collectors: new Set(given.map(({ userNo }) => userNo)).size,
    caseLevels: rule.value.caseLevels,
  };
}

const input = z.array(z.string());
const params = z.strictObject({ ruleId: z.string(), askedAt: z.optional(z.string()) });

/** The cases of a policy divided now, some thousands of those that wait an item, those in work one each. */
export const runPolicyKind = defineJob({
  kind: 'levelPolicy.run',
  title: { en: 'Divide the cases of a policy', zh: '按策略立即分案' },
  code: levelFamily.codes.save,
  params,
  async runItem(item, { ruleId, askedAt }, run) {
    const { tx, caller } = run;
    const turn = turnOf(askedAt, caller.userNo);
    const { at } = turn;
    const rule = await ruleInForce(tx, ruleId, at, run);
    const wanted = new Set(input.parse(item.input));
    const { waiting, moved } = await casesOf(tx, rule, at);
    const [only] = moved.filter(({ caseNo }) => wanted.has(caseNo));
    if (only) return { divided: (await regroupOne(tx, only, turn)) ? 1 : 0 };
    const some = waiting.filter(({ caseNo }) => wanted.has(caseNo));
    return { divided: await divideAsked(tx, rule.merchantNo, some, turn) };
  },
});

/** @throws AppError NOT_FOUND, ILLEGAL_TRANSITION, CASE_POOL_EMPTY */
async function runNow({ ruleId }: Asked, call: CommandCall): Promise<ReplyOf<typeof casePolicy.levelRun>> {
  const at = new Date();
  const rule = await ruleInForce(call.tx, ruleId, at, call);
  const { waiting, moved } = await casesOf(call.tx, rule, at);
  if (waiting.length + moved.length === 0) throw new AppError('CASE_POOL_EMPTY');
  const numbers = waiting.map(({ caseNo }) => caseNo);
  const items = [
    ...Array.from({ length: Math.ceil(numbers.length / AT_ONCE) }, (_, place) => ({
      subjectNo: `${ruleId} ${place + 1}`,
      input: numbers.slice(place * AT_ONCE, (place + 1) * AT_ONCE),
    })),
    ...moved.map(({ caseNo }) => ({ subjectNo: caseNo, input: [caseNo] })),
  ];
  const jobNo = await createJob(runPolicyKind, { ruleId, askedAt: at.toISOString() }, call, items);
  return { jobNo, cases: waiting.length + moved.length };
}

export const runPolicyRoutes = [
  implement(casePolicy.levelRunPreview, previewRun),
  implement(casePolicy.levelRun, runNow),
];
