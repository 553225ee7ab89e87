import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import { businessDateOf, policyOn, type PolicyKey, regulatoryPolicy } from '../policy/index.ts';
import type { ConfigFamily } from './families.ts';

const TITLES: Readonly<Record<PolicyKey, ConfigFamily['title']>> = {
  inDuplum: { en: 'In duplum: when a bill is non-performing', zh: '本息上限：不良起算日' },
  refund: { en: 'Minimum refund amount', zh: '最低退款金额' },
  caseLevels: { en: 'Case levels by days past due', zh: '案件等级与逾期天数' },
  badDebt: { en: 'Bad-debt pool: from day', zh: '坏账池起算天数' },
  promiseToPay: { en: 'Promises to pay', zh: '承诺还款' },
  contactHours: { en: 'Contact hours', zh: '联系时段' },
  contactCaps: { en: 'Daily contacts per phone', zh: '每个号码每日联系上限' },
  review: { en: 'Review time limit and days to resubmit', zh: '审核租期与退回天数' },
  makerChecker: { en: 'Expiry of payment requests awaiting approval', zh: '资金审批失效时间' },
  temporaryCredit: { en: 'Maximum temporary limit', zh: '临时额度上限' },
  dataRights: { en: 'Requests about personal data', zh: '个人数据请求' },
  fairLending: { en: 'Fairness check: smallest group', zh: '公平性检查：最小组别' },
  priceCaps: { en: 'Caps on prices', zh: '价格上限' },
  callRecordings: { en: 'Call recordings kept', zh: '通话录音保留期' },
  answers: { en: 'Answers to customers', zh: '客户答复时限' },
  caseLoad: { en: 'Load of a case by bill', zh: '账单案件的负荷权重' },
};

const LEVELS = ['S0', 'S1', 'S2', 'S3', 'S4', 'S5'];

/** What the form of one field cannot say. Pure. */
export function faultOfPolicy(key: PolicyKey, value: unknown): string | null {
  if (key === 'caseLevels') {
    const levels = regulatoryPolicy.shape.caseLevels.parse(value);
    const isWhole = levels.map(({ level }) => level).join() === LEVELS.join();
    const isRising = levels.every(({ fromDpd }, index) => {
      const earlier = levels[index - 1];
      return earlier === undefined || earlier.fromDpd < fromDpd;
    });
    if (!isWhole || !isRising) return 'S0 to S5, each starting on a later day than the previous one';
  }
  if (key === 'contactHours') {
    const { from, to } = regulatoryPolicy.shape.contactHours.parse(value);
    if (from >= to) return 'The end must be after the start';
  }
  return null;
}

const source = z
  .string()
  .check(z.trim(), z.minLength(1, 'Name the law, circular or decision'), z.maxLength(200, 'At most 200 characters'));
const withSource = z.object({ source });

/** A list names no source: case levels are the company's own. */
const formOf = (key: PolicyKey) =>
  key === 'caseLevels' ? regulatoryPolicy.shape.caseLevels : z.intersection(regulatoryPolicy.shape[key], withSource);

const sourceIn = (value: unknown): string | null => withSource.safeParse(value).data?.source ?? null;

function familyOfPolicy(key: PolicyKey): ConfigFamily {
  return {
    key: `policy.${key}`,
    title: TITLES[key],
    value: formOf(key),
    isPerSubject: false,
    // A day is charged, levelled and judged by one rule.
    isWholeDays: true,
    access: {
      see: { page: ['/AdminContent/OperationSystem/ProductConfig'] },
      save: 'operation:regulatoryPolicy:save',
      decide: 'operation:regulatoryPolicy:audit',
    },
    async initial(db) {
      const { policy, sourceOf } = await policyOn(db, businessDateOf(new Date()));
      const value = policy[key];
      return Array.isArray(value) ? value : { ...value, source: sourceOf(key) ?? '' };
    },
    async check(_db, _subjectNo, value) {
      const msg = faultOfPolicy(key, value);
      if (msg !== null) throw new AppError('BAD_REQUEST', { fields: [{ field: 'value', msg }] });
      await Promise.resolve();
    },
    // What the engine reads: `policyOn` asks for the row of a business date.
    async scheduled(tx, { value, effectiveFrom, makerUserNo, checkerUserNo }) {
      await tx
        .insertInto('regulatoryPolicy')
        .values({
          policyKey: key,
          effectiveFrom,
          value: JSON.stringify(regulatoryPolicy.shape[key].parse(value)),
          source: sourceIn(value),
          makerUserNo,
          checkerUserNo,
        })
        .execute();
    },
    async withdrawn(tx, { effectiveFrom }) {
      await tx
        .deleteFrom('regulatoryPolicy')
        .where('policyKey', '=', key)
        .where('effectiveFrom', '=', effectiveFrom)
        .execute();
    },
  };
}

const policyKeys = z.keyof(regulatoryPolicy).options;

/** Every number of `regulatory_policy`, each changed by two people from a day on. */
export const regulatoryFamilies: readonly ConfigFamily[] = policyKeys.map(familyOfPolicy);
