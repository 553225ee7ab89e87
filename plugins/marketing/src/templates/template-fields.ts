import { smsMarketingTemplate } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  defineColumns,
  defineFilters,
  merchantOptions,
  number,
  oneOf,
  remoteOptions,
  status,
  text,
  time,
} from '@kituo/sdk/page';
import { MARKETING_LANGUAGE, MARKETING_SCENE, MARKETING_TEMPLATE_STATUS } from '../marketing-words.ts';

export type TemplateRow = smsMarketingTemplate.TemplateRow;

const authors = remoteOptions(
  smsMarketingTemplate.people,
  (all) => all.flatMap(({ userNo, realName, isAuthor }) => (isAuthor ? [{ value: userNo, label: realName }] : [])),
  'authors',
);
/** Members of staff who registered a phone. */
export const testPhones = remoteOptions(
  smsMarketingTemplate.people,
  (all) => all.flatMap(({ userNo, realName, hasPhone }) => (hasPhone ? [{ value: userNo, label: realName }] : [])),
  'phones',
);

export const templateColumns = defineColumns<TemplateRow>([
  number('templateNo', { width: 140 }),
  text('templateName', { sortable: true, width: 200 }),
  status('scene', MARKETING_SCENE, { width: 130 }),
  text('merchantName', { width: 150 }),
  status('language', MARKETING_LANGUAGE, { width: 110 }),
  text('contentPreview', { width: 280 }),
  count('segmentCount', { width: 100 }),
  text('senderId', { width: 130 }),
  status('status', MARKETING_TEMPLATE_STATUS, { width: 150 }),
  count('versionNo', { width: 90 }),
  count('usedInTasks', { width: 100 }),
  text('createdByName', { width: 140 }),
  text('approvedByName', { width: 140 }),
  time('updatedAt', { sortable: true, width: 165 }),
]);
export const templateFilters = defineFilters({
  templateName: containing(),
  templateNo: containing({ example: 'ST000000001' }),
  language: oneOf(MARKETING_LANGUAGE),
  merchantNo: oneOf(merchantOptions),
  status: oneOf(MARKETING_TEMPLATE_STATUS),
  scene: oneOf(MARKETING_SCENE),
  createdBy: oneOf(authors),
  updatedAt: dateRange(),
});
