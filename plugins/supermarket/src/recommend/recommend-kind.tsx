import { formatDateTime, type useText } from '@kituo/sdk';
import { marketRecommend } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineFilters,
  flag,
  merchantOptions,
  money,
  number,
  oneOf,
  several,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import { RULE_STATUS, type RuleKind } from '@kituo/sdk/rules';
import { RECOMMEND_ROTATION, RECOMMEND_SCENE } from '../parts/codes.ts';
import { Preview } from './preview.tsx';
import { productOptions } from './product-options.ts';
import { RecommendFields } from './recommend.fields.tsx';
import { SlotStatistics } from './slot-statistics.tsx';
import { ReplaceProduct } from './replace-product.tsx';

type Row = marketRecommend.RecommendRow;
type Translate = ReturnType<typeof useText>;

const FIELDS = [
  'ruleName',
  'scene',
  'marketProductNos',
  'maxShown',
  'rotation',
  'sort',
  'modelLevels',
  'vipLevelNos',
  'refuseCodes',
  'startAt',
  'endAt',
] as const;

const partsOf = (typed: unknown): string[] =>
  String(typed ?? '')
    .split(/[\s,;，]+/)
    .filter((part) => part !== '');

const columns = defineColumns<Row>([
  number('ruleId', { width: 110 }),
  text('ruleName', { width: 180 }),
  status('scene', RECOMMEND_SCENE, { width: 190 }),
  text('merchantName', { width: 150 }),
  several('productNames', ({ productNames }) => productNames, { width: 240 }),
  several('modelLevels', ({ modelLevels }) => modelLevels, { width: 120 }),
  several('vipLevelNos', ({ vipLevelNos }) => vipLevelNos.map(String), { width: 110 }),
  several('refuseCodes', ({ refuseCodes }) => refuseCodes, { width: 130 }),
  count('maxShown', { width: 90 }),
  status('rotation', RECOMMEND_ROTATION, { width: 140 }),
  count('sort', { width: 80 }),
  count('shown', { width: 90 }),
  count('clicks', { width: 90 }),
  count('clickPercent', { width: 100, as: (percent) => `${percent}%` }),
  count('applyPercent', { width: 100, as: (percent) => `${percent}%` }),
  count('approvedPercent', { width: 110, as: (percent) => `${percent}%` }),
  money('incomeCents', { width: 130 }),
  status('ruleStatus', RULE_STATUS, { width: 130 }),
  day('effectiveFrom', { sortable: true }),
  time('startAt'),
  time('endAt'),
  flag('hasPending', { width: 140 }),
]);

const filters = defineFilters({
  scene: oneOf(RECOMMEND_SCENE),
  marketProductNo: oneOf(productOptions),
  audience: containing({ example: 'C' }),
  merchantNo: oneOf(merchantOptions),
  slotCode: containing({ example: 'R000001' }),
  ruleStatus: oneOf(RULE_STATUS),
  hasPending: yesNo(),
  effectiveFrom: dateRange(),
});

/** What is recommended where, to whom, in which order. */
export const recommendKind = (t: Translate): RuleKind<Row> => ({
  name: 'recommend',
  configKey: 'supermarket.recommend',
  endpoints: marketRecommend,
  columns,
  filters,
  nameOf: (row) => row.ruleName,
  fields: FIELDS,
  valuesOf: (row) => ({
    ruleName: row?.ruleName ?? '',
    scene: row?.scene ?? 'HOME',
    marketProductNos: row?.marketProductNos ?? [],
    maxShown: row?.maxShown ?? 3,
    rotation: row?.rotation ?? 'FIXED',
    sort: row?.sort ?? 10,
    modelLevels: row?.modelLevels.join(', ') ?? '',
    vipLevelNos: row?.vipLevelNos.join(', ') ?? '',
    refuseCodes: row?.refuseCodes.join(', ') ?? '',
    startAt: row?.startAt ?? null,
    endAt: row?.endAt ?? null,
  }),
  valueOf: ({ modelLevels, vipLevelNos, refuseCodes, ...values }) => ({
    ...values,
    modelLevels: partsOf(modelLevels),
    vipLevelNos: partsOf(vipLevelNos).map(Number),
    refuseCodes: partsOf(refuseCodes),
  }),
  form: () => <RecommendFields />,
  wordOf: (code, field) =>
    field === 'scene' ? t(`RECOMMEND_SCENE.${code}`) : field === 'rotation' ? t(`RECOMMEND_ROTATION.${code}`) : code,
  draw: (field, value) =>
    (field === 'startAt' || field === 'endAt') && typeof value === 'string' ? formatDateTime(value) : undefined,
  pageActions: <ReplaceProduct />,
  more: (row) => (
    <>
      <SlotStatistics key={`statistics ${row.ruleId}`} slotCode={row.ruleId} />
      <Preview key={row.ruleId} scene={row.scene} />
    </>
  ),
});
