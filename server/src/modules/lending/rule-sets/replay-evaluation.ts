import type { ReplyOf, riskModel, ruleSet } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { isSameScore } from '../risk-models/index.ts';
import { GUARD, NO_SCORE } from './default-rules.ts';
import { type Facts, meets } from './evaluate.ts';
import { evaluations } from './evaluations.ts';

/** A decision as it was kept. */
interface Kept {
  readonly decision: ruleSet.RuleDecision;
  readonly isHalted: boolean;
  readonly facts: Facts;
  readonly lines: readonly (Omit<ruleSet.EvaluationLine, 'fieldKey' | 'operator'> & {
    readonly fieldKey: ruleSet.RuleField;
    readonly operator: ruleSet.RuleOperator;
  })[];
  readonly score: riskModel.ScoreTrace | null;
}

/** Where a kept decision does not follow from its own facts: lines by priority, or the decision; empty where it does. */
export function differencesIn({ decision, isHalted, facts, lines }: Omit<Kept, 'score'>): string[] {
  const read = lines.map((line) => ({ ...line, isHit: meets(line, facts[line.fieldKey]) }));
  const hit = (priority: number): boolean => read.some((line) => line.priority === priority && line.isHit);
  const rules = read.filter(({ priority }) => priority !== GUARD.priority && priority !== NO_SCORE.priority);
  const byRules = rules.find(({ isHit }) => isHit)?.decision ?? 'PASS';
  const isUnscored = byRules === 'PASS' && hit(NO_SCORE.priority);
  const again = hit(GUARD.priority) ? 'REFUSE' : isHalted || isUnscored ? 'MANUAL' : byRules;
  return [
    ...read.filter(({ isHit }, index) => isHit !== lines[index]?.isHit).map(({ priority }) => String(priority)),
    ...(again === decision ? [] : ['decision']),
  ];
}

/** Decides a kept application again from its facts, and its score from its inputs. @throws AppError NOT_FOUND */
export async function replayEvaluation(
  { evaluationId }: { readonly evaluationId: string },
  call: Call,
): Promise<ReplyOf<typeof ruleSet.evaluationReplay>> {
  const { evaluationId: id } = await evaluations.one(Number(evaluationId), call);
  const { rows } = await sql<Kept>`
    SELECT decision, is_halted, facts, lines, score FROM risk_evaluation WHERE evaluation_id = ${id}`.execute(call.db);
  const [kept] = rows;
  if (!kept) return { isSame: false, differences: ['decision'] };
  const isScoreSame = kept.score === null || (await isSameScore(call.db, kept.score));
  const differences = [...differencesIn(kept), ...(isScoreSame ? [] : ['score'])];
  return { isSame: differences.length === 0, differences };
}
