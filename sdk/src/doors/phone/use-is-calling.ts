import { useValue } from '@kituo/sdk';
import { isLive, phone$ } from './phone.ts';

/** Whether a call is on in this tab: a second one would reach nobody. */
export const useIsCalling = (): boolean => isLive(useValue(phone$));
