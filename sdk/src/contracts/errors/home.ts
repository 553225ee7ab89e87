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
} as const satisfies Record<string, CatalogueEntry>;
