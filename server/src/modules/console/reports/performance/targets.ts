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

type Scored = (typeof contract.TARGET_MEASURES)[contract.StaffType][number];

/** What one measure gives of a score. */
export interface ScorePart {
  readonly measure: Scored;
  readonly value: number;
  readonly target: number;
  /** Of what could be measured. */
  readonly weight: number;
  /** Of the target, 1.2 at most. */
  readonly part: number;
}

/** What a score is made of; what could not be measured of somebody has no weight in it. Pure. */
export function partsOf(type: contract.StaffType, target: Target, figures: Figures, period: Period): ScorePart[] {
  const parts = contract.TARGET_MEASURES[type].flatMap((measure: Scored): ScorePart[] => {
    const value = figures[measure] ?? null;
    const weight = target[`${measure}Weight`] ?? 0;
    if (value === null || weight === 0) return [];
    const aim = scaled(target, measure, period);
    const part = contract.INVERSE_MEASURES.has(measure) ? (value === 0 ? MAX : aim / value) : value / aim;
    return [{ measure, value, target: aim, weight, part: Math.min(part, MAX) }];
  });
  const weights = parts.reduce((sum, { weight }) => sum + weight, 0);
  return parts.map((one) => ({ ...one, weight: one.weight / weights }));
}

/** What a part of the score would add if its target was reached; at the most that counts, if it is. Pure. */
export const couldAdd = ({ part, weight }: ScorePart): number => 100 * weight * ((part < 1 ? 1 : MAX) - part);

/** 100 x the weighted parts of targets that were reached, to one decimal; null where nothing could be measured. Pure. */
export function scoreOf(type: contract.StaffType, target: Target, figures: Figures, period: Period): number | null {
  const parts = partsOf(type, target, figures, period);
  const reached = parts.reduce((sum, { weight, part }) => sum + weight * part, 0);
  return parts.length === 0 ? null : Math.round(1_000 * reached) / 10;
}
