import { performanceTarget as contract } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../../db/database.ts';
import { configAt, type ConfigFamily } from '../../../platform/configuration/index.ts';
import type { Period } from '../engine/asked.ts';
import type { Figures } from '../engine/figures.ts';
import { daysBetween } from '../../../platform/policy/index.ts';

type Target = contract.PerformanceTarget;

const TITLES = {
  COLLECTOR: ['collectors', '催收员'],
  TELEMARKETER: ['telemarketers', '电销员'],
  AUDITOR: ['reviewers', '审核员'],
  SERVICE: ['customer service', '客服'],
} as const;

const familyOf = (type: contract.StaffType, category: contract.StaffCategory): ConfigFamily<Target> => {
  const [en, zh] = TITLES[type];
  const isNew = category === 'NEW';
  return {
    key: contract.targetKey(type, category),
    title: {
      en: `Targets of ${en}, ${isNew ? 'new' : 'experienced'}`,
      zh: `${zh}目标（${isNew ? '新员工' : '老员工'}）`,
    },
    value: contract.performanceTarget(type),
    isPerSubject: false,
    access: {
      see: { code: ['report:performance:target'] },
      save: 'report:performance:target',
      decide: 'report:performance:target',
    },
    initial: async () => await Promise.resolve(null),
  };
};

const types = contract.staffType.options;
const categories = contract.staffCategory.options;
const FAMILIES: ReadonlyMap<string, ConfigFamily<Target>> = new Map(
  types.flatMap((type) => categories.map((category) => [`${type} ${category}`, familyOf(type, category)] as const)),
);

/** Targets of each type and category of staff. A version begins on the day it is agreed to or later: a closed month keeps its own. */
export const targetFamilies: readonly ConfigFamily[] = [...FAMILIES.values()];

/** The targets that held at a moment; null where none were set. */
export async function targetAt(db: Queryable, type: string, category: string, at: Date): Promise<Target | null> {
  const family = FAMILIES.get(`${type} ${category}`);
  return family ? (await configAt(db, family, at)).value : null;
}

/** A target by the days of a period: those of amounts and counts are for 30 days. */
export function scaled(target: Target, measure: string, { from, to }: Period): number {
  const whole = target[`${measure}Target`] ?? 0;
  return contract.MONTHLY_MEASURES.has(measure) ? (whole * (daysBetween(from, to) + 1)) / 30 : whole;
}

const MAX = 1.2;

/**
 * 100 x the weighted parts of targets that were reached, to one decimal. What could not be measured of somebody has no
 * weight in their score; null where nothing could.
 */
export function scoreOf(type: contract.StaffType, target: Target, figures: Figures, period: Period): number | null {
  let reached = 0;
  let weights = 0;
  for (const measure of contract.TARGET_MEASURES[type]) {
    const value = figures[measure] ?? null;
    const weight = target[`${measure}Weight`] ?? 0;
    if (value === null || weight === 0) continue;
    const aim = scaled(target, measure, period);
    const part = contract.INVERSE_MEASURES.has(measure) ? (value === 0 ? MAX : aim / value) : value / aim;
    reached += weight * Math.min(part, MAX);
    weights += weight;
  }
  return weights === 0 ? null : Math.round((1_000 * reached) / weights) / 10;
}
