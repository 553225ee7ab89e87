import { addTexts } from '@kituo/sdk';
import { shareTexts } from '@kituo/sdk/page';
import english from './locales/en.json' with { type: 'json' };
import chinese from './locales/zh.json' with { type: 'json' };

/** The namespace of what this door says: it comes with it. */
export const RULES_TEXTS = 'sdk-rules';

addTexts(RULES_TEXTS, 'en', english);
addTexts(RULES_TEXTS, 'zh', chinese);

/** Batches are named by the page that draws them: what all families call them. */
const batchesOf = ({ action: { ruleDisableMany, ruleEnableMany } }: Pick<typeof english, 'action'>): object => ({
  action: { ruleDisableMany, ruleEnableMany },
});
shareTexts({ en: batchesOf(english), zh: batchesOf(chinese) });
