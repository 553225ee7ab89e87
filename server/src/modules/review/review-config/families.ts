import { reviewRules } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { ConfigFamily } from '../../platform/configuration/index.ts';
import { stepsScopeFault } from './scope.ts';

const CONFIG_PAGE = '/AdminContent/AuditSystem/AuditConfiguration';
/** An approver with the same right agrees. */
const access = {
  see: { page: [CONFIG_PAGE] },
  save: 'audit:config:update',
  decide: 'audit:config:update',
} as const;

interface Wanted<Value> {
  readonly key: string;
  readonly en: string;
  readonly zh: string;
  readonly value: z.ZodMiniType<Value>;
  /** What holds before anybody configured it. */
  readonly starts: Value;
}

function ofThePolicy<Value>({ key, en, zh, value, starts }: Wanted<Value>): ConfigFamily<Value> {
  const initial = async () => await Promise.resolve(starts);
  return { key, title: { en, zh }, value, isPerSubject: false, access, initial };
}

export const allocationFamily = ofThePolicy<reviewRules.AllocationRules>({
  key: 'audit.allocation',
  en: 'Order assignment',
  zh: '订单分配',
  value: reviewRules.allocationRules,
  starts: { autoAllotEnabled: false, leaseMinutes: 30, amberAfterMinutes: 30, redAfterMinutes: 90 },
});

export const rejectFamily = ofThePolicy<reviewRules.RejectRules>({
  key: 'audit.reject',
  en: 'Order returns',
  zh: '退回客户的订单',
  value: reviewRules.rejectRules,
  starts: {
    returnDays: 7,
    correctableItems: [
      'ID_IMAGES',
      'SELFIE',
      'BANK_CARD',
      'PAYOUT_TYPE',
      'EMPLOYER',
      'INCOME',
      'ADDRESS',
      'EMERGENCY_CONTACTS',
    ],
  },
});

export const faceFamily = ofThePolicy<reviewRules.FaceRules>({
  key: 'audit.face',
  en: 'Face match',
  zh: '人脸一致性',
  value: reviewRules.faceRules,
  starts: { scoreThreshold: 80, compulsory: 'BELOW_THRESHOLD' },
});

export const aiFamily = ofThePolicy<reviewRules.AiRules>({
  key: 'audit.aiEmployees',
  en: 'AI employees',
  zh: 'AI 员工',
  value: reviewRules.aiRules,
  starts: { aiMayDecide: false },
});

/** The steps of a merchant, a product, a loan type, or what is more general; none until configured. */
export const stepsFamily: ConfigFamily<reviewRules.ReviewStep[]> = {
  key: 'audit.reviewSteps',
  title: { en: 'Review steps', zh: '审核步骤' },
  value: reviewRules.reviewSteps,
  isPerSubject: true,
  access,
  initial: async () => await Promise.resolve(null),
  check: checkSteps,
};

async function checkSteps(db: Queryable, subjectNo: string, steps: reviewRules.ReviewStep[]): Promise<void> {
  if (await stepsScopeFault(db, subjectNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['subjectNo'] });
  }
  const rows = await db
    .selectFrom('dictionaryEntry')
    .select('value')
    .where('dictKey', '=', 'REVIEW_STEP_ANSWER')
    .execute();
  const known = new Set(rows.map(({ value }) => value));
  const names = steps.map(({ stepName }) => stepName.toLowerCase());
  const others = steps.map(({ stepNameZh }) => stepNameZh?.toLowerCase());
  const fields = steps.flatMap(({ answers }, index) => [
    ...(answers.every((answer) => known.has(answer)) ? [] : [`value.${index}.answers`]),
    ...(names.indexOf(names[index] ?? '') === index ? [] : [`value.${index}.stepName`]),
    ...(others[index] !== undefined && others.indexOf(others[index]) !== index ? [`value.${index}.stepNameZh`] : []),
  ]);
  if (fields.length > 0) throw new AppError('REVIEW_STEP_FAULT', { fields });
}

export const reviewFamilies: readonly ConfigFamily[] = [
  allocationFamily,
  stepsFamily,
  rejectFamily,
  faceFamily,
  aiFamily,
];
