import type { CatalogueEntry } from './catalogue-entry.ts';

/** Inspections, score sheets and sampling rules: 8050 to 8099. */
export const QUALITY_ERRORS = {
  INSPECTION_NOT_FOUND: { code: 8050, status: 404, en: 'Inspection not found', zh: '质检不存在' },
  SHEET_NOT_FOUND: { code: 8051, status: 404, en: 'Score sheet not found', zh: '评分表不存在' },
  SAMPLING_RULE_NOT_FOUND: { code: 8052, status: 404, en: 'Sampling rule not found', zh: '抽检规则不存在' },
  INSPECTION_OWN: { code: 8053, status: 403, en: 'You cannot inspect yourself', zh: '不能质检本人' },
  INSPECTION_TAKEN: { code: 8054, status: 409, en: '{name} has this inspection', zh: '该质检由{name}负责' },
  INSPECTION_NOT_YOURS: { code: 8055, status: 403, en: 'Take this inspection first', zh: '请先领取该质检' },
  ANSWERS_INCOMPLETE: { code: 8056, status: 400, en: 'All options must be filled', zh: '请填写所有选项' },
  LOSS_UNEXPLAINED: { code: 8057, status: 400, en: 'Content cannot be blank', zh: '内容不能为空' },
  ANSWER_OUT_OF_RANGE: { code: 8058, status: 400, en: '0 to {most}', zh: '须为 0 至 {most}' },
  FATAL_ALL_OR_NOTHING: { code: 8059, status: 400, en: '0 or {most}', zh: '须为 0 或 {most}' },
  SHEET_NONE: {
    code: 8060,
    status: 409,
    en: 'No score sheet is in use for this source. Approve one first.',
    zh: '该来源没有生效的评分表，请先审批一份',
  },
  SHEET_UNFIT: {
    code: 8061,
    status: 409,
    en: 'This score sheet is not in use for this source',
    zh: '该评分表未对该来源生效',
  },
  APPEAL_LATE: { code: 8062, status: 409, en: 'Appeals were possible until {last}', zh: '申诉期已于 {last} 结束' },
  SAMPLE_EMPTY: {
    code: 8063,
    status: 409,
    en: 'Nothing left to sample in these days',
    zh: '所选日期内没有可抽检的记录',
  },
  SAMPLE_RULE_OFF: { code: 8064, status: 409, en: 'This sampling rule is not enabled', zh: '该抽检规则未启用' },
  INSPECTOR_UNFIT: {
    code: 8065,
    status: 409,
    en: 'This person cannot inspect for the merchant',
    zh: '该人员不能质检该商户',
  },
  RECORDING_NONE: { code: 8066, status: 404, en: 'This contact has no recording', zh: '该联系没有录音' },
  RECORDING_EXPIRED: {
    code: 8067,
    status: 409,
    en: 'The recording is no longer available',
    zh: '录音已无法获取',
  },
  CALIBRATION_NOT_FOUND: { code: 8068, status: 404, en: 'Second score not found', zh: '复评不存在' },
  CALIBRATION_EMPTY: {
    code: 8069,
    status: 409,
    en: 'No scored inspection in these days that these inspectors can score again',
    zh: '所选日期内没有可由这些质检员复评的质检',
  },
} as const satisfies Record<string, CatalogueEntry>;
