import {
  type callList,
  type ReplyOf,
  robotPlan,
  type robotTask,
  type smsMarketingTemplate,
  smsTemplate,
} from '@kituo/sdk/contracts';
import {
  anyOf,
  type CodesOf,
  type Column,
  containing,
  count,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  merchantOptions,
  money,
  number,
  oneOf,
  part,
  remoteOptions,
  status,
  text,
  time,
} from '@kituo/sdk/page';

export type RobotRow = robotTask.RobotRow;

export const ROBOT_STATUS = defineDictionary<CodesOf<typeof robotTask.robotStatus>>('ROBOT_STATUS', {
  DRAFT: 'waiting',
  PENDING_APPROVAL: 'attention',
  QUEUED: 'waiting',
  RUNNING: 'active',
  PAUSED: 'attention',
  FAILED: 'failed',
  DONE: 'good',
  STOPPED: 'failed',
});
export const ROBOT_CALL_STATUS = defineDictionary<CodesOf<typeof robotTask.robotCallStatus>>('ROBOT_CALL_STATUS', {
  QUEUED: 'waiting',
  DIALLED: 'active',
  DONE: 'good',
  REFUSED: 'failed',
  LEFT_OUT: 'waiting',
});
export const WILLINGNESS = defineDictionary<CodesOf<typeof callList.willingness>>('WILLINGNESS', {
  WILLING: 'good',
  UNCLEAR: 'attention',
  NOT_CONNECTED: 'attention',
  NO_DEMAND: 'waiting',
  UNWILLING: 'failed',
  NUMBER_FAULT: 'failed',
});
export const VOICE_LANGUAGE = defineDictionary<CodesOf<typeof robotTask.voiceLanguage>>('VOICE_LANGUAGE', {
  en: 'waiting',
  sw: 'waiting',
});

export const ROBOT_PLAN_STATUS = defineDictionary<CodesOf<typeof robotPlan.planStatus>>('ROBOT_PLAN_STATUS', {
  DISABLED: 'waiting',
  PENDING_APPROVAL: 'attention',
  ENABLED: 'good',
  PAUSED: 'attention',
  STOPPED: 'failed',
});
export const ROBOT_PLAN_OUTCOME = defineDictionary<CodesOf<typeof robotPlan.planOutcome>>('ROBOT_PLAN_OUTCOME', {
  STARTED: 'good',
  EMPTY: 'waiting',
  ALL_BUSY: 'waiting',
  MISSED: 'attention',
  FAILED: 'failed',
});
export const ROBOT_VENDOR = defineDictionary<CodesOf<typeof robotPlan.robotVendor>>('ROBOT_VENDOR', {
  ROBOT: 'active',
  NINE_FOUR: 'active',
});
/** Texts of collection, for whom no attempt reached. */
export const UNREACHED_SMS = remoteOptions(smsTemplate.list, (all) =>
  all.map(({ templateCode, templateName }) => ({ value: templateCode, label: templateName })),
);
const toProducts = (all: ReplyOf<typeof robotPlan.stageProducts>) =>
  all.map(({ productNo, productName, merchantName }) => ({
    value: productNo,
    label: productName,
    hint: merchantName,
  }));
export const PRODUCTS = {
  ORDER: remoteOptions(robotPlan.collectionProducts, toProducts),
  BILL: remoteOptions(robotPlan.stageProducts, toProducts),
} as const;
/** 1 is Monday. */
export const ROBOT_WEEKDAY = defineDictionary('ROBOT_WEEKDAY', {
  '1': 'waiting',
  '2': 'waiting',
  '3': 'waiting',
  '4': 'waiting',
  '5': 'waiting',
  '6': 'waiting',
  '7': 'waiting',
});

export const CASE_LEVELS = ['S0', 'S1', 'S2', 'S3', 'S4', 'S5'] as const;
export const CASE_LEVEL = defineDictionary('CASE_LEVEL', {
  S0: 'waiting',
  S1: 'active',
  S2: 'active',
  S3: 'attention',
  S4: 'attention',
  S5: 'failed',
});
/** How a task's cases are chosen. */
export const WHOM = defineDictionary('ROBOT_WHOM', { FILTER: 'active', NUMBERS: 'active' });

