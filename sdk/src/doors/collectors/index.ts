/** `@kituo/sdk/collectors`: what of a collection system a collector works, on the pages of collectors. */
export { CollectorSettings } from './collector-settings.tsx';
