import { addTexts } from '@kituo/sdk';
import english from '../../locales/password/en.json' with { type: 'json' };
import { useTextsOf } from '../texts.ts';

// English comes with the dialog: the start of everybody does not carry it. Other languages are in their own file.
const NAMESPACE = 'host-password';
addTexts(NAMESPACE, 'en', english);

export const usePasswordText = () => useTextsOf(NAMESPACE);
