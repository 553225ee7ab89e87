import type { replyTemplate } from '@kituo/sdk/contracts';
import {
  type CodesOf,
  containing,
  defineColumns,
  defineDictionary,
  defineFilters,
  flag,
  merchantOptions,
  number,
  oneOf,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';

export type ReplyRow = replyTemplate.ReplyTemplateRow;

export const REPLY_LANGUAGE = defineDictionary<CodesOf<typeof replyTemplate.replyLanguage>>('REPLY_LANGUAGE', {
  en: 'waiting',
  sw: 'waiting',
});

export const replyColumns = defineColumns<ReplyRow>([
  text('templateName', { sortable: true, width: 220 }),
  status('language', REPLY_LANGUAGE, { width: 110 }),
  text('content', { width: 380 }),
  flag('isEnabled', { width: 90 }),
  text('merchantName', { width: 160 }),
  text('updatedByName', { width: 150 }),
  time('updatedAt', { sortable: true, width: 165 }),
  number('replyTemplateNo', { width: 120, hidden: true }),
]);
export const replyFilters = defineFilters({
  templateName: containing(),
  language: oneOf(REPLY_LANGUAGE),
  merchantNo: oneOf(merchantOptions),
  isEnabled: yesNo(),
});