/** What a task of cases shows beside: calls speak for all cases of a borrower. */
const ofCases = defineColumns<RobotRow>([
  count('cases', { width: 90 }),
  count('borrowers', { width: 110 }),
  count('merged', { width: 90 }),
  money('totalDueCents', { width: 140 }),
  count('promises', { width: 100 }),
  money('repaidSameDayCents', { width: 150 }),
]);
/** What a task of offers shows beside. */
const ofOffers = defineColumns<RobotRow>([
  count('answerRate', { width: 100, as: (percent) => `${percent}%` }),
  count('transferred', { width: 110 }),
  count('followUps', { width: 110 }),
  count('optOutCount', { width: 90 }),
  count('convertedCount', { width: 90 }),
  money('costCents', { width: 110 }),
]);
const ofAll = defineColumns<RobotRow>([
  text('taskName', { width: 200 }),
  number('taskNo', { width: 130 }),
  status('taskStatus', ROBOT_STATUS, { width: 150 }),
  part('dialled', ({ dialled, total, leftOut, merged }) => ({ done: dialled, total: total - leftOut - merged }), {
    width: 130,
  }),
  count('total', { width: 90 }),
  count('connected', { width: 100 }),
  count('willing', { width: 90 }),
  count('gateRefused', { width: 90 }),
  count('leftOut', { width: 90 }),
  text('planName', { width: 150 }),
  status('vendor', ROBOT_VENDOR, { width: 120 }),
  text('scriptCode', { width: 140 }),
  time('startAt', { width: 165 }),
  text('createdByName', { width: 150 }),
  text('approvedByName', { width: 150 }),
  time('createdAt', { sortable: true, width: 165 }),
]);
export const MARKETING_SCENE = defineDictionary<CodesOf<typeof smsMarketingTemplate.marketingScene>>(
  'MARKETING_SCENE',
  {
    DORMANT: 'waiting',
    REPEAT_LOAN: 'waiting',
    LIMIT_RAISED: 'waiting',
    COUPON: 'waiting',
    CAMPAIGN: 'waiting',
  },
);
const ofMarketing = defineColumns<RobotRow>([status('scene', MARKETING_SCENE, { width: 130 })]);
/** Of a section's tasks. */
export const robotColumns = (kind: 'CASES' | 'LIST' | 'GROUP'): readonly Column<RobotRow>[] =>
  kind === 'CASES'
    ? [...ofAll.slice(0, 5), ...ofCases, ...ofAll.slice(5)]
    : [
        ...ofAll.slice(0, 2),
        ...(kind === 'GROUP' ? ofMarketing : []),
        ...ofAll.slice(2, 9),
        ...ofOffers,
        ...ofAll.slice(9).filter(({ key }) => key !== 'vendor'),
      ];
const filtersOfAll = {
  taskName: containing(),
  planName: containing(),
  taskStatus: oneOf(ROBOT_STATUS),
};
const filtersBeside = {
  taskNo: containing({ example: 'RT000000123' }),
  scriptCode: containing({ example: 'OFFER' }),
  merchantNo: oneOf(merchantOptions),
  createdAt: dateRange(),
  startAt: dateRange(),
};
/** Of collection alone, where 94 AI dials as well. */
export const caseFilters = defineFilters({ ...filtersOfAll, vendor: oneOf(ROBOT_VENDOR), ...filtersBeside });
export const billFilters = defineFilters({
  ...filtersOfAll,
  vendor: oneOf(ROBOT_VENDOR),
  productNo: anyOf(PRODUCTS.BILL),
  termNo: containing({ example: '1, 3' }),
  ...filtersBeside,
});
export const offerFilters = defineFilters({ ...filtersOfAll, ...filtersBeside });
export const marketingFilters = defineFilters({
  ...filtersOfAll,
  scene: oneOf(MARKETING_SCENE),
  ...filtersBeside,
});
