import { createConfigFamilies, houseSwitches } from './modules/configuration/index.ts';

/** Everything that is configured by versions, each from a day on. */
export const configFamilies = createConfigFamilies([...houseSwitches]);
