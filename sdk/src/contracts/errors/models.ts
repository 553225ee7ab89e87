import type { CatalogueEntry } from './catalogue-entry.ts';

/** Refusals of scoring models: 8000 to 8049. */
export const MODEL_ERRORS = {
  MODEL_NOT_IN_FORCE: {
    code: 8000,
    status: 409,
    en: 'Model {name} is not in force for these applications',
    zh: '模型“{name}”对此类申请未生效',
  },
} as const satisfies Record<string, CatalogueEntry>;
