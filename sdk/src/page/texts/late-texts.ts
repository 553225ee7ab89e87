import { PERSONNEL_EN, PERSONNEL_ZH } from '../personnel/personnel-texts.ts';
import { SHARED_EN, SHARED_ZH } from './decision-texts.ts';

/** Texts of the kit that come with a part of it, or only where a plugin has none: listed for translators by the build. */
export const LATE_TEXTS = { en: [SHARED_EN, PERSONNEL_EN], zh: [SHARED_ZH, PERSONNEL_ZH] } as const;
