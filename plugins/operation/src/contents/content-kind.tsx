import { formatDateTime, type useText } from '@kituo/sdk';
import { appContent } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineFilters,
  flag,
  merchantOptions,
  oneOf,
  several,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import { RULE_STATUS, type RuleKind } from '@kituo/sdk/rules';
import { APP_AUDIENCE, APP_CONTENT_TYPE, APP_OS, APP_SLOT } from './content-codes.ts';
import { ContentPreview } from './content-preview.tsx';
import { AppPreview } from './app-preview.tsx';
import { ClearCache } from './clear-cache.tsx';
import { ContentFields } from './content.fields.tsx';
import { PAYMENT_METHOD } from './payment-method.tsx';

type Row = appContent.AppContentRow;

const columns = defineColumns<Row>([
  text('ruleName', { width: 180 }),
  status('slot', APP_SLOT, { width: 120 }),
  status('contentType', APP_CONTENT_TYPE, { width: 130 }),
  several('title', ({ title }) => [title['en'] ?? '-'], { width: 220 }),
  text('merchantName', { width: 150 }),
  several('languages', ({ languages }) => languages, { width: 110 }),
  status('os', APP_OS, { width: 100 }),
  status('paymentMethod', PAYMENT_METHOD, { width: 150 }),
  status('audience', APP_AUDIENCE, { width: 140 }),
  count('sort', { width: 80 }),
  time('startAt'),
  time('endAt'),
  count('views', { width: 90 }),
  count('signed', { width: 100 }),
  status('ruleStatus', RULE_STATUS, { width: 130 }),
  day('effectiveFrom', { sortable: true }),
  count('versionNo', { width: 80 }),
  flag('hasPending', { width: 140 }),
]);

const CODES: Readonly<Record<string, string>> = {
  contentType: 'APP_CONTENT_TYPE',
  slot: 'APP_SLOT',
  audience: 'APP_AUDIENCE',
  os: 'APP_OS',
  paymentMethod: 'PAYMENT_METHOD',
};

/** What customers' apps show. */
export const contentKind = (t: ReturnType<typeof useText>): RuleKind<Row> => ({
  name: 'content',
  configKey: 'operation.appContent',
  endpoints: appContent,
  columns,
  filters: defineFilters({
    ruleName: containing(),
    merchantNo: oneOf(merchantOptions),
    contentType: oneOf(APP_CONTENT_TYPE),
    slot: oneOf(APP_SLOT),
    appAudience: oneOf(APP_AUDIENCE),
    os: oneOf(APP_OS),
    language: containing({ example: 'sw' }),
    ruleStatus: oneOf(RULE_STATUS),
    enabled: yesNo(),
    effectiveFrom: dateRange(),
  }),
  nameOf: (row) => row.ruleName,
  fields: [
    'ruleName',
    'contentType',
    'slot',
    'audience',
    'os',
    'paymentMethod',
    'title',
    'content',
    'link',
    'image',
    'sort',
    'startAt',
    'endAt',
  ],
  valuesOf: (row) => ({
    ruleName: row?.ruleName ?? '',
    contentType: row?.contentType ?? 'BANNER',
    slot: row?.slot ?? 'HOME_TOP',
    audience: row?.audience ?? 'ALL',
    os: row?.os ?? null,
    paymentMethod: row?.paymentMethod ?? null,
    title: row?.title ?? {},
    content: row?.content ?? {},
    link: row?.link ?? '',
    image: row?.image ?? null,
    sort: row?.sort ?? 10,
    startAt: row?.startAt ?? null,
    endAt: row?.endAt ?? null,
  }),
  valueOf: ({ link, image, os, paymentMethod, ...values }) => ({
    ...values,
    // Of what was chosen before the type was changed nothing is kept.
    paymentMethod: values['contentType'] === 'PAYMENT_HINT' && paymentMethod !== '' ? paymentMethod : null,
    os: os === '' ? null : os,
    link: typeof link === 'string' && link.trim() !== '' ? link : null,
    ...(image !== null && image !== undefined && { image }),
  }),
  form: () => <ContentFields />,
  wordOf: (code, field) => (CODES[field] === undefined ? code : t(`${CODES[field]}.${code}`)),
  draw: (field, value) => {
    if (field === 'image') return appContent.contentImage.safeParse(value).data?.fileName;
    return field.endsWith('At') && typeof value === 'string' ? formatDateTime(value) : undefined;
  },
  pageActions: <ClearCache />,
  more: (row) => (
    <>
      <ContentPreview key={row.ruleId} row={row} />
      <AppPreview key={row.merchantNo} merchantNo={row.merchantNo} />
    </>
  ),
});
