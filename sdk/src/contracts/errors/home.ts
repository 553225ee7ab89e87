import type { CatalogueEntry } from './catalogue-entry.ts';

/** Announcements and warnings (6xxx). */
export const HOME_ERRORS = {
  WARNING_NOT_FOUND: {
    code: 6001,
    status: 404,
    en: 'Warning not found.',
    zh: '在您可见范围内没有该警告。',
  },
  WARNING_RESOLVED: {
    code: 6002,
    status: 409,
    en: 'Already resolved by {who}.',
    zh: '已由 {who} 处理。',
  },
  POPUP_TAKEN: {
    code: 6010,
    status: 409,
    en: 'Popup {announcementNo} shows in these days already',
    zh: '该时段已有弹窗公告 {announcementNo}',
  },
  ANNOUNCEMENT_OVER: {
    code: 6011,
    status: 409,
    en: 'The end has passed. Choose a later one.',
    zh: '结束时间已过，请重新选择',
  },
  SENSITIVE_WORD_WARNED: {
    code: 7868,
    status: 409,
    en: 'Contains a word to confirm: {word}',
    zh: '包含需确认的词：{word}',
  },
  SENSITIVE_WORD: {
    code: 6012,
    status: 409,
    en: 'Contains a blocked word: {word}',
    zh: '包含禁用词：{word}',
  },
  WORD_TAKEN: {
    code: 6013,
    status: 409,
    en: '{word} is in group {group} with another action',
    zh: '“{word}”已在分组“{group}”中，且处理方式不同',
  },
  WORD_REPEATED: {
    code: 6014,
    status: 409,
    en: '{word} is in group {group} already',
    zh: '“{word}”已在分组“{group}”中',
  },
  WORD_GROUP_DIFFERS: {
    code: 6015,
    status: 409,
    en: 'Group {group} has another action',
    zh: '分组“{group}”的处理方式不同',
  },
  WORD_GROUP_FULL: {
    code: 6016,
    status: 409,
    en: 'Group {group} cannot have more than 500 words',
    zh: '分组“{group}”最多 500 个词',
  },
} as const satisfies Record<string, CatalogueEntry>;
