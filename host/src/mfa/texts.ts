import { addTexts } from '@kituo/sdk';
import english from '../../locales/mfa/en.json' with { type: 'json' };
import chinese from '../../locales/mfa/zh.json' with { type: 'json' };
import { useTextsOf, type HostText } from '../texts.ts';

// Loaded with these steps alone: the start of everybody else does not carry them.
const NAMESPACE = 'host-mfa';
addTexts(NAMESPACE, 'en', english);
addTexts(NAMESPACE, 'zh', chinese);

export type MfaText = HostText;

export const useMfaText = (): MfaText => useTextsOf(NAMESPACE);
