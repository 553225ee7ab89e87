import { reviewRules } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { configAt, type ConfigFamily } from '../../platform/configuration/index.ts';

const CONFIG_PAGE = '/AdminContent/AuditSystem/RejectOrderReviewConfig';
const access = {
  see: { page: [CONFIG_PAGE] },
  save: 'audit:orderReview:config',
  decide: 'audit:orderReview:config',
} as const;

/** What holds where nothing was configured: nobody submits anything. */
const STARTS: reviewRules.ReReviewRules = {
  enabled: false,
  dailySubmitLimit: 0,
  perPersonLimit: 0,
  sources: ['REFUSED'],
  refuseCodes: [],
  minDays: 0,
  maxDays: 30,
  targetStatus: 'TO_ALLOCATE',
};

/** What a merchant without rules of its own starts from. */
export const reReviewDefaults: ConfigFamily<reviewRules.ReReviewRules> = {
  key: 'audit.reReviewDefaults',
  title: {
    en: 'Default re-review rules',
    zh: '拒单复审默认配置',
  },
  value: reviewRules.reReviewRules,
  isPerSubject: false,
  access,
  initial: async () => await Promise.resolve(STARTS),
  check: async (db, _subjectNo, rules) => await checkCodes(db, rules),
};

export const reReviewFamily: ConfigFamily<reviewRules.ReReviewRules> = {
  key: 'audit.reReview',
  title: { en: 'Re-review rules', zh: '拒单复审' },
  value: reviewRules.reReviewRules,
  isPerSubject: true,
  access,
  initial: async (db) => (await configAt(db, reReviewDefaults, new Date())).value,
  async check(db, merchantNo, rules) {
    const merchant = await db
      .selectFrom('merchant')
      .select('merchantNo')
      .where('merchantNo', '=', merchantNo)
      .executeTakeFirst();
    if (!merchant) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
    await checkCodes(db, rules);
  },
};

/** Throws REFERENCE_UNKNOWN for a code that is not a leaf of the tree. */
async function checkCodes(db: Queryable, rules: reviewRules.ReReviewRules): Promise<void> {
  if (rules.refuseCodes.length === 0) return;
  const rows = await db
    .selectFrom('refuseCode')
    .select('refuseCode')
    .where('refuseCode', 'in', rules.refuseCodes)
    .where('parentCode', 'is not', null)
    .execute();
  if (rows.length < new Set(rules.refuseCodes).size) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['value.refuseCodes'] });
  }
}

export const reReviewFamilies: readonly ConfigFamily[] = [reReviewDefaults, reReviewFamily];
