import type { CatalogueEntry } from './catalogue-entry.ts';

/** Plugins (5xxx). */
export const REGISTRY_ERRORS = {
  PLUGIN_FORBIDDEN: {
    code: 5003,
    status: 403,
    en: 'This section is not part of your session.',
    zh: '您的会话不包含此模块。',
  },
} as const satisfies Record<string, CatalogueEntry>;
