import { addTexts } from '@kituo/sdk';
import english from '../../locales/network/en.json' with { type: 'json' };
import chinese from '../../locales/network/zh.json' with { type: 'json' };
import { useTextsOf } from '../texts.ts';

// Loaded a moment after the first page: the start of everybody does not carry them.
const NAMESPACE = 'host-network';
addTexts(NAMESPACE, 'en', english);
addTexts(NAMESPACE, 'zh', chinese);

export const useNetworkText = () => useTextsOf(NAMESPACE);
