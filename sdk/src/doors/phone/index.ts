/** `@kituo/sdk/phone`: the telephone in the browser, one call at a time, dialled by our number of it; and being away from it. */
export { PhoneDock } from './phone-dock.tsx';
export { TakeCalls } from './take-calls.tsx';
export { OwnPause } from './own-pause.tsx';
export { dialCall } from './phone.ts';
export { useIsCalling } from './use-is-calling.ts';
