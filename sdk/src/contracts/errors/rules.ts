import type { CatalogueEntry } from './catalogue-entry.ts';

/** Refusals of named rules: automatic ones and routes. */
export const RULES_ERRORS = {
  RULE_OVERLAP: {
    code: 7800,
    status: 409,
    en: 'Rule {name} has the same scope',
    zh: '规则“{name}”的适用范围相同',
  },
  DRY_RUN_NEEDED: {
    code: 7801,
    status: 409,
    en: 'Simulate these values before saving',
    zh: '请先用这些数值试算，再保存',
  },
  AMOUNT_RANGE: {
    code: 7802,
    status: 400,
    en: 'The minimum must be below the maximum',
    zh: '最小金额须小于最大金额',
  },
  BAND_GAP: {
    code: 7806,
    status: 409,
    en: 'No strategy takes KES {from} to {to}, though others take less and more',
    zh: '金额 KES {from} 至 {to} 没有任何策略覆盖，前后金额段之间存在空档',
  },
  RULE_SHADOWED: {
    code: 7804,
    status: 400,
    en: 'Rule {name} never decides: rule {by} comes first',
    zh: '规则“{name}”不会生效：规则“{by}”先行判定',
  },
  RULE_VERSION_MOVED: {
    code: 7805,
    status: 409,
    en: 'Another version of the set applies since the backtest started',
    zh: '回测开始后，已有其他版本的规则集生效',
  },
  MATURITY_TERM: {
    code: 7815,
    status: 400,
    en: 'None of these products lends for {days} days',
    zh: '所选产品均无 {days} 天期限',
  },
  TYPE_CODE_USED: {
    code: 7807,
    status: 409,
    en: 'Code {code} has charges and cannot be changed',
    zh: '编码 {code} 已产生扣费，不可修改',
  },
  POINTS_SHORT: {
    code: 7808,
    status: 409,
    en: 'The customer has {points} points',
    zh: '该客户仅有 {points} 积分',
  },
  POINTS_STEP: {
    code: 7809,
    status: 400,
    en: 'Must be a multiple of {points} points',
    zh: '须为 {points} 积分的整数倍',
  },
  NOT_WAIVABLE: {
    code: 7803,
    status: 400,
    en: 'Principal and excise cannot be waived',
    zh: '本金和消费税不可减免',
  },
} as const satisfies Record<string, CatalogueEntry>;
