/** `@kituo/sdk/waivers`: the form that requests waivers, for lists of waivers and for cases. */
import './waivers.css';

export { useWaiver } from './use-waiver.ts';
export type { Waiver, WaiverSubject } from './use-waiver.ts';
export { WaiverForm } from './waiver.form.tsx';
