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
import { APP_CONTENT_TYPE } from './content-codes.ts';
import { ContentPreview } from './content-preview.tsx';
import { ContentFields } from './content.fields.tsx';

type Row = appContent.AppContentRow;

const columns = defineColumns<Row>([
  text('ruleName', { width: 180 }),
  status('contentType', APP_CONTENT_TYPE, { width: 130 }),
  several('title', ({ title }) => [title['en'] ?? '-'], { width: 220 }),
  text('merchantName', { width: 150 }),
  several('languages', ({ languages }) => languages, { width: 110 }),
  count('sort', { width: 80 }),
  time('startAt'),
  time('endAt'),
  count('signed', { width: 100 }),
  status('ruleStatus', RULE_STATUS, { width: 130 }),
  day('effectiveFrom', { sortable: true }),
  count('versionNo', { width: 80 }),
  flag('hasPending', { width: 140 }),
]);

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
    language: containing({ example: 'sw' }),
    ruleStatus: oneOf(RULE_STATUS),
    enabled: yesNo(),
    effectiveFrom: dateRange(),
  }),
  nameOf: (row) => row.ruleName,
  fields: ['ruleName', 'contentType', 'title', 'content', 'link', 'image', 'sort', 'startAt', 'endAt'],
  valuesOf: (row) => ({
    ruleName: row?.ruleName ?? '',
    contentType: row?.contentType ?? 'BANNER',
    title: row?.title ?? {},
    content: row?.content ?? {},
    link: row?.link ?? '',
    image: row?.image ?? null,
    sort: row?.sort ?? 10,
    startAt: row?.startAt ?? null,
    endAt: row?.endAt ?? null,
  }),
  valueOf: ({ link, image, ...values }) => ({
    ...values,
    link: typeof link === 'string' && link.trim() !== '' ? link : null,
    ...(image !== null && image !== undefined && { image }),
  }),
  form: () => <ContentFields />,
  wordOf: (code, field) => (field === 'contentType' ? t(`APP_CONTENT_TYPE.${code}`) : code),
  draw: (field, value) => {
    if (field === 'image') return appContent.contentImage.safeParse(value).data?.fileName;
    return field.endsWith('At') && typeof value === 'string' ? formatDateTime(value) : undefined;
  },
  more: (row) => <ContentPreview key={row.ruleId} row={row} />,
});
