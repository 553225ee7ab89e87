import { addTexts } from '@kituo/sdk';
import { shareTexts } from '@kituo/sdk/page';
import english from './locales/en.json' with { type: 'json' };
import chinese from './locales/zh.json' with { type: 'json' };

/** The namespace of what this door says: it comes with it. */
export const APPROVALS_TEXTS = 'sdk-approvals';

addTexts(APPROVALS_TEXTS, 'en', english);
addTexts(APPROVALS_TEXTS, 'zh', chinese);

/** What became of a request, for sections that do not say it themselves: without it their status is empty. */
shareTexts({ en: { CHANGE_STATE: english.CHANGE_STATE }, zh: { CHANGE_STATE: chinese.CHANGE_STATE } });
