import { addTexts } from '@kituo/sdk';
import english from '../../locales/trial/en.json' with { type: 'json' };
import chinese from '../../locales/trial/zh.json' with { type: 'json' };
import { useTextsOf } from '../texts.ts';

// Loaded with a trial alone: the start of everybody else does not carry them.
const NAMESPACE = 'host-trial';
addTexts(NAMESPACE, 'en', english);
addTexts(NAMESPACE, 'zh', chinese);

export const useTrialText = () => useTextsOf(NAMESPACE);
