import { DECISION_EN, DECISION_ZH } from './decision-texts.ts';
import { EN } from './en.ts';
import { FIELD_EN, FIELD_ZH } from './field-texts.ts';
import { WORK_EN, WORK_ZH } from './work-texts.ts';
import { ZH } from './zh.ts';

/** All texts of the kit by language: the console takes them in, the build lists them for translators. */
export const KIT_TEXTS = {
  en: [EN, WORK_EN, FIELD_EN, DECISION_EN],
  zh: [ZH, WORK_ZH, FIELD_ZH, DECISION_ZH],
} as const;
